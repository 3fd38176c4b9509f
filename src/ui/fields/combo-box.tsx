import { ChevronsUpDown } from 'lucide-react';
import { Button, ComboBox as AriaComboBox, Input, Label, Popover } from 'react-aria-components/ComboBox';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { ChoiceList, choiceMenu } from './choice-list.tsx';
import type { Choice } from './choice-list.tsx';
import { AriaLocaleProvider } from '#ui/accessibility/aria-locale-provider.tsx';
import { FieldMessage, controlClass, controlInput, fieldLabel, fieldOptional } from './field.tsx';
import type { FieldTextProps } from './field.tsx';
import { iconButtonClass } from '#ui/buttons/icon-button.tsx';

export type ComboBoxProps = Omit<FieldTextProps, 'labelEnd'> & {
  /** The id of the input, as a link target. */
  id?: string;
  /** All options; the component filters them by the typed text. */
  choices: readonly Choice[];
  value: string | null;
  onChange: (id: string | null) => void;
  /** Shown in the list when nothing matches. */
  empty: ReactNode;
  placeholder?: string;
  /** The accessible name of the button that opens the list. */
  openLabel: string;
  isDisabled?: boolean;
};

export function ComboBox(props: ComboBoxProps) {
  const {
    id,
    label,
    optional,
    hint,
    wrong,
    warn,
    choices,
    value,
    onChange,
    empty,
    placeholder,
    openLabel,
    isDisabled = false,
  } = props;
  const messageId = useId();
  const state = wrong ? 'wrong' : warn ? 'warn' : undefined;
  return (
    <AriaLocaleProvider>
      <AriaComboBox
        {...(id && { id })}
        data-part="field"
        data-state={state}
        className="block min-w-0"
        defaultItems={choices}
        selectedKey={value}
        onSelectionChange={(key) => onChange(key === null ? null : String(key))}
        isDisabled={isDisabled}
        isInvalid={Boolean(wrong)}
        aria-describedby={messageId}
        allowsEmptyCollection
      >
        <div data-part="label" className={fieldLabel}>
          <Label>{label}</Label>
          {optional && <span className={fieldOptional}>{optional}</span>}
        </div>
        <div data-part="control" className={controlClass({ state })}>
          <Input className={controlInput()} {...(placeholder && { placeholder })} />
          <Button className={iconButtonClass()} aria-label={openLabel}>
            <ChevronsUpDown size={18} aria-hidden="true" />
          </Button>
        </div>
        <FieldMessage id={messageId} state={state}>
          {wrong || warn || hint}
        </FieldMessage>
        <Popover className={choiceMenu} offset={4}>
          <ChoiceList empty={empty} />
        </Popover>
      </AriaComboBox>
    </AriaLocaleProvider>
  );
}
