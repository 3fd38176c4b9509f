import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import type { LogbookTotals } from '../shared/contract.ts';
import { DiveRows } from './dive-rows.tsx';
import { addressOf, filterOf, hasYears, type ListView } from './list-view.ts';
import { LoadFailure } from './load-failure.tsx';
import { PartEmpty } from './logbook-empty.tsx';
import { pageOptions, useYears } from './queries.ts';

/** The profiles of a list share a scale, so that they compare; a puddle does not look like a trench. */
const leastScaleM = 20;

export function LogbookList({ view, totals }: { view: ListView; totals: LogbookTotals }) {
  const intl = useIntl();
  const first = useQuery(pageOptions({ filter: filterOf(view), sort: view.sort }, 0));
  // Until another part of the list is here, the former one stays.
  const [shown, setShown] = useState(view);
  const isHere = first.data !== undefined && !first.isPlaceholderData;
  if (isHere && addressOf(shown) !== addressOf(view)) setShown(view);
  const isPart = addressOf({ ...shown, sort: 'dive_date_desc' }) !== '?';
  const years = useYears(filterOf(shown), isPart && hasYears(shown));
  if (first.isError && !isHere) return <LoadFailure isBusy={first.isFetching} onRefresh={() => void first.refetch()} />;
  if (first.data === undefined)
    return (
      <SkeletonGroup label={intl.formatMessage({ id: 'logbook.list.loading' })} className="mt-6 grid gap-4">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} height={72} />
        ))}
      </SkeletonGroup>
    );
  return (
    <>
      <p className="vh" aria-live="polite">
        {view.search !== '' && isHere && intl.formatMessage({ id: 'logbook.list.found' }, { count: first.data.total })}
      </p>
      {first.data.total === 0 ? (
        <PartEmpty view={shown} />
      ) : (
        <DiveRows
          key={addressOf(shown)}
          view={shown}
          total={first.data.total}
          years={hasYears(shown) ? ((isPart ? years.data : totals.years) ?? []) : []}
          scaleDepthM={Math.max(totals.max_depth ?? 0, leastScaleM)}
          isBusy={!isHere}
        />
      )}
    </>
  );
}
