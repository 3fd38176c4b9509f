import { ChevronsUpDown } from '#ui/icons/icons.ts';
import { Button, ComboBox as AriaComboBox, Input } from 'react-aria-components/ComboBox';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { ChoiceFieldContent, getFieldState } from './choice-field.tsx';
import { ChoiceList } from './choice-list.tsx';
import type { Choice } from './choice-list.tsx';
import { AriaLocaleProvider } from '#ui/accessibility/aria-locale-provider.tsx';
import { controlInput } from './field.tsx';
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
  const { id, choices, value, onChange, empty, placeholder, openLabel, isDisabled = false, ...texts } = props;
  const messageId = useId();
  return (
    <AriaLocaleProvider>
      <AriaComboBox
        {...(id && { id })}
        data-part="field"
        data-state={getFieldState(texts)}
        className="block min-w-0"
        defaultItems={choices}
        selectedKey={value}
        onSelectionChange={(key) => onChange(key === null ? null : String(key))}
        isDisabled={isDisabled}
        isInvalid={Boolean(texts.wrong)}
        aria-describedby={messageId}
        allowsEmptyCollection
      >
        <ChoiceFieldContent {...texts} messageId={messageId} list={<ChoiceList empty={empty} />}>
          <Input className={controlInput()} {...(placeholder && { placeholder })} />
          <Button className={iconButtonClass()} aria-label={openLabel}>
            <ChevronsUpDown size={18} aria-hidden="true" />
          </Button>
        </ChoiceFieldContent>
      </AriaComboBox>
    </AriaLocaleProvider>
  );
}
