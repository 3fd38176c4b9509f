import { useInfiniteQuery } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import type { FoundSecurityEvent } from '#features/association/shared/contract.ts';
import { deskClient } from '#features/association/web/client.ts';
import { Fact } from '#features/association/web/facts.tsx';
import { LogCode, LogEntry, LogPage } from '#features/association/web/log-page.tsx';
import { SecurityFilters, parseSecurityFilter, type SecurityFilter } from './security-filters.tsx';

/** Security events of all people, newest first. */
export function SecurityEventsScreen() {
  const intl = useIntl();
  const [params, setParams] = useSearchParams();
  const filter = parseSecurityFilter(params);
  const query = useSecurityEvents(filter);
  const narrow = (change: Partial<SecurityFilter>) => {
    const next = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== '');
    setParams(Object.fromEntries(next), { replace: true, preventScrollReset: true });
  };
  return (
    <LogPage
      title={<FormattedMessage id="association.security.title" />}
      filters={<SecurityFilters filter={filter} onNarrow={narrow} />}
      query={query}
      loadingLabel={intl.formatMessage({ id: 'association.security.loading' })}
      empty={{
        title: <FormattedMessage id="association.security.none" />,
        text: <FormattedMessage id="association.security.none_text" />,
      }}
    >
      {(event) => <SecurityEventRow key={event.id} event={event} />}
    </LogPage>
  );
}

/** Every first page is an audited read, so events are not refetched automatically. */
function useSecurityEvents({ person, kind, day }: SecurityFilter) {
  const isNumber = /^\d{1,15}$/.test(person);
  return useInfiniteQuery({
    queryKey: ['association', 'security-events', person, kind, day],
    queryFn: ({ pageParam }) =>
      deskClient('GET security-events', {
        query: {
          ...(isNumber && { affiliateId: Number(person) }),
          ...(person !== '' && !isNumber && { email: person }),
          ...(kind !== '' && { kind: kind as never }),
          ...(day !== '' && { day }),
          ...(pageParam > 0 && { before: pageParam }),
        },
      }),
    initialPageParam: 0,
    getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.id : undefined),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

function SecurityEventRow({ event }: { event: FoundSecurityEvent }) {
  const { date, kind, affiliateId, name, hasAddressHash, ip, userAgent, data, count, correlationId } = event;
  const label = <FormattedMessage id={`association.security.kind.${kind.replaceAll('.', '_')}` as MessageId} />;
  return (
    <LogEntry
      date={date}
      person={
        affiliateId === null ? (
          <FormattedMessage id={hasAddressHash ? 'association.security.unknown' : 'association.security.nobody'} />
        ) : (
          <bdi>{name ?? affiliateId}</bdi>
        )
      }
      event={count > 1 ? <FormattedMessage id="association.security.times" values={{ event: label, count }} /> : label}
      data={{ ...data, count }}
    >
      {affiliateId !== null && (
        <Fact name={<FormattedMessage id="association.security.person" />}>
          <Link to={`/desk/people/${affiliateId}`}>{affiliateId}</Link>
        </Fact>
      )}
      <Fact name={<FormattedMessage id="association.security.kind" />}>
        <LogCode>{kind}</LogCode>
      </Fact>
      <Fact name={<FormattedMessage id="association.security.ip" />}>
        <LogCode dir="ltr">{ip || '–'}</LogCode>
      </Fact>
      <Fact name={<FormattedMessage id="association.security.browser" />}>
        <LogCode dir="ltr">{userAgent || '–'}</LogCode>
      </Fact>
      <Fact name={<FormattedMessage id="association.audit.correlation" />}>
        <LogCode>{correlationId}</LogCode>
      </Fact>
    </LogEntry>
  );
}
