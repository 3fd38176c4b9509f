import '#features/association/web/desk.css';
import '#features/association/web/audit/audit-screen.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import { useErrorState } from '#platform/web/client/use-error-state.ts';
import { Button } from '#ui/buttons/button.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { loadMoreAndFocus } from '#ui/lists/load-more.ts';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import type { FoundSecurityEvent } from '#features/association/shared/contract.ts';
import { desk } from '#features/association/web/client.ts';
import { Fact, Facts } from '#features/association/web/facts.tsx';
import { SecurityFilters, parseSecurityFilter, type SecurityFilter } from './security-filters.tsx';

/** Security events of all people, newest first. */
export function SecurityEventsScreen() {
  const [params, setParams] = useSearchParams();
  const filter = parseSecurityFilter(params);
  const query = useSecurityEvents(filter);
  const narrow = (change: Partial<SecurityFilter>) => {
    const next = Object.entries({ ...filter, ...change }).filter(([, value]) => value !== '');
    setParams(Object.fromEntries(next), { replace: true, preventScrollReset: true });
  };
  return (
    <div className="desk-full trail-page">
      <section className="queue" aria-labelledby="queue-title">
        <div className="queue-head">
          <h1 id="queue-title" tabIndex={-1} data-page-title="">
            <FormattedMessage id="association.security.title" />
          </h1>
          <SecurityFilters filter={filter} onNarrow={narrow} />
        </div>
        <div className="queue-rows trail-rows">
          <SecurityEventList query={query} />
        </div>
      </section>
    </div>
  );
}

/** Every first page is an audited read, so events are not refetched automatically. */
function useSecurityEvents({ person, kind, day }: SecurityFilter) {
  const isNumber = /^\d{1,15}$/.test(person);
  return useInfiniteQuery({
    queryKey: ['association', 'security-events', person, kind, day],
    queryFn: ({ pageParam }) =>
      desk('GET security-events', {
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

function SecurityEventList({ query }: { query: ReturnType<typeof useSecurityEvents> }) {
  const intl = useIntl();
  const errorProps = useErrorState();
  const events = query.data?.pages.flatMap(({ items }) => items);
  if (events === undefined)
    return query.isError ? (
      <ErrorState {...errorProps} isBusy={query.isFetching} onRefresh={() => void query.refetch()} />
    ) : (
      <SkeletonGroup label={intl.formatMessage({ id: 'association.security.loading' })} className="queue-loading">
        <SkeletonRows count={12} height={26} />
      </SkeletonGroup>
    );
  if (events.length === 0)
    return (
      <EmptyState
        drawing={<CompassDrawing />}
        title={<FormattedMessage id="association.security.none" />}
        text={<FormattedMessage id="association.security.none_text" />}
      />
    );
  return (
    <>
      <ol>
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
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

function EventRow({ event }: { event: FoundSecurityEvent }) {
  const { date, kind, affiliateId, name, hasAddressHash, ip, userAgent, data, count, correlationId } = event;
  return (
    <li>
      <details>
        <summary>
          <time dateTime={date}>
            <FormattedDate value={date} dateStyle="short" timeStyle="medium" />
          </time>
          <b>
            {affiliateId === null ? (
              <FormattedMessage id={hasAddressHash ? 'association.security.unknown' : 'association.security.nobody'} />
            ) : (
              <bdi>{name ?? affiliateId}</bdi>
            )}
          </b>
          <span>
            <FormattedMessage id={`association.security.kind.${kind.replaceAll('.', '_')}`} />
            {count > 1 && <FormattedMessage id="association.security.times" values={{ count }} />}
          </span>
        </summary>
        <Facts>
          {affiliateId !== null && (
            <Fact name={<FormattedMessage id="association.security.person" />}>
              <Link to={`/desk/people/${affiliateId}`}>{affiliateId}</Link>
            </Fact>
          )}
          <Fact name={<FormattedMessage id="association.security.kind" />}>
            <code>{kind}</code>
          </Fact>
          <Fact name={<FormattedMessage id="association.security.ip" />}>
            <code dir="ltr">{ip || '–'}</code>
          </Fact>
          <Fact name={<FormattedMessage id="association.security.browser" />}>
            <code dir="ltr">{userAgent || '–'}</code>
          </Fact>
          <Fact name={<FormattedMessage id="association.audit.correlation" />}>
            <code>{correlationId}</code>
          </Fact>
          <Fact name={<FormattedMessage id="association.audit.data" />}>
            {/* Focusable, so long data can be scrolled with the keyboard. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <pre dir="ltr" tabIndex={0}>
              {JSON.stringify({ ...data, count }, null, 2)}
            </pre>
          </Fact>
        </Facts>
      </details>
    </li>
  );
}
