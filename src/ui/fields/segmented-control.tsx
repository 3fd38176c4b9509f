import { Check } from 'lucide-react';
import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';
import { FieldMessage } from './field.tsx';

export type SegmentedControlProps<Value extends string> = {
  /** The legend; omit it when `labelledBy` refers to a label elsewhere. */
  label?: ReactNode;
  isLabelHidden?: boolean;
  labelledBy?: string;
  /** The id of the first option, as a link target. */
  id?: string;
  options: readonly { value: Value; label: ReactNode }[];
  /** Omit both for an uncontrolled input and pass the form's props as `input`. */
  value?: Value | undefined;
  onChange?: (value: Value) => void;
  input?: Omit<ComponentProps<'input'>, 'type' | 'value'>;
  wrong?: ReactNode;
};

/** Two or three options side by side, as native radio buttons. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, isLabelHidden = false, labelledBy, id, options, value, onChange, input, wrong } = props;
  const ownName = useId();
  return (
    <fieldset
      className={classNames('field', wrong ? 'wrong' : undefined)}
      aria-labelledby={labelledBy}
      aria-describedby={wrong ? `${ownName}-message` : undefined}
    >
      {label && <legend className={isLabelHidden ? 'vh' : 'lab'}>{label}</legend>}
      <div className="seg">
        {options.map((option, index) => (
          <label key={option.value}>
            <input
              name={ownName}
              {...input}
              {...(id && index === 0 && { id })}
              type="radio"
              value={option.value}
              {...(onChange && { checked: option.value === value, onChange: () => onChange(option.value) })}
            />
            <Check size={16} aria-hidden="true" />
            {option.label}
          </label>
        ))}
      </div>
      <FieldMessage id={`${ownName}-message`} state={wrong ? 'wrong' : undefined}>
        {wrong}
      </FieldMessage>
    </fieldset>
  );
}
