import { ChevronsUpDown } from 'lucide-react';
import { Button, ComboBox as AriaComboBox, Input, Label, Popover } from 'react-aria-components/ComboBox';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { ChoiceList } from './choice-list.tsx';
import type { Choice } from './choice-list.tsx';
import { AriaLocaleProvider } from '#ui/accessibility/aria-locale-provider.tsx';
import { classNames } from '#ui/styles/class-names.ts';
import { FieldMessage } from './field.tsx';
import type { FieldTextProps } from './field.tsx';

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
        className={classNames('field', state)}
        defaultItems={choices}
        selectedKey={value}
        onSelectionChange={(key) => onChange(key === null ? null : String(key))}
        isDisabled={isDisabled}
        isInvalid={Boolean(wrong)}
        aria-describedby={messageId}
        allowsEmptyCollection
      >
        <div className="lab">
          <Label>{label}</Label>
          {optional && <span className="opt">{optional}</span>}
        </div>
        <div className="ctl">
          <Input {...(placeholder && { placeholder })} />
          <Button className="icon-btn" aria-label={openLabel}>
            <ChevronsUpDown size={18} aria-hidden="true" />
          </Button>
        </div>
        <FieldMessage id={messageId} state={state}>
          {wrong || warn || hint}
        </FieldMessage>
        <Popover className="menu fits" offset={4}>
          <ChoiceList empty={empty} />
        </Popover>
      </AriaComboBox>
    </AriaLocaleProvider>
  );
}
