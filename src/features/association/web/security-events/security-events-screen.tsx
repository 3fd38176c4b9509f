import { useInfiniteQuery } from '@tanstack/react-query';
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import { Link, useSearchParams } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { mapQuery } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { loadMoreAndFocus } from '#ui/lists/load-more.ts';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import type { FoundSecurityEvent } from '#features/association/shared/contract.ts';
import { deskClient } from '#features/association/web/client.ts';
import { detailData, Fact, Facts } from '#features/association/web/facts.tsx';
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
    <div data-full-page="" className="group grid flex-1 min-h-0 relative grid-cols-1">
      <section
        className="flex min-h-0 min-w-0 flex-col lg:bg-surface max-xl:group-data-open:hidden"
        aria-labelledby="queue-title"
      >
        <div className="flex flex-wrap items-center gap-y-3 gap-x-4 pt-4 px-gutter pb-3 lg:flex-nowrap lg:py-3 lg:px-4">
          <h1 className="text-lg" id="queue-title" tabIndex={-1} data-page-title="">
            <FormattedMessage id="association.security.title" />
          </h1>
          <SecurityFilters filter={filter} onNarrow={narrow} />
        </div>
        <div
          data-part="trail"
          className="min-w-0 flex-1 bg-surface lg:overflow-auto lg:scroll-pt-10 aria-busy:opacity-60"
        >
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

function SecurityEventList({ query }: { query: ReturnType<typeof useSecurityEvents> }) {
  const intl = useIntl();
  return (
    <QueryView
      query={mapQuery(query, ({ pages }) => pages.flatMap(({ items }) => items))}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'association.security.loading' })} className="grid gap-4 p-4">
          <SkeletonRows count={12} height={26} />
        </SkeletonGroup>
      }
      isEmpty={(events) => events.length === 0}
      empty={
        <EmptyState
          drawing={<CompassDrawing />}
          title={<FormattedMessage id="association.security.none" />}
          text={<FormattedMessage id="association.security.none_text" />}
        />
      }
    >
      {(events) => (
        <>
          <ol>
            {events.map((event) => (
              <EventRow key={event.id} event={event} />
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

function EventRow({ event }: { event: FoundSecurityEvent }) {
  const { date, kind, affiliateId, name, hasAddressHash, ip, userAgent, data, count, correlationId } = event;
  return (
    <li>
      <details className="group/entry">
        <summary className="grid text-sm grid-cols-[minmax(0,1fr)_auto] gap-y-0 gap-x-4 items-center min-h-10.5 py-1.5 px-gutter border-b border-line cursor-pointer list-none lg:grid-cols-[176px_minmax(0,1fr)_minmax(0,2.6fr)] lg:px-4 [&::-webkit-details-marker]:hidden group-open/entry:bg-accent-soft group-open/entry:shadow-[inset_calc(3px*var(--flow))_0_0_var(--accent)] group-not-open/entry:hover:bg-hover focus-visible:-outline-offset-3">
          <time className="min-w-0 wrap-anywhere text-ink-2 text-(length:--t-xs) tabular-nums" dateTime={date}>
            <FormattedDate value={date} dateStyle="short" timeStyle="medium" />
          </time>
          <b className="min-w-0 wrap-anywhere row-1 col-1 lg:row-[auto] lg:col-[auto]">
            {affiliateId === null ? (
              <FormattedMessage id={hasAddressHash ? 'association.security.unknown' : 'association.security.nobody'} />
            ) : (
              <bdi>{name ?? affiliateId}</bdi>
            )}
          </b>
          <span className="min-w-0 wrap-anywhere">
            <FormattedMessage id={`association.security.kind.${kind.replaceAll('.', '_')}` as MessageId} />
            {count > 1 && <FormattedMessage id="association.security.times" values={{ count }} />}
          </span>
        </summary>
        <Facts className="max-w-190 px-gutter pt-2 pb-4 lg:px-4">
          {affiliateId !== null && (
            <Fact name={<FormattedMessage id="association.security.person" />}>
              <Link to={`/desk/people/${affiliateId}`}>{affiliateId}</Link>
            </Fact>
          )}
          <Fact name={<FormattedMessage id="association.security.kind" />}>
            <code className="text-xs [font-family:inherit] tabular-nums">{kind}</code>
          </Fact>
          <Fact name={<FormattedMessage id="association.security.ip" />}>
            <code className="text-xs [font-family:inherit] tabular-nums" dir="ltr">
              {ip || '–'}
            </code>
          </Fact>
          <Fact name={<FormattedMessage id="association.security.browser" />}>
            <code className="text-xs [font-family:inherit] tabular-nums" dir="ltr">
              {userAgent || '–'}
            </code>
          </Fact>
          <Fact name={<FormattedMessage id="association.audit.correlation" />}>
            <code className="text-xs [font-family:inherit] tabular-nums">{correlationId}</code>
          </Fact>
          <Fact name={<FormattedMessage id="association.audit.data" />}>
            {/* Focusable, so long data can be scrolled with the keyboard. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <pre className={detailData} dir="ltr" tabIndex={0}>
              {JSON.stringify({ ...data, count }, null, 2)}
            </pre>
          </Fact>
        </Facts>
      </details>
    </li>
  );
}
