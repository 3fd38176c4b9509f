import '#ui/styles/task.css';
import { Check } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';
import { FieldMessage, type FieldTextProps } from './field.tsx';

type Option = { value: string; label: ReactNode };
type ChipsTextProps = Pick<FieldTextProps, 'hint' | 'wrong' | 'optional'> & {
  legend: ReactNode;
  /** The id of the first option, as a link target. */
  id?: string;
  options: readonly Option[];
  isDisabled?: boolean;
};

/** A single choice as chips. Pressing the chosen chip again clears it. */
export function ChoiceChips({
  value,
  onChange,
  ...rest
}: ChipsTextProps & { value: string | null; onChange: (value: string | null) => void }) {
  return (
    <Chips
      {...rest}
      type="radio"
      isChosen={(option) => option === value}
      onPick={onChange}
      onPress={(option) => option === value && onChange(null)}
    />
  );
}

/** A multiple choice as chips. */
export function CheckChips({
  values,
  onChange,
  ...rest
}: ChipsTextProps & { values: readonly string[]; onChange: (values: readonly string[]) => void }) {
  const toggle = (option: string) =>
    onChange(values.includes(option) ? values.filter((value) => value !== option) : [...values, option]);
  return <Chips {...rest} type="checkbox" isChosen={(option) => values.includes(option)} onPick={toggle} />;
}

type ChipsProps = ChipsTextProps & {
  type: 'radio' | 'checkbox';
  isChosen: (value: string) => boolean;
  onPick: (value: string) => void;
  onPress?: (value: string) => void;
};

function Chips(props: ChipsProps) {
  const { legend, optional, id, options, hint, wrong, isDisabled = false, type, isChosen, onPick, onPress } = props;
  const name = useId();
  const message = wrong || hint;
  return (
    <fieldset
      className={classNames('field', wrong ? 'wrong' : undefined)}
      aria-describedby={message ? `${name}-message` : undefined}
    >
      <legend className="lab">
        {legend}
        {optional && <span className="opt">{optional}</span>}
      </legend>
      <div className="pick">
        {options.map((option, index) => (
          <label key={option.value}>
            <input
              {...(id && index === 0 && { id })}
              type={type}
              name={name}
              value={option.value}
              checked={isChosen(option.value)}
              disabled={isDisabled}
              aria-invalid={wrong ? true : undefined}
              onChange={() => onPick(option.value)}
              {...(onPress && { onClick: () => onPress(option.value) })}
            />
            <Check size={16} aria-hidden="true" />
            {option.label}
          </label>
        ))}
      </div>
      <FieldMessage id={`${name}-message`} state={wrong ? 'wrong' : undefined}>
        {message}
      </FieldMessage>
    </fieldset>
  );
}
