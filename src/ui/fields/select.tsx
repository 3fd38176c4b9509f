import { ChevronsUpDown } from 'lucide-react';
import { Button, Label, Popover, Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { useId } from 'react';
import { ChoiceList, choiceMenu } from './choice-list.tsx';
import type { Choice } from './choice-list.tsx';
import { AriaLocaleProvider } from '#ui/accessibility/aria-locale-provider.tsx';
import { clsx } from 'clsx';
import { FieldMessage, controlClass, controlInput, fieldLabel, fieldOptional } from './field.tsx';
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

export function Select({
  id,
  label,
  optional,
  hint,
  wrong,
  warn,
  choices,
  value,
  onChange,
  placeholder,
  name,
  isDisabled = false,
}: SelectProps) {
  const messageId = useId();
  const state = wrong ? 'wrong' : warn ? 'warn' : undefined;
  return (
    <AriaLocaleProvider>
      <AriaSelect
        {...(id && { id })}
        data-part="field"
        data-state={state}
        className="block min-w-0"
        selectedKey={value}
        onSelectionChange={(key) => onChange(key === null ? null : String(key))}
        placeholder={placeholder}
        isDisabled={isDisabled}
        isInvalid={Boolean(wrong)}
        aria-describedby={messageId}
        {...(name && { name })}
      >
        <div data-part="label" className={fieldLabel}>
          <Label>{label}</Label>
          {optional && <span className={fieldOptional}>{optional}</span>}
        </div>
        <div data-part="control" className={controlClass({ state })}>
          <Button className={clsx(controlInput(), 'flex items-center justify-between gap-2 text-start')}>
            <SelectValue
              className={({ isPlaceholder }) => clsx('min-w-0 wrap-anywhere', isPlaceholder && 'text-ink-3')}
            />
            <ChevronsUpDown size={18} aria-hidden="true" />
          </Button>
        </div>
        <FieldMessage id={messageId} state={state}>
          {wrong || warn || hint}
        </FieldMessage>
        <Popover className={choiceMenu} offset={4}>
          <ChoiceList choices={choices} />
        </Popover>
      </AriaSelect>
    </AriaLocaleProvider>
  );
}
