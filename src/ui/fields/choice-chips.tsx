import { Check } from '#ui/icons/icons.ts';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { FieldMessage, fieldLabel, fieldOptional, type FieldTextProps } from './field.tsx';

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

const chip =
  'relative inline-flex min-h-tap items-center gap-1.5 rounded-full border-[1.5px] bg-surface px-4 text-sm hover:bg-hover has-checked:bg-accent-soft has-checked:font-strong has-checked:text-accent-text has-focus-visible:[outline:var(--focus-ring)] has-focus-visible:outline-offset-(--focus-gap) has-disabled:bg-transparent forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none';
const okChip = 'border-line-2 has-checked:border-accent has-disabled:border-line';

function Chips(props: ChipsProps) {
  const { legend, optional, id, options, hint, wrong, isDisabled = false, type, isChosen, onPick, onPress } = props;
  const name = useId();
  const message = wrong || hint;
  return (
    <fieldset className="min-w-0" aria-describedby={message ? `${name}-message` : undefined}>
      <legend data-part="label" className={fieldLabel}>
        {legend}
        {optional && <span className={fieldOptional}>{optional}</span>}
      </legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option, index) => (
          <label key={option.value} className={clsx(chip, wrong ? 'border-coral' : okChip)}>
            <input
              className="peer absolute inset-0 cursor-[inherit] opacity-0"
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
            <Check className="hidden peer-checked:block" size={16} aria-hidden="true" />
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
