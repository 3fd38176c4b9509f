import '#features/association/web/desk.css';
import './audit-screen.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router';
import { useErrorState } from '#platform/web/client/use-error-state.ts';
import { isTextInput, usePageShortcuts } from '#platform/web/hooks/use-page-shortcuts.ts';
import { Button } from '#ui/buttons/button.tsx';
import { loadMoreAndFocus } from '#ui/lists/load-more.ts';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { AuditEntryRow } from './audit-entry.tsx';
import { AuditFilters, parseAuditFilter, type AuditFilter } from './audit-filters.tsx';
import { desk } from '#features/association/web/client.ts';

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
    <div className="desk-full trail-page">
      <section className="queue" aria-labelledby="queue-title">
        <div className="queue-head">
          <h1 id="queue-title" tabIndex={-1} data-page-title="">
            <FormattedMessage id="association.audit.title" />
          </h1>
          <AuditFilters field={field} filter={filter} onNarrow={narrow} />
        </div>
        <div className="queue-rows trail-rows" aria-busy={query.isPlaceholderData || undefined}>
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
      desk('GET audit', {
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
  const errorProps = useErrorState();
  const entries = query.data?.pages.flatMap(({ items }) => items);
  if (entries === undefined)
    return query.isError ? (
      <ErrorState {...errorProps} isBusy={query.isFetching} onRefresh={() => void query.refetch()} />
    ) : (
      <SkeletonGroup label={intl.formatMessage({ id: 'association.audit.loading' })} className="queue-loading">
        <SkeletonRows count={12} height={26} />
      </SkeletonGroup>
    );
  if (entries.length === 0)
    return (
      <EmptyState
        drawing={<CompassDrawing />}
        title={<FormattedMessage id="association.audit.none" />}
        text={<FormattedMessage id="association.audit.none_text" />}
      />
    );
  return (
    <>
      <ol>
        {entries.map((entry) => (
          <AuditEntryRow key={entry.seq} entry={entry} onNarrow={onNarrow} />
        ))}
      </ol>
      {query.hasNextPage && (
        <div className="queue-more">
          <Button
            kind="outlined"
            size="fine"
            isBusy={query.isFetchingNextPage}
            onClick={({ currentTarget }) => void loadMoreAndFocus(currentTarget, query.fetchNextPage)}
          >
            <FormattedMessage id="association.audit.older" />
          </Button>
        </div>
      )}
    </>
  );
}
