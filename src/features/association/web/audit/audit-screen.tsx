import { useInfiniteQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router';
import { AuditEntryRow } from './audit-entry.tsx';
import { AuditFilters, parseAuditFilter, type AuditFilter } from './audit-filters.tsx';
import { deskClient } from '#features/association/web/client.ts';
import { LogPage } from '#features/association/web/log-page.tsx';

/** The audit log, newest first. */
export function AuditScreen() {
  const intl = useIntl();
  const [params, setParams] = useSearchParams();
  const filter = parseAuditFilter(params);
  const query = useAuditEntries(filter);
  const narrow = (change: Partial<AuditFilter>) => {
    const next = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== '');
    setParams(Object.fromEntries(next), { replace: true, preventScrollReset: true });
  };
  return (
    <LogPage
      title={<FormattedMessage id="association.audit.title" />}
      filters={<AuditFilters filter={filter} onNarrow={narrow} />}
      note={query.data?.pages[0]?.hasMoreMatches === true && <FormattedMessage id="association.audit.more_matches" />}
      query={query}
      loadingLabel={intl.formatMessage({ id: 'association.audit.loading' })}
      empty={{
        title: <FormattedMessage id="association.audit.none" />,
        text: <FormattedMessage id="association.audit.none_text" />,
      }}
    >
      {(entry) => <AuditEntryRow key={entry.seq} entry={entry} onNarrow={narrow} />}
    </LogPage>
  );
}

/** Every first page is an audited read, so entries are not refetched automatically. */
function useAuditEntries({ subject, actor, action, readings }: AuditFilter) {
  return useInfiniteQuery({
    queryKey: ['association', 'audit', subject, actor, action, readings],
    queryFn: ({ pageParam }) =>
      deskClient('GET audit', {
        query: {
          subject,
          action,
          ...(/^\d{1,15}$/.test(actor) ? { actorId: Number(actor) } : { actorName: actor }),
          // Someone who looks for an action wants to see it, also if it is an access.
          show: readings === '1' || action !== '' ? 'all' : 'changes',
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
