import type { ComponentProps, ReactNode } from 'react';

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  label: ReactNode;
  isLabelHidden?: boolean;
};

/** Takes effect at once. For a choice that waits for a button, use a checkbox. */
export function Switch({ label, isLabelHidden = false, ...input }: SwitchProps) {
  return (
    <label className="switch-row">
      <span className={isLabelHidden ? 'vh' : 'grow'}>{label}</span>
      <input {...input} type="checkbox" role="switch" aria-checked={input.checked} className="switch" />
    </label>
  );
}
