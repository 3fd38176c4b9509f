import { FormattedMessage, useIntl } from 'react-intl';
import type { ApiError } from '#platform/web/client/client.ts';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { AuthenticatorSetup } from '#ui/display/authenticator-setup.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/fields/field.tsx';
import { AccountHead } from '#features/identity/web/account-frame.tsx';
import { AccountSkeleton } from '#features/identity/web/account-skeleton.tsx';
import { identityClient } from '#features/identity/web/client.ts';
import { getFieldId, FormAlert } from '#features/identity/web/form-alert.tsx';
import { AccountLoadFailure } from '#features/identity/web/account-load-failure.tsx';
import { useEnrollment } from '#features/identity/web/queries.ts';

interface EnrollFactorFormProps {
  uid: string;
  onFailure: (error: ApiError) => boolean;
  onDone: (done: { redirectTo: string; codes: string[] }) => void;
}

/** Staff can't sign in without a second factor, so the first one is set up before the session exists. */
export function EnrollFactorForm({ uid, onFailure, onDone }: EnrollFactorFormProps) {
  const intl = useIntl();
  const { data, error, isFetching, refetch } = useEnrollment(uid);
  const { form, problems, formProblem, failureCount, isBusy } = useForm<'code'>({
    retryField: 'code',
    onFailure,
    check: ({ code = '' }) => (code.trim() === '' ? { code: 'identity.code.missing' } : {}),
    send: async ({ code = '' }) => {
      const answer = await identityClient('POST interaction/{uid}/second-factor', { params: { uid }, body: { code } });
      onDone({ redirectTo: answer.redirectTo, codes: answer.recoveryCodes ?? [] });
    },
  });
  if (data === undefined)
    return error === null ? (
      <AccountSkeleton />
    ) : (
      <AccountLoadFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />
    );
  return (
    <>
      <AccountHead
        title={intl.formatMessage({ id: 'identity.enroll.title' })}
        text={<FormattedMessage id="identity.enroll.text" />}
        takesFocus
      />
      <form {...form} className="mt-7">
        <FormAlert formProblem={formProblem} failureCount={failureCount} />
        <div className="grid gap-4">
          <AuthenticatorSetup
            {...data}
            qrLabel={intl.formatMessage({ id: 'identity.enroll.qr' })}
            keyLabel={<FormattedMessage id="identity.enroll.key" />}
            copyLabel={<FormattedMessage id="identity.enroll.copy" />}
            copied={<FormattedMessage id="identity.copied" />}
          />
          <Field
            id={getFieldId('code')}
            name="code"
            dir="ltr"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={10}
            required
            label={<FormattedMessage id="identity.enroll.code" />}
            wrong={problems.code && <FormattedMessage id={problems.code} />}
          />
          <Button type="submit" size="lg" isWide isBusy={isBusy}>
            <FormattedMessage id="identity.enroll.submit" />
          </Button>
        </div>
      </form>
    </>
  );
}
