import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useParams } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { PageColumns } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { PhysicianFacts } from './physician-facts.tsx';
import { PhysicianForm } from './physician-form.tsx';
import { PhysicianHeader } from './physician-header.tsx';
import { PhysicianThanks, PhysicianLinkExpired, PhysicianNotAllowed } from './physician-outcomes.tsx';
import { usePhysicianPage } from './physician-queries.ts';

/** The page behind a physician link, for a physician without an account; it can be answered once. */
export function PhysicianScreen() {
  const { token = '' } = useParams();
  const query = usePhysicianPage(token);
  const [outcome, setOutcome] = useState<'approved' | 'refused' | 'expired' | null>(null);
  const { data, error } = query;
  const isExpired = error instanceof ApiError && [400, 404, 410].includes(error.status);
  if (error instanceof ApiError && error.code === 'forms.own_physician') return <PhysicianNotAllowed />;
  if (outcome === 'expired' || isExpired) return <PhysicianLinkExpired />;
  if (data !== undefined && outcome !== null) return <PhysicianThanks decision={outcome} diver={data.diverName} />;
  return (
    <QueryView query={query} skeleton={<PhysicianSkeleton />} isCard level={1}>
      {(page) => (
        <>
          <PhysicianHeader page={page} />
          <PageColumns className="mt-6">
            <PhysicianFacts page={page} />
            <section className="card p-5 lg:p-6 grid gap-5 self-start">
              <h2 className="text-lg font-title">
                <FormattedMessage id="forms.physician.answer" />
              </h2>
              <PhysicianForm token={token} page={page} onOutcome={setOutcome} />
            </section>
          </PageColumns>
        </>
      )}
    </QueryView>
  );
}

/** Has no heading, so the focus moves to the heading of the loaded page. */
function PhysicianSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'forms.physician.loading' })} className="grid gap-6">
      <Skeleton height={72} width="60%" />
      <PageColumns>
        <Skeleton height={320} />
        <Skeleton height={420} />
      </PageColumns>
    </SkeletonGroup>
  );
}
