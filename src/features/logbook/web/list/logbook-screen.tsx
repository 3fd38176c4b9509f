import './logbook.css';
import { useIntl } from 'react-intl';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { LoadFailure } from '#features/logbook/web/load-failure.tsx';
import { LogbookBar } from './logbook-bar.tsx';
import { LogbookEmpty } from './logbook-empty.tsx';
import { LogbookHead, LogbookStats } from './logbook-head.tsx';
import { LogbookList } from './logbook-list.tsx';
import { useListView } from './list-view.ts';
import { useLogbookUpdates, useLogbookTotals } from '#features/logbook/web/queries.ts';

export function LogbookScreen() {
  const { view, change } = useListView();
  const { data: totals, isError, isFetching, refetch } = useLogbookTotals();
  useLogbookUpdates();
  if (totals === undefined)
    return (
      <>
        <LogbookHead />
        {isError ? <LoadFailure isBusy={isFetching} onRefresh={() => void refetch()} /> : <LogbookSkeleton />}
      </>
    );
  const isEmpty = totals.dives === 0 && totals.drafts === 0;
  return (
    <>
      <LogbookHead hasLogButton={!isEmpty} />
      {totals.dives > 0 && <LogbookStats totals={totals} />}
      {isEmpty ? (
        <LogbookEmpty />
      ) : (
        <>
          <LogbookBar view={view} totals={totals} onChange={change} />
          <LogbookList view={view} totals={totals} />
        </>
      )}
    </>
  );
}

function LogbookSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'logbook.list.loading' })} className="mt-6 grid gap-6">
      <Skeleton height={60} width="70%" />
      <Skeleton height={120} />
      <Skeleton height={48} />
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={72} />
      ))}
    </SkeletonGroup>
  );
}
