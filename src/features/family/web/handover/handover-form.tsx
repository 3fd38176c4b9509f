import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/fields/field.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { NewPasswordField } from '#ui/fields/new-password-field.tsx';
import { PageHead, narrowPage } from '#ui/layout/page.tsx';
import { findPasswordProblem } from '#features/identity/shared/rules.ts';
import { familyClient } from '#features/family/web/client.ts';
import { looksLikeEmail } from '#platform/shared/mailbox.ts';

interface HandoverFormProps {
  token: string;
  firstName: string;
  onComplete: (email: string) => void;
  /** The link was used by another request. */
  onExpired: () => void;
}

export function HandoverForm({ token, firstName, onComplete, onExpired }: HandoverFormProps) {
  const intl = useIntl();
  const { form, problems, formProblem, failureCount, isBusy } = useForm<'email' | 'password'>({
    retryField: 'email',
    check: ({ email = '', password = '' }) => {
      const problem = findPasswordProblem(password);
      return {
        ...(!looksLikeEmail(email) && { email: 'family.email.missing' }),
        ...(problem !== null && { password: problem }),
      };
    },
    send: async ({ email = '', password = '' }) => {
      await familyClient('POST Handover/{token}', { params: { token }, body: { email: email.trim(), password } });
      onComplete(email.trim());
    },
    onFailure: ({ code }) => {
      if (code === 'family.link_over') onExpired();
      return code === 'family.link_over';
    },
  });
  return (
    <div className={narrowPage}>
      <PageHead
        title={<FormattedMessage id="family.handover.title" values={{ name: <bdi>{firstName}</bdi> }} />}
        text={<FormattedMessage id="family.handover.how" />}
      />
      <form {...form}>
        <FormAlert
          problem={formProblem !== null && <FormattedMessage id={formProblem} />}
          failureCount={failureCount}
        />
        <div className="grid gap-4">
          <Field
            name="email"
            type="email"
            dir="ltr"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            label={<FormattedMessage id="identity.email.label" />}
            wrong={problems.email && <FormattedMessage id={problems.email} />}
          />
          <NewPasswordField
            name="password"
            required
            label={intl.formatMessage({ id: 'identity.password.label' })}
            rule={<FormattedMessage id="identity.password.rule" />}
            metLabel={<FormattedMessage id="identity.password.met" />}
            meetsRule={(password) => findPasswordProblem(password) === null}
            wrong={problems.password && <FormattedMessage id={problems.password} />}
            showLabel={intl.formatMessage({ id: 'identity.password.show' })}
            hideLabel={intl.formatMessage({ id: 'identity.password.hide' })}
          />
          <Button type="submit" size="lg" isWide isBusy={isBusy}>
            <FormattedMessage id="family.handover.submit" />
          </Button>
        </div>
      </form>
    </div>
  );
}
