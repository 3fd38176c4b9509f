import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm, type FieldErrors, type FormValues } from '#platform/web/hooks/use-form.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { NewPasswordField } from '#ui/fields/new-password-field.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { findConfirmationProblem, findPasswordProblem } from '#features/identity/shared/rules.ts';
import { useAccountCache } from './account-queries.ts';
import { securityClient } from '#features/account/web/client.ts';
import { confirmWithPassword } from '#features/account/web/second-factor/confirm-with-password.ts';

type PasswordInput = 'oldPassword' | 'newPassword' | 'confirmation';

interface PasswordFormProps {
  affiliateId: number;
  email: string;
  /** If false, a guardian sets the child's password and confirms with their own. */
  isOwn: boolean;
}

/** Remounted empty after each change. Passwords are never stored as drafts. */
export function PasswordForm(props: PasswordFormProps) {
  const [changes, setChanges] = useState(0);
  return <EmptyPasswordForm key={changes} {...props} onChanged={() => setChanges(changes + 1)} />;
}

function EmptyPasswordForm({ affiliateId, email, isOwn, onChanged }: PasswordFormProps & { onChanged: () => void }) {
  const intl = useIntl();
  const { refresh } = useAccountCache(affiliateId);
  const { form, problems, formProblem, failureCount, isBusy } = useForm<PasswordInput>({
    retryField: 'oldPassword',
    check: findProblems,
    send: async ({ oldPassword = '', newPassword = '', signOutEverywhere }) => {
      // The guardian has just typed their own password, which confirms their identity without another dialog.
      if (!isOwn) await confirmWithPassword(oldPassword);
      await securityClient('POST password/change', {
        body: { username: email, oldPassword, newPassword, signOutEverywhere: signOutEverywhere !== undefined },
      });
      showToast({ text: intl.formatMessage({ id: 'account.password.changed' }) });
      onChanged();
      void refresh();
    },
  });
  const wrong = (field: PasswordInput) => problems[field] && <FormattedMessage id={problems[field]} />;
  const eye = {
    showLabel: intl.formatMessage({ id: 'identity.password.show' }),
    hideLabel: intl.formatMessage({ id: 'identity.password.hide' }),
  };
  return (
    <form {...form} className="max-w-[460px]">
      <FormAlert problem={formProblem !== null && <FormattedMessage id={formProblem} />} failureCount={failureCount} />
      <div className="grid gap-4">
        {/* Tells a password manager whose password it is. */}
        <input type="email" name="username" autoComplete="username" defaultValue={email} hidden />
        <PasswordField
          {...eye}
          name="oldPassword"
          autoComplete="current-password"
          required
          label={<FormattedMessage id={isOwn ? 'account.password.old' : 'account.password.own'} />}
          wrong={wrong('oldPassword')}
        />
        <NewPasswordField
          {...eye}
          name="newPassword"
          required
          label={<FormattedMessage id="identity.password.new" />}
          rule={<FormattedMessage id="identity.password.rule" />}
          metLabel={<FormattedMessage id="identity.password.met" />}
          meetsRule={(password) => findPasswordProblem(password) === null}
          wrong={wrong('newPassword')}
        />
        <PasswordField
          {...eye}
          name="confirmation"
          autoComplete="new-password"
          required
          label={<FormattedMessage id="identity.password.confirm" />}
          wrong={wrong('confirmation')}
        />
        <Checkbox
          name="signOutEverywhere"
          label={<FormattedMessage id={isOwn ? 'account.password.everywhere' : 'account.password.everywhere.child'} />}
        />
        <Button type="submit" isBusy={isBusy} className="justify-self-start">
          <FormattedMessage id="account.password.submit" />
        </Button>
      </div>
    </form>
  );
}

function findProblems({
  oldPassword = '',
  newPassword = '',
  confirmation = '',
}: FormValues): FieldErrors<PasswordInput> {
  const newProblem = findPasswordProblem(newPassword);
  const mismatch = findConfirmationProblem(newPassword, confirmation);
  return {
    ...(oldPassword === '' && { oldPassword: 'identity.password.invalid' }),
    ...(newProblem !== null && { newPassword: newProblem }),
    ...(mismatch !== null && { confirmation: mismatch }),
  };
}
