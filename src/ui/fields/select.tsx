import { ChevronsUpDown } from '#ui/icons/icons.ts';
import { Button, Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { useId } from 'react';
import { ChoiceFieldContent, getFieldState } from './choice-field.tsx';
import { ChoiceList } from './choice-list.tsx';
import type { Choice } from './choice-list.tsx';
import { AriaLocaleProvider } from '#ui/accessibility/aria-locale-provider.tsx';
import { clsx } from 'clsx';
import { controlInput } from './field.tsx';
import type { FieldTextProps } from './field.tsx';

export type SelectProps = Omit<FieldTextProps, 'labelEnd'> & {
  /** The id of the button, as a link target. */
  id?: string;
  choices: readonly Choice[];
  value: string | null;
  onChange: (id: string | null) => void;
  placeholder: string;
  name?: string;
  isDisabled?: boolean;
};

export function Select(props: SelectProps) {
  const { id, choices, value, onChange, placeholder, name, isDisabled = false, ...texts } = props;
  const messageId = useId();
  return (
    <AriaLocaleProvider>
      <AriaSelect
        {...(id && { id })}
        data-part="field"
        data-state={getFieldState(texts)}
        className="block min-w-0"
        selectedKey={value}
        onSelectionChange={(key) => onChange(key === null ? null : String(key))}
        placeholder={placeholder}
        isDisabled={isDisabled}
        isInvalid={Boolean(texts.wrong)}
        aria-describedby={messageId}
        {...(name && { name })}
      >
        <ChoiceFieldContent {...texts} messageId={messageId} list={<ChoiceList choices={choices} />}>
          <Button className={clsx(controlInput(), 'flex items-center justify-between gap-2 text-start')}>
            <SelectValue
              className={({ isPlaceholder }) => clsx('min-w-0 wrap-anywhere', isPlaceholder && 'text-ink-3')}
            />
            <ChevronsUpDown size={18} aria-hidden="true" />
          </Button>
        </ChoiceFieldContent>
      </AriaSelect>
    </AriaLocaleProvider>
  );
}
