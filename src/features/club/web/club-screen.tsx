import { useIntl } from 'react-intl';
import { boot } from '#platform/web/session/boot.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { PageColumns, PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { ClubBody } from './club-body.tsx';
import { useClub } from './club-queries.ts';
import { usePaymentReturn } from './use-payment-return.tsx';

export function ClubScreen() {
  const intl = useIntl();
  const { isAwaited, note } = usePaymentReturn();
  const query = useClub({ isAwaited });
  return (
    <QueryView
      query={query}
      skeleton={<ClubSkeleton label={intl.formatMessage({ id: 'club.loading' })} />}
      renderError={() => (
        <>
          <PageHead title={boot.brand.club} />
          <LoadFailure query={query} />
        </>
      )}
    >
      {(page) => <ClubBody page={page} note={note(page)} />}
    </QueryView>
  );
}

function ClubSkeleton({ label }: { label: string }) {
  return (
    <SkeletonGroup label={label} className="grid gap-10">
      <Skeleton height={64} width="60%" />
      <Skeleton height={88} />
      <PageColumns>
        <div className="grid gap-4 lg:grid-cols-[1fr_1fr]">
          <Skeleton height={320} />
          <Skeleton height={320} />
        </div>
        <Skeleton height={220} />
      </PageColumns>
    </SkeletonGroup>
  );
}
