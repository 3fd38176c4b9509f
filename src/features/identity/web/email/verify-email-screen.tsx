import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { ButtonLink, LinkButton } from '#ui/buttons/button.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { LifeRingDrawing } from '#ui/drawings/life-ring-drawing.tsx';
import { AccountFrame, AccountHead } from '#features/identity/web/account-frame.tsx';
import { AccountMessage } from '#features/identity/web/account-message.tsx';
import { AccountSkeleton } from '#features/identity/web/account-skeleton.tsx';
import { AccountLoadFailure } from '#features/identity/web/account-load-failure.tsx';
import { SignInLink } from '#features/identity/web/sign-in-link.tsx';
import { emailClient } from './email-client.ts';
import { PasswordStep } from './password-step.tsx';

type Outcome = 'confirmed' | 'confirmed-by-password' | 'deleted' | 'expired';

/** The page of a verification link. Opening it changes nothing, because mail scanners open links. */
export function VerifyEmailScreen() {
  const { token = '' } = useParams();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['identity', 'verify', token],
    staleTime: Infinity,
    retry: false,
    queryFn: () => emailClient('POST email-verification/check', { body: { token } }),
  });
  const isExpired = error instanceof ApiError && [400, 410].includes(error.status);
  return (
    <AccountFrame>
      {outcome !== null || isExpired ? (
        <VerificationOutcome outcome={outcome ?? 'expired'} />
      ) : data !== undefined ? (
        <ConfirmEmailForm token={token} email={data.email} isSignedIn={data.isSignedIn} onOutcome={setOutcome} />
      ) : error === null ? (
        <AccountSkeleton />
      ) : (
        <AccountLoadFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
    </AccountFrame>
  );
}

interface ConfirmEmailFormProps {
  token: string;
  email: string;
  isSignedIn: boolean;
  onOutcome: (outcome: Outcome) => void;
}

function ConfirmEmailForm({ token, email, isSignedIn, onOutcome }: ConfirmEmailFormProps) {
  const intl = useIntl();
  const [isDeleting, setIsDeleting] = useState(false);
  const values = { email: <bdi className="wrap-anywhere">{email}</bdi>, b: bold };
  const onExpired = () => onOutcome('expired');
  if (isDeleting)
    return (
      <>
        <AccountHead
          key="delete"
          title={intl.formatMessage({ id: 'identity.verify.not_me.title' })}
          text={<FormattedMessage id="identity.verify.not_me.text" values={values} />}
          takesFocus
        />
        <PasswordStep
          asksPassword={false}
          submit={<FormattedMessage id="identity.verify.not_me.submit" />}
          send={async () => {
            await emailClient('POST email-verification/not-me', { body: { token } });
            onOutcome('deleted');
          }}
          onExpired={onExpired}
        />
        <p className="mt-6 text-sm">
          <LinkButton onClick={() => setIsDeleting(false)}>
            <FormattedMessage id="identity.verify.not_me.back" />
          </LinkButton>
        </p>
      </>
    );
  return (
    <>
      <AccountHead
        key="confirm"
        title={intl.formatMessage({ id: 'identity.verify.title' })}
        text={<FormattedMessage id={`identity.verify.text${isSignedIn ? '' : '.password'}`} values={values} />}
        takesFocus
      />
      <PasswordStep
        asksPassword={!isSignedIn}
        submit={<FormattedMessage id="identity.verify.submit" />}
        send={async (password) => {
          await emailClient('POST email-verification/link', {
            body: { token, ...(password !== undefined && { password }) },
          });
          onOutcome(isSignedIn ? 'confirmed' : 'confirmed-by-password');
        }}
        onExpired={onExpired}
      />
      {!isSignedIn && (
        <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2 text-sm">
          <LinkButton onClick={() => setIsDeleting(true)}>
            <FormattedMessage id="identity.verify.not_me" />
          </LinkButton>
          <a href="/sso/forgot" className="font-strong">
            <FormattedMessage id="identity.verify.forgot" />
          </a>
        </p>
      )}
    </>
  );
}

function VerificationOutcome({ outcome }: { outcome: Outcome }) {
  const intl = useIntl();
  const translate = (id: MessageId) => intl.formatMessage({ id });
  if (outcome === 'expired')
    return (
      <AccountMessage
        drawing={<LifeRingDrawing />}
        title={translate('identity.verify.expired.title')}
        text={translate('identity.verify.expired.text')}
        action={<SignInLink label="identity.sign_in.submit" />}
      />
    );
  if (outcome === 'deleted')
    return (
      <AccountMessage
        drawing={<LifeRingDrawing />}
        title={translate('identity.verify.not_me.done.title')}
        text={translate('identity.verify.not_me.done.text')}
        action={<SignInLink label="identity.sign_in.back" />}
      />
    );
  return (
    <AccountMessage
      drawing={<CardDrawing />}
      title={translate('identity.verify.done.title')}
      text={translate(`identity.verify.done.text${outcome === 'confirmed' ? '' : '.password'}`)}
      action={
        outcome === 'confirmed' ? (
          <ButtonLink href="/training/dashboard" size="lg" isWide>
            {translate('identity.verify.done.action')}
          </ButtonLink>
        ) : (
          <SignInLink label="identity.sign_in.submit" />
        )
      }
    />
  );
}

function bold(chunks: ReactNode) {
  return <b>{chunks}</b>;
}
