import type { ComponentProps, ReactNode } from 'react';

export type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  label: ReactNode;
  isLabelHidden?: boolean;
};

/** A setting that takes effect immediately. Use a checkbox for a choice that is submitted with a form. */
export function Switch({ label, isLabelHidden = false, ...input }: SwitchProps) {
  return (
    <label className="switch-row">
      <span className={isLabelHidden ? 'vh' : 'grow'}>{label}</span>
      <input {...input} type="checkbox" role="switch" aria-checked={input.checked} className="switch" />
    </label>
  );
}
