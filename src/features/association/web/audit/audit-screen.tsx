import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useSearchParams } from 'react-router';
import { isTextInput, usePageShortcuts } from '#platform/web/hooks/use-page-shortcuts.ts';
import { AuditEntryRow } from './audit-entry.tsx';
import { AuditFilters, parseAuditFilter, type AuditFilter } from './audit-filters.tsx';
import { deskClient } from '#features/association/web/client.ts';
import { LogPage } from '#features/association/web/log-page.tsx';

/** The audit log, newest first. */
export function AuditScreen() {
  const intl = useIntl();
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
    <LogPage
      title={<FormattedMessage id="association.audit.title" />}
      filters={<AuditFilters field={field} filter={filter} onNarrow={narrow} />}
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
