import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { useParams, useSearchParams } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { LifeRingDrawing } from '#ui/drawings/life-ring-drawing.tsx';
import type { Interaction, RequiredFactor } from '#features/identity/shared/contract.ts';
import { AccountFrame } from '#features/identity/web/account-frame.tsx';
import { AccountMessage } from '#features/identity/web/account-message.tsx';
import { AccountSkeleton } from '#features/identity/web/account-skeleton.tsx';
import { AccountLoadFailure } from '#features/identity/web/account-load-failure.tsx';
import { useInteraction } from '#features/identity/web/queries.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignInLink } from '#features/identity/web/sign-in-link.tsx';

/** Loaded on demand, because most people sign in. */
const SignUpForm = lazy(async () => ({ default: (await import('./sign-up-form.tsx')).SignUpForm }));

/** Loaded on demand: only staff and people who turned it on need it. */
const SecondFactorStep = lazy(async () => ({ default: (await import('./second-factor-step.tsx')).SecondFactorStep }));

/** Sign-in or sign-up, as the application requested. */
export function InteractionScreen() {
  const { uid = '' } = useParams();
  const { data, error, isFetching, refetch } = useInteraction(uid);
  return (
    <AccountFrame>
      {data !== undefined ? (
        <InteractionForms uid={uid} interaction={data} />
      ) : error === null ? (
        <AccountSkeleton />
      ) : isExpired(error) ? (
        <Expired />
      ) : (
        <AccountLoadFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />
      )}
    </AccountFrame>
  );
}

function InteractionForms({ uid, interaction }: { uid: string; interaction: Interaction }) {
  const [query] = useSearchParams();
  const [email, setEmail] = useState(interaction.email ?? '');
  const [hasExpired, setHasExpired] = useState(false);
  const [requiredFactor, setRequiredFactor] = useState<RequiredFactor | null>(null);
  if (hasExpired) return <Expired />;

  function onFailure(error: ApiError): boolean {
    if (isExpired(error)) setHasExpired(true);
    return isExpired(error);
  }

  if (requiredFactor !== null)
    return (
      <Suspense fallback={<AccountSkeleton />}>
        <SecondFactorStep
          uid={uid}
          interaction={interaction}
          requiredFactor={requiredFactor}
          email={email}
          onFailure={onFailure}
        />
      </Suspense>
    );

  const Form = (query.get('screen') ?? interaction.screen) === 'sign-up' ? SignUpForm : SignInForm;
  return (
    <Suspense fallback={<AccountSkeleton />}>
      <Form
        uid={uid}
        interaction={interaction}
        email={email}
        onEmail={setEmail}
        onFailure={onFailure}
        onFactorRequired={setRequiredFactor}
      />
    </Suspense>
  );
}

function Expired() {
  const intl = useIntl();
  return (
    <AccountMessage
      drawing={<LifeRingDrawing />}
      title={intl.formatMessage({ id: 'identity.expired.title' })}
      text={intl.formatMessage({ id: 'identity.expired.text' })}
      action={<SignInLink label="identity.sign_in.again" />}
    />
  );
}

function isExpired(error: Error): boolean {
  return error instanceof ApiError && error.code === 'identity.interaction_expired';
}
