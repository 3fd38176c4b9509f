import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { Button, ButtonLink } from '#ui/buttons/button.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { LifeRingDrawing } from '#ui/drawings/life-ring-drawing.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { findConfirmationProblem, findPasswordProblem } from '#features/identity/shared/rules.ts';
import { AccountFrame, AccountHead } from '#features/identity/web/account-frame.tsx';
import { AccountMessage } from '#features/identity/web/account-message.tsx';
import { AccountSkeleton } from '#features/identity/web/account-skeleton.tsx';
import { collectProblems } from '#features/identity/web/field-validation.ts';
import { identityClient } from '#features/identity/web/client.ts';
import { getFieldId, FormAlert } from '#features/identity/web/form-alert.tsx';
import { AccountLoadFailure } from '#features/identity/web/account-load-failure.tsx';
import { NewPasswordField } from '#features/identity/web/new-password-field.tsx';
import { useResetLink } from '#features/identity/web/queries.ts';
import { SignInLink } from '#features/identity/web/sign-in-link.tsx';
import { useForm } from '#platform/web/hooks/use-form.ts';

/** Sets a new password with the link of the mail. The link is checked first, so no one fills in a form in vain. */
export function ResetScreen() {
  const { token = '' } = useParams();
  const { data, error, isFetching, refetch } = useResetLink(token);
  const [outcome, setOutcome] = useState<'changed' | 'expired' | null>(null);
  const isMalformed = error instanceof ApiError && error.status === 400;
  return (
    <AccountFrame>
      {outcome === 'changed' ? (
        <PasswordChanged />
      ) : outcome === 'expired' || data?.isUsable === false || isMalformed ? (
        <LinkExpired />
      ) : data !== undefined ? (
        <ResetForm token={token} onOutcome={setOutcome} />
      ) : error === null ? (
        <AccountSkeleton />
      ) : (
        <AccountLoadFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
    </AccountFrame>
  );
}

function ResetForm({ token, onOutcome }: { token: string; onOutcome: (outcome: 'changed' | 'expired') => void }) {
  const intl = useIntl();
  const { form, problems, formProblem, failureCount, isBusy } = useForm<'password' | 'confirmation'>({
    retryField: 'password',
    check: ({ password = '', confirmation = '' }) =>
      collectProblems({
        password: findPasswordProblem(password),
        confirmation: findConfirmationProblem(password, confirmation),
      }),
    send: async ({ password = '' }) => {
      await identityClient('POST reset', { body: { token, password } });
      onOutcome('changed');
    },
    onFailure: (error) => {
      const isExpired = error.code === 'identity.link_expired';
      if (isExpired) onOutcome('expired');
      return isExpired;
    },
  });
  return (
    <>
      <AccountHead
        title={intl.formatMessage({ id: 'identity.reset.title' })}
        text={<FormattedMessage id="identity.reset.text" />}
        takesFocus
      />
      <form {...form} className="mt-7">
        <FormAlert formProblem={formProblem} failureCount={failureCount} />
        <div className="grid gap-4">
          <NewPasswordField label={intl.formatMessage({ id: 'identity.password.new' })} problem={problems.password} />
          <PasswordField
            id={getFieldId('confirmation')}
            name="confirmation"
            autoComplete="new-password"
            required
            label={<FormattedMessage id="identity.password.confirm" />}
            wrong={problems.confirmation && <FormattedMessage id={problems.confirmation} />}
            showLabel={intl.formatMessage({ id: 'identity.password.show' })}
            hideLabel={intl.formatMessage({ id: 'identity.password.hide' })}
          />
          <Button type="submit" size="lg" isWide isBusy={isBusy}>
            <FormattedMessage id="identity.reset.submit" />
          </Button>
        </div>
      </form>
    </>
  );
}

function PasswordChanged() {
  const intl = useIntl();
  return (
    <AccountMessage
      drawing={<CardDrawing />}
      title={intl.formatMessage({ id: 'identity.reset.changed.title' })}
      text={intl.formatMessage({ id: 'identity.reset.changed.text' })}
      action={<SignInLink label="identity.sign_in.submit" />}
    />
  );
}

function LinkExpired() {
  const intl = useIntl();
  return (
    <AccountMessage
      drawing={<LifeRingDrawing />}
      title={intl.formatMessage({ id: 'identity.reset.expired.title' })}
      text={intl.formatMessage({ id: 'identity.reset.expired.text' })}
      action={
        <ButtonLink href="/sso/forgot" size="lg" isWide>
          {intl.formatMessage({ id: 'identity.reset.expired.action' })}
        </ButtonLink>
      }
    />
  );
}
