import { Check } from '#ui/icons/icons.ts';
import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { clsx } from 'clsx';
import { FieldMessage } from './field.tsx';

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  wrong?: ReactNode;
  /** A press anywhere on the positioned row around it toggles the checkbox. */
  coversRow?: boolean;
};

const box =
  'relative grid size-[26px] flex-none place-items-center rounded-in border-[1.5px] bg-surface text-transparent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:[outline:var(--focus-ring)] has-focus-visible:outline-offset-(--focus-gap) has-disabled:border-line has-disabled:bg-sunken forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:forced-color-adjust-none forced-colors:has-disabled:border-[GrayText]';
const okBox = 'border-line-2 has-checked:border-accent';
const wrongBox = 'border-coral shadow-[inset_0_0_0_1px_var(--coral)]';

export function Checkbox({ label, wrong, coversRow = false, className, ...input }: CheckboxProps) {
  const messageId = useId();
  return (
    <div className={className}>
      <label
        className={clsx('flex items-start', coversRow ? 'after:absolute after:inset-0' : 'min-h-tap gap-3 py-[11px]')}
      >
        <span data-part="box" className={clsx(box, wrong ? wrongBox : okBox, coversRow && 'z-1')}>
          <input
            {...input}
            className="peer absolute -inset-3 cursor-[inherit] opacity-0"
            type="checkbox"
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? messageId : undefined}
          />
          {/* Forced colours would show the tick of an unchecked box. */}
          <Check className="forced-colors:peer-not-checked:invisible" size={18} aria-hidden="true" />
        </span>
        <span>{label}</span>
      </label>
      <FieldMessage id={messageId} state={wrong ? 'wrong' : undefined}>
        {wrong}
      </FieldMessage>
    </div>
  );
}
