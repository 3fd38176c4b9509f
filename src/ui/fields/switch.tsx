import type { ComponentProps, ReactNode } from 'react';
import { clsx } from 'clsx';

/** The pseudo-element before the track extends the touch target. */
const track =
  'relative h-8 w-13 flex-none appearance-none rounded-full bg-line-2 transition-[background] duration-state before:absolute before:-inset-2 checked:bg-accent disabled:opacity-50 forced-colors:border-2 forced-colors:border-[ButtonText] forced-colors:checked:bg-[Highlight] forced-colors:checked:text-[HighlightText] forced-colors:checked:forced-color-adjust-none';
const knob =
  'after:absolute after:start-1 after:top-1 after:size-6 after:rounded-full after:bg-surface after:transition-[translate] after:duration-state after:ease-in-water checked:after:bg-on-accent checked:after:[translate:calc(20px*var(--flow))] forced-colors:after:start-0.5 forced-colors:after:top-0.5 forced-colors:after:bg-[ButtonText] forced-colors:checked:after:bg-[HighlightText]';

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  label: ReactNode;
  isLabelHidden?: boolean;
};

/** A setting that takes effect immediately. Use a checkbox for a choice that is submitted with a form. */
export function Switch({ label, isLabelHidden = false, className, ...input }: SwitchProps) {
  return (
    <label className={clsx('min-h-tap items-center gap-3', isLabelHidden ? 'inline-flex' : 'flex', className)}>
      <span className={isLabelHidden ? 'vh' : 'min-w-0 flex-1'}>{label}</span>
      <input {...input} type="checkbox" role="switch" aria-checked={input.checked} className={clsx(track, knob)} />
    </label>
  );
}
