import { Check } from '#ui/icons/icons.ts';
import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { clsx } from 'clsx';
import { FieldMessage, fieldLabel } from './field.tsx';

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
  /** Fills the width. */
  isWide?: boolean;
  /** Marks an unanswered question. */
  isMissing?: boolean;
  /** False for options with an icon of their own. */
  hasCheck?: boolean;
  className?: string;
  /** The size of an option. */
  optionClassName?: string;
};

const segments =
  'auto-cols-[1fr] grid-flow-col overflow-hidden rounded-box border-[1.5px] bg-surface has-focus-visible:[outline:var(--focus-ring)] has-focus-visible:outline-offset-(--focus-gap)';
const missingSegments = 'border-coral shadow-[0_0_0_1px_var(--coral)]';
const segment =
  'relative flex items-center justify-center gap-1.5 border-line-2 text-center text-sm text-ink-2 not-first:border-s-[1.5px] not-has-checked:not-has-disabled:hover:bg-hover has-checked:bg-accent has-checked:font-strong has-checked:text-on-accent forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none';

/** Two or three options side by side, as native radio buttons. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const {
    label,
    isLabelHidden = false,
    labelledBy,
    id,
    options,
    value,
    onChange,
    input,
    wrong,
    isWide = false,
    isMissing = false,
    hasCheck = true,
    className,
    optionClassName = 'min-h-[45px] px-3 sm:px-4',
  } = props;
  const ownName = useId();
  return (
    <fieldset
      className={clsx('min-w-0', className)}
      aria-labelledby={labelledBy}
      aria-describedby={wrong ? `${ownName}-message` : undefined}
    >
      {label && <legend className={isLabelHidden ? 'vh' : fieldLabel}>{label}</legend>}
      <div className={clsx(segments, isWide ? 'grid' : 'inline-grid', isMissing ? missingSegments : 'border-line-2')}>
        {options.map((option, index) => (
          <label key={option.value} className={clsx(segment, optionClassName)}>
            <input
              className="peer absolute inset-0 cursor-[inherit] opacity-0"
              name={ownName}
              {...input}
              {...(id && index === 0 && { id })}
              type="radio"
              value={option.value}
              {...(onChange && { checked: option.value === value, onChange: () => onChange(option.value) })}
            />
            {hasCheck && <Check className="hidden peer-checked:block" size={16} aria-hidden="true" />}
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
