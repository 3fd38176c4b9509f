import { useIntl } from 'react-intl';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Skeleton, SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import type { LogbookTotals } from '#features/logbook/shared/contract.ts';
import { LogbookBar } from './logbook-bar.tsx';
import { LogbookDrop } from './logbook-drop.tsx';
import { LogbookEmpty } from './logbook-empty.tsx';
import { LogbookHead, LogbookStats } from './logbook-head.tsx';
import { LogbookList } from './logbook-list.tsx';
import { useListView } from './list-view.ts';
import { useLogbookUpdates, useLogbookTotals } from '#features/logbook/web/queries.ts';

export function LogbookScreen() {
  const { view, change } = useListView();
  const query = useLogbookTotals();
  useLogbookUpdates();
  return (
    <>
      <LogbookDrop />
      <LogbookHead hasLogButton={query.data !== undefined && !isEmpty(query.data)} />
      <QueryView query={query} skeleton={<LogbookSkeleton />} isEmpty={isEmpty} empty={<LogbookEmpty />}>
        {(totals) => (
          <>
            {totals.dives > 0 && <LogbookStats totals={totals} />}
            <LogbookBar view={view} totals={totals} onChange={change} />
            <LogbookList view={view} totals={totals} />
          </>
        )}
      </QueryView>
    </>
  );
}

function isEmpty({ dives, drafts }: LogbookTotals): boolean {
  return dives === 0 && drafts === 0;
}

function LogbookSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'logbook.list.loading' })} className="mt-6 grid gap-6">
      <Skeleton height={60} width="70%" />
      <Skeleton height={120} />
      <Skeleton height={48} />
      <SkeletonRows count={3} height={72} />
    </SkeletonGroup>
  );
}
