import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams } from 'react-router';
import { ApiError } from '../../../platform/web/client.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { CardDrawing } from '../../../ui/drawings/card-drawing.tsx';
import { LifeRingDrawing } from '../../../ui/drawings/life-ring-drawing.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { confirmationProblem, passwordProblem } from '../shared/rules.ts';
import { AccountFrame, AccountHead } from './account-frame.tsx';
import { AccountMessage } from './account-message.tsx';
import { AccountSkeleton } from './account-skeleton.tsx';
import { collectProblems } from './checks.ts';
import { identity } from './client.ts';
import { fieldId, FormAlert } from './form-alert.tsx';
import { LoadFailure } from './load-failure.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { useResetLink } from './queries.ts';
import { SignInLink } from './sign-in-link.tsx';
import { useForm } from '../../../platform/web/form.ts';

/** A new password by the single-use link of the mail. The link is looked at first, so that nobody types in vain. */
export function ResetScreen() {
  const { token = '' } = useParams();
  const { data, error, isFetching, refetch } = useResetLink(token);
  const [outcome, setOutcome] = useState<'changed' | 'expired' | null>(null);
  const isMalformed = error instanceof ApiError && error.status === 400;
  return (
    <AccountFrame>
      {outcome === 'changed' ? (
        <Changed />
      ) : outcome === 'expired' || data?.isUsable === false || isMalformed ? (
        <LinkExpired />
      ) : data !== undefined ? (
        <ResetForm token={token} onOutcome={setOutcome} />
      ) : error === null ? (
        <AccountSkeleton />
      ) : (
        <LoadFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
    </AccountFrame>
  );
}

function ResetForm({ token, onOutcome }: { token: string; onOutcome: (outcome: 'changed' | 'expired') => void }) {
  const intl = useIntl();
  const { form, problems, formProblem, refusals, isBusy } = useForm<'password' | 'confirmation'>({
    retryField: 'password',
    check: ({ password = '', confirmation = '' }) =>
      collectProblems({
        password: passwordProblem(password),
        confirmation: confirmationProblem(password, confirmation),
      }),
    send: async ({ password = '' }) => {
      await identity('POST reset', { body: { token, password } });
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
        <FormAlert formProblem={formProblem} refusals={refusals} />
        <div className="grid gap-4">
          <NewPasswordField label={intl.formatMessage({ id: 'identity.password.new' })} problem={problems.password} />
          <PasswordField
            id={fieldId('confirmation')}
            name="confirmation"
            autoComplete="new-password"
            required
            label={<FormattedMessage id="identity.password.confirm" />}
            wrong={problems.confirmation && <FormattedMessage id={problems.confirmation} />}
            showLabel={intl.formatMessage({ id: 'identity.password.show' })}
            hideLabel={intl.formatMessage({ id: 'identity.password.hide' })}
          />
          <Button type="submit" size="tall" isWide isBusy={isBusy}>
            <FormattedMessage id="identity.reset.submit" />
          </Button>
        </div>
      </form>
    </>
  );
}

function Changed() {
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
        <ButtonLink href="/sso/forgot" size="tall" isWide>
          {intl.formatMessage({ id: 'identity.reset.expired.action' })}
        </ButtonLink>
      }
    />
  );
}
