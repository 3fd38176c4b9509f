import { CircleCheck } from '#ui/icons/icons.ts';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PasswordField, type PasswordFieldProps } from './password-field.tsx';
import { VisuallyHidden } from '#ui/accessibility/visually-hidden.tsx';

export type NewPasswordFieldProps = Omit<PasswordFieldProps, 'hint' | 'onChange' | 'autoComplete'> & {
  rule: ReactNode;
  /** Announced before the rule once it is met. */
  metLabel: ReactNode;
  meetsRule: (password: string) => boolean;
};

/** A password field that shows the rule and marks it as met while typing. */
export function NewPasswordField({ rule, metLabel, meetsRule, ...field }: NewPasswordFieldProps) {
  const [isMet, setIsMet] = useState(false);
  return (
    <PasswordField
      {...field}
      autoComplete="new-password"
      hint={isMet ? <RuleMet rule={rule} metLabel={metLabel} /> : rule}
      onChange={(event) => setIsMet(meetsRule(event.target.value))}
    />
  );
}

/** Shows the same text as the rule, so the layout does not shift while typing. */
function RuleMet({ rule, metLabel }: Pick<NewPasswordFieldProps, 'rule' | 'metLabel'>) {
  return (
    <span className="flex gap-1.5 text-accent-text">
      <CircleCheck size={16} aria-hidden="true" className="mt-[3px]" />
      <span>
        <VisuallyHidden>{metLabel}</VisuallyHidden>
        {rule}
      </span>
    </span>
  );
}
