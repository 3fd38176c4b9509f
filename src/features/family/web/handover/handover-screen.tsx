import { useState } from 'react';
import { narrowPage } from '#ui/layout/page.tsx';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams } from 'react-router';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { ButtonLink } from '#ui/buttons/button.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { HandoverForm } from './handover-form.tsx';
import { isLinkExpired, LinkExpired } from '#features/family/web/link-expired.tsx';
import { useHandover } from '#features/family/web/queries.ts';

/** Lets a person who has come of age choose their email address and password. */
export function HandoverScreen() {
  const intl = useIntl();
  const { token = '' } = useParams();
  const [completedEmail, setCompletedEmail] = useState<string | null>(null);
  const query = useHandover(token);
  if (completedEmail !== null) return <HandoverComplete email={completedEmail} />;
  if (isLinkExpired(query.error)) return <LinkExpired text="family.over.handover" />;
  return (
    <QueryView
      query={query}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'family.loading' })} className={narrowPage}>
          <Skeleton height={64} width="70%" />
          <Skeleton height={240} />
        </SkeletonGroup>
      }
    >
      {({ firstName }) => (
        <HandoverForm
          token={token}
          firstName={firstName}
          onComplete={setCompletedEmail}
          onExpired={() => void query.refetch()}
        />
      )}
    </QueryView>
  );
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
        <ButtonLink size="lg" href={`/auth/start?${query}`}>
          <FormattedMessage id="family.sign.sign_in" />
        </ButtonLink>
      }
    />
  );
}
