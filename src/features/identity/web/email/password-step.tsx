import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { Button } from '#ui/buttons/button.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { getFieldId, FormAlert } from '#features/identity/web/form-alert.tsx';

interface PasswordStepProps {
  /** False if the account is signed in on this browser. */
  asksPassword: boolean;
  submit: ReactNode;
  send: (password: string | undefined) => Promise<void>;
  onExpired: () => void;
}

/** A submit button, preceded by a password field if needed. */
export function PasswordStep({ asksPassword, submit, send, onExpired }: PasswordStepProps) {
  const intl = useIntl();
  const { form, problems, formProblem, failureCount, isBusy } = useForm<'password'>({
    retryField: 'password',
    check: ({ password }) => (asksPassword && !password ? { password: 'identity.password.invalid' } : {}),
    send: async ({ password }) => send(password),
    onFailure: (error) => {
      const isExpired = error.code === 'identity.link_expired';
      if (isExpired) onExpired();
      return isExpired;
    },
  });
  return (
    <form {...form} className="mt-7">
      <FormAlert formProblem={formProblem} failureCount={failureCount} />
      <div className="grid gap-4">
        {asksPassword && (
          <PasswordField
            id={getFieldId('password')}
            name="password"
            autoComplete="current-password"
            required
            label={<FormattedMessage id="identity.password.label" />}
            wrong={problems.password && <FormattedMessage id={problems.password} />}
            showLabel={intl.formatMessage({ id: 'identity.password.show' })}
            hideLabel={intl.formatMessage({ id: 'identity.password.hide' })}
          />
        )}
        <Button type="submit" size="lg" isWide isBusy={isBusy}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
