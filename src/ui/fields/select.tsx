import { ChevronsUpDown } from 'lucide-react';
import { Button, Label, Popover, Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { useId } from 'react';
import { ChoiceList } from './choice-list.tsx';
import type { Choice } from './choice-list.tsx';
import { AriaLocaleProvider } from '#ui/accessibility/aria-locale-provider.tsx';
import { classNames } from '#ui/styles/class-names.ts';
import { FieldMessage } from './field.tsx';
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
        className={classNames('field', state)}
        selectedKey={value}
        onSelectionChange={(key) => onChange(key === null ? null : String(key))}
        placeholder={placeholder}
        isDisabled={isDisabled}
        isInvalid={Boolean(wrong)}
        aria-describedby={messageId}
        {...(name && { name })}
      >
        <div className="lab">
          <Label>{label}</Label>
          {optional && <span className="opt">{optional}</span>}
        </div>
        <div className="ctl">
          <Button className="value-button">
            <SelectValue className={({ isPlaceholder }) => (isPlaceholder ? 'text-ink-3' : '')} />
            <ChevronsUpDown size={18} aria-hidden="true" />
          </Button>
        </div>
        <FieldMessage id={messageId} state={state}>
          {wrong || warn || hint}
        </FieldMessage>
        <Popover className="menu fits" offset={4}>
          <ChoiceList choices={choices} />
        </Popover>
      </AriaSelect>
    </AriaLocaleProvider>
  );
}
