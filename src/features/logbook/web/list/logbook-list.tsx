import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import type { LogbookTotals } from '#features/logbook/shared/contract.ts';
import { DiveRows } from './dive-rows.tsx';
import { formatViewQuery, toLogFilter, hasYears, type ListView } from './list-view.ts';
import { FilteredEmpty } from './logbook-empty.tsx';
import { pageOptions, useLogbookYears } from '#features/logbook/web/queries.ts';

/** The minimum depth scale of the list's profiles, so they compare and shallow dives look shallow. */
const leastScaleM = 20;

export function LogbookList({ view, totals }: { view: ListView; totals: LogbookTotals }) {
  const intl = useIntl();
  const first = useQuery(pageOptions({ filter: toLogFilter(view), sort: view.sort }, 0));
  // The previous list stays visible until the next one is loaded.
  const [shown, setShown] = useState(view);
  const isHere = first.data !== undefined && !first.isPlaceholderData;
  if (isHere && formatViewQuery(shown) !== formatViewQuery(view)) setShown(view);
  const isPart = formatViewQuery({ ...shown, sort: 'dive_date_desc' }) !== '?';
  const years = useLogbookYears(toLogFilter(shown), isPart && hasYears(shown));
  return (
    <QueryView
      query={first}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'logbook.list.loading' })} className="mt-6 grid gap-4">
          <SkeletonRows count={4} height={72} />
        </SkeletonGroup>
      }
    >
      {({ total }) => (
        <>
          <p className="vh" aria-live="polite">
            {view.search !== '' && isHere && intl.formatMessage({ id: 'logbook.list.found' }, { count: total })}
          </p>
          {total === 0 ? (
            <FilteredEmpty view={shown} />
          ) : (
            <DiveRows
              key={formatViewQuery(shown)}
              view={shown}
              total={total}
              years={hasYears(shown) ? ((isPart ? years.data : totals.years) ?? []) : []}
              scaleDepthM={Math.max(totals.max_depth ?? 0, leastScaleM)}
              isBusy={!isHere}
            />
          )}
        </>
      )}
    </QueryView>
  );
}
