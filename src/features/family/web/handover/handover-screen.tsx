import '#features/family/web/family.css';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams } from 'react-router';
import { useErrorState } from '#platform/web/client/use-error-state.ts';
import { ButtonLink } from '#ui/buttons/button.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { HandoverForm } from './handover-form.tsx';
import { isLinkExpired, LinkExpired } from '#features/family/web/link-expired.tsx';
import { useHandover } from '#features/family/web/queries.ts';

/** Lets a person who has come of age choose their email address and password. */
export function HandoverScreen() {
  const intl = useIntl();
  const errorState = useErrorState();
  const { token = '' } = useParams();
  const [taken, setTaken] = useState<string | null>(null);
  const { data, error, isFetching, refetch } = useHandover(token);
  if (taken !== null) return <HandoverComplete email={taken} />;
  if (isLinkExpired(error)) return <LinkExpired text="family.over.handover" />;
  if (data === undefined)
    return error === null ? (
      <SkeletonGroup label={intl.formatMessage({ id: 'family.loading' })} className="family-link">
        <Skeleton height={64} width="70%" />
        <Skeleton height={240} />
      </SkeletonGroup>
    ) : (
      <ErrorState {...errorState} isBusy={isFetching} onRefresh={() => void refetch()} />
    );
  return <HandoverForm token={token} firstName={data.firstName} onTaken={setTaken} onOver={() => void refetch()} />;
}

function HandoverComplete({ email }: { email: string }) {
  const query = new URLSearchParams({ returnTo: '/training/dashboard', email });
  return (
    <EmptyState
      level={1}
      drawing={<CardDrawing />}
      title={<FormattedMessage id="family.taken.title" />}
      text={<FormattedMessage id="family.taken.text" values={{ email: <bdi dir="ltr">{email}</bdi> }} />}
      action={
        <ButtonLink size="tall" href={`/auth/start?${query}`}>
          <FormattedMessage id="family.sign.sign_in" />
        </ButtonLink>
      }
    />
  );
}
