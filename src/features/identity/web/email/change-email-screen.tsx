import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { ButtonLink } from '#ui/buttons/button.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { LifeRingDrawing } from '#ui/drawings/life-ring-drawing.tsx';
import { AccountFrame, AccountHead } from '#features/identity/web/account-frame.tsx';
import { AccountMessage } from '#features/identity/web/account-message.tsx';
import { AccountSkeleton } from '#features/identity/web/account-skeleton.tsx';
import { AccountLoadFailure } from '#features/identity/web/account-load-failure.tsx';
import { SignInLink } from '#features/identity/web/sign-in-link.tsx';
import { emailCorrectionClient } from './email-client.ts';
import { PasswordStep } from './password-step.tsx';

/** The page of the links in mails about a corrected address: confirm the new one, or keep the old one. */
export function ChangeEmailScreen() {
  const intl = useIntl();
  const { token = '' } = useParams();
  const [outcome, setOutcome] = useState<'done' | 'expired' | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['identity', 'email-correction', token],
    staleTime: Infinity,
    retry: false,
    queryFn: () => emailCorrectionClient('POST email-correction/check', { body: { token } }),
  });
  const isExpired = outcome === 'expired' || (error instanceof ApiError && [400, 410].includes(error.status));
  if (isExpired)
    return (
      <AccountFrame>
        <AccountMessage
          drawing={<LifeRingDrawing />}
          title={intl.formatMessage({ id: 'identity.verify.expired.title' })}
          text={intl.formatMessage({ id: 'identity.email_change.expired.text' })}
          action={<SignInLink label="identity.sign_in.submit" />}
        />
      </AccountFrame>
    );
  if (data === undefined)
    return (
      <AccountFrame>
        {error === null ? (
          <AccountSkeleton />
        ) : (
          <AccountLoadFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />
        )}
      </AccountFrame>
    );
  const { action, isSignedIn, oldEmail, newEmail, isConfirmed } = data;
  const key = `identity.email_change.${action}`;
  // A correction that isn't confirmed yet is only canceled, and no session ends.
  const textKey = action === 'revert' && !isConfirmed ? 'identity.email_change.cancel' : key;
  const emails = { oldEmail, newEmail };
  if (outcome === 'done')
    return (
      <AccountFrame>
        <AccountMessage
          drawing={<CardDrawing />}
          title={intl.formatMessage({ id: `${key}.done.title` as MessageId }, emails)}
          text={intl.formatMessage({ id: `${textKey}.done.text` as MessageId }, emails)}
          action={<SignInLink label="identity.sign_in.submit" />}
          more={
            action === 'revert' &&
            isConfirmed && (
              <ButtonLink href="/sso/forgot" kind="quiet">
                {intl.formatMessage({ id: 'identity.verify.forgot' })}
              </ButtonLink>
            )
          }
        />
      </AccountFrame>
    );
  return (
    <AccountFrame>
      <AccountHead
        title={intl.formatMessage({ id: `${key}.title` as MessageId })}
        text={<FormattedMessage id={`${textKey}.text` as MessageId} values={{ ...emails, b: bold }} />}
        takesFocus
      />
      <PasswordStep
        asksPassword={action === 'confirm' && !isSignedIn}
        submit={<FormattedMessage id={`${key}.submit` as MessageId} values={emails} />}
        send={async (password) => {
          await (action === 'confirm'
            ? emailCorrectionClient('POST email-correction/confirm', {
                body: { token, ...(password !== undefined && { password }) },
              })
            : emailCorrectionClient('POST email-correction/revert', { body: { token } }));
          setOutcome('done');
        }}
        onExpired={() => setOutcome('expired')}
      />
    </AccountFrame>
  );
}

function bold(chunks: ReactNode) {
  return <b className="wrap-anywhere">{chunks}</b>;
}
