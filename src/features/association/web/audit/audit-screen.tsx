import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router';
import { isTextInput, usePageShortcuts } from '#platform/web/hooks/use-page-shortcuts.ts';
import { mapQuery } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { loadMoreAndFocus } from '#ui/lists/load-more.ts';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { AuditEntryRow } from './audit-entry.tsx';
import { AuditFilters, parseAuditFilter, type AuditFilter } from './audit-filters.tsx';
import { deskClient } from '#features/association/web/client.ts';

/** The audit log, newest first. */
export function AuditScreen() {
  const [params, setParams] = useSearchParams();
  const field = useRef<HTMLInputElement>(null);
  const filter = parseAuditFilter(params);
  const query = useAuditEntries(filter);
  usePageShortcuts(({ key }, target) => {
    if (key !== '/' || isTextInput(target)) return false;
    field.current?.focus();
    return true;
  });
  const narrow = (change: Partial<AuditFilter>) => {
    const next = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== '');
    setParams(Object.fromEntries(next), { replace: true, preventScrollReset: true });
  };
  return (
    <div data-full-page="" className="group grid flex-1 min-h-0 relative grid-cols-1">
      <section
        className="flex min-h-0 min-w-0 flex-col lg:bg-surface max-xl:group-data-open:hidden"
        aria-labelledby="queue-title"
      >
        <div className="flex flex-wrap items-center gap-y-3 gap-x-4 pt-4 px-gutter pb-3 lg:flex-nowrap lg:py-3 lg:px-4">
          <h1 className="text-lg" id="queue-title" tabIndex={-1} data-page-title="">
            <FormattedMessage id="association.audit.title" />
          </h1>
          <AuditFilters field={field} filter={filter} onNarrow={narrow} />
        </div>
        <div
          data-part="trail"
          className="min-w-0 flex-1 bg-surface lg:overflow-auto lg:scroll-pt-10 aria-busy:opacity-60"
          aria-busy={query.isPlaceholderData || undefined}
        >
          <AuditList query={query} onNarrow={narrow} />
        </div>
      </section>
    </div>
  );
}

/** Every first page is an audited read, so entries are not refetched automatically. */
function useAuditEntries({ subject, actorId, action }: AuditFilter) {
  return useInfiniteQuery({
    queryKey: ['association', 'audit', subject, actorId, action],
    queryFn: ({ pageParam }) =>
      deskClient('GET audit', {
        query: {
          subject,
          action,
          ...(/^\d{1,15}$/.test(actorId) && { actorId: Number(actorId) }),
          ...(pageParam > 0 && { before: pageParam }),
        },
      }),
    initialPageParam: 0,
    getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.seq : undefined),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

interface AuditListProps {
  query: ReturnType<typeof useAuditEntries>;
  onNarrow: (change: Partial<AuditFilter>) => void;
}

function AuditList({ query, onNarrow }: AuditListProps) {
  const intl = useIntl();
  return (
    <QueryView
      query={mapQuery(query, ({ pages }) => pages.flatMap(({ items }) => items))}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'association.audit.loading' })} className="grid gap-4 p-4">
          <SkeletonRows count={12} height={26} />
        </SkeletonGroup>
      }
      isEmpty={(entries) => entries.length === 0}
      empty={
        <EmptyState
          drawing={<CompassDrawing />}
          title={<FormattedMessage id="association.audit.none" />}
          text={<FormattedMessage id="association.audit.none_text" />}
        />
      }
    >
      {(entries) => (
        <>
          <ol>
            {entries.map((entry) => (
              <AuditEntryRow key={entry.seq} entry={entry} onNarrow={onNarrow} />
            ))}
          </ol>
          {query.hasNextPage && (
            <div className="py-3 px-4">
              <Button
                kind="outlined"
                size="sm"
                isBusy={query.isFetchingNextPage}
                onClick={({ currentTarget }) => void loadMoreAndFocus(currentTarget, query.fetchNextPage)}
              >
                <FormattedMessage id="association.audit.older" />
              </Button>
            </div>
          )}
        </>
      )}
    </QueryView>
  );
}
