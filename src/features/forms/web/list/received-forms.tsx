import { lazy, Suspense } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { LoadMoreButton } from '#platform/web/client/load-more-button.tsx';
import { Link, useNavigate, useNavigation, useSearchParams } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { useDebouncedSearch } from '#platform/web/hooks/use-debounced-search.ts';
import { mapQuery } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { LetterDrawing } from '#ui/drawings/letter-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LinkPills } from '#ui/navigation/link-pills.tsx';
import { SearchBox } from '#ui/fields/search-box.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { receivedFilters, useReceivedRecords, type ReceivedFilter } from './list-queries.ts';
import { formsPath, recordPath } from '#features/forms/web/queries.ts';

const ReceivedTable = lazy(async () => ({ default: (await import('./received-table.tsx')).ReceivedTable }));

/** The forms that name a professional or store. The list shows who may dive; answers are only in the form. */
export function ReceivedForms() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const search = params.get('search') ?? '';
  const show = receivedFilters.find((filter) => filter === params.get('show')) ?? 'all';
  const query = useReceivedRecords(search, show);
  const { data, isPlaceholderData } = query;
  const from = receivedPath(search, show);
  return (
    <>
      <ReceivedBar search={search} show={show} total={data?.pages.at(-1)?.total} />
      <QueryView
        query={mapQuery(query, ({ pages }) => pages.flatMap(({ items }) => items))}
        skeleton={<ReceivedSkeleton />}
        isCard
        isEmpty={(rows) => rows.length === 0}
        empty={<NoReceivedForms search={search} show={show} />}
      >
        {(rows) => (
          <>
            <div className="card overflow-clip" aria-busy={isPlaceholderData || undefined}>
              <Suspense fallback={<SkeletonRows count={rows.length} height={72} />}>
                <ReceivedTable rows={rows} onOpen={(id) => void navigate(recordPath(id), { state: { from } })} />
              </Suspense>
            </div>
            <LoadMoreButton query={query} label="forms.list.more" />
          </>
        )}
      </QueryView>
    </>
  );
}

function ReceivedBar({ search, show, total }: { search: string; show: ReceivedFilter; total: number | undefined }) {
  const intl = useIntl();
  const [, setParams] = useSearchParams();
  const isIdle = useNavigation().state === 'idle';
  const { typed, setTyped, flush } = useDebouncedSearch(search, (next) => {
    // Skipped while another page is loading, because setting the search would navigate back.
    if (isIdle) setParams(toSearchParams(next, show), { replace: true, preventScrollReset: true });
  });
  return (
    <div className="grid gap-4 mt-5 mb-4 lg:grid-cols-[minmax(280px,400px)_1fr] lg:items-end">
      <SearchBox
        label={intl.formatMessage({ id: 'forms.received.search' })}
        placeholder={intl.formatMessage({ id: 'forms.received.search_hint' })}
        clearLabel={intl.formatMessage({ id: 'forms.received.search_clear' })}
        value={typed}
        onChange={setTyped}
        onEnter={flush}
      />
      <LinkPills isWrapped label={intl.formatMessage({ id: 'forms.received.filters' })}>
        {receivedFilters.map((filter) => (
          <Link
            key={filter}
            to={receivedPath(search, filter)}
            preventScrollReset
            aria-current={filter === show ? 'true' : undefined}
          >
            <FormattedMessage id={`forms.received.show.${filterMessageKey(filter)}` as MessageId} />
          </Link>
        ))}
      </LinkPills>
      <p className="text-sm text-ink-2 lg:col-span-full">
        <span aria-live="polite">
          {total !== undefined && <FormattedMessage id="forms.received.count" values={{ count: total }} />}
        </span>{' '}
        <FormattedMessage id="forms.received.note" />
      </p>
    </div>
  );
}

function NoReceivedForms({ search, show }: { search: string; show: ReceivedFilter }) {
  const which = search === '' ? filterMessageKey(show) : 'search';
  return (
    <EmptyState
      isCard
      drawing={<LetterDrawing />}
      title={
        <FormattedMessage id={`forms.received.none.${which}` as MessageId} values={{ search: <bdi>{search}</bdi> }} />
      }
      text={<FormattedMessage id={`forms.received.none.${which}_text` as MessageId} />}
    />
  );
}

/** Covers pages and physicians' responses. */
function filterMessageKey(filter: ReceivedFilter): string {
  return filter === 'review' ? 'to_confirm' : filter;
}

function ReceivedSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'forms.list.loading' })} className="grid gap-2">
      <SkeletonRows count={8} height={42} />
    </SkeletonGroup>
  );
}

function toSearchParams(search: string, show: ReceivedFilter): URLSearchParams {
  return new URLSearchParams({
    tab: 'received',
    ...(search !== '' && { search }),
    ...(show !== 'all' && { show }),
  });
}

function receivedPath(search: string, show: ReceivedFilter): string {
  return `${formsPath}?${toSearchParams(search, show)}`;
}
