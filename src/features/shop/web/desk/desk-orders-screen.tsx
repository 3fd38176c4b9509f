import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useNavigate, useNavigation, useSearchParams } from 'react-router';
import { isTextInput, usePageShortcuts } from '#platform/web/hooks/use-page-shortcuts.ts';
import { useResultFocus } from '#platform/web/hooks/use-result-focus.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { LinkTabs } from '#ui/navigation/link-tabs.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { DeskShortcuts } from '#ui/lists/desk-table.tsx';
import { orderFilters, useDeskOrders, type OrderFilter } from './queries.ts';
import { DeskOrderTable } from './desk-order-table.tsx';
import { OrderSearch } from './desk-order-search.tsx';
import { LoadMoreButton } from '#platform/web/client/load-more-button.tsx';

const steps: Readonly<Record<string, number>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };
/** Remembered so the focus returns to this row on the way back. */
let lastOpened: string | null = null;

/** All orders, with keyboard shortcuts. */
export function DeskOrdersScreen() {
  const intl = useIntl();
  const navigate = useNavigate();
  const isIdle = useNavigation().state === 'idle';
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const show = orderFilters.find((filter) => filter === params.get('show')) ?? 'all';
  const query = useDeskOrders(search, show);
  const table = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const pages = query.data?.pages;
  const rows = pages?.flatMap(({ items }) => items) ?? [];

  const open = (orderId: string) => {
    lastOpened = orderId;
    void navigate(`/desk/orders/${orderId}`, { state: { from: location.pathname + location.search } });
  };

  const isCurrent = () => field.current?.value.trim() === search && pages !== undefined && !query.isFetching;
  const result = useResultFocus(isCurrent, () => {
    if (field.current) focusRow(table.current, field.current, 1);
  });
  usePageShortcuts(({ key }, target) => {
    const isLetter = key.length === 1;
    if (isLetter && isTextInput(target)) return false;
    if (key === '/') {
      field.current?.focus();
      return true;
    }
    const step = steps[key];
    const isInTable = table.current?.contains(target) === true;
    // Arrow keys belong to the table's own navigation, and scroll the page outside the search field.
    if (step === undefined || (!isLetter && (isInTable || target !== field.current))) return false;
    return focusRow(table.current, target, step);
  });

  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <PageHead
          title={<FormattedMessage id="shop.desk.title" />}
          text={
            pages && (
              <FormattedMessage
                id={pages[0]?.hasMoreMatches ? 'shop.desk.count_more' : 'shop.desk.count'}
                values={{ count: pages[0]?.total ?? 0 }}
              />
            )
          }
        />
        <OrderSearch
          field={field}
          search={search}
          onEnter={result.request}
          onSearch={(next) => {
            // The debounced search must not navigate away from an order that was opened since.
            if (isIdle) setParams(toParams(next, show), { replace: true, preventScrollReset: true });
          }}
        />
      </div>
      <div className="mt-4 mb-5">
        <LinkTabs label={intl.formatMessage({ id: 'shop.desk.filters' })}>
          {orderFilters.map((filter) => (
            <Link
              key={filter}
              to={toQueryString(search, filter)}
              preventScrollReset
              aria-current={filter === show ? 'page' : undefined}
            >
              <FormattedMessage id={`shop.desk.show.${filter}`} />
            </Link>
          ))}
        </LinkTabs>
      </div>
      <QueryView
        query={query}
        skeleton={
          <SkeletonGroup label={intl.formatMessage({ id: 'shop.desk.loading' })} className="grid gap-2">
            <SkeletonRows count={8} height={42} />
          </SkeletonGroup>
        }
        isEmpty={() => rows.length === 0}
        empty={<NoOrders search={search} show={show} />}
      >
        {() => (
          <>
            <div ref={table} className="card overflow-clip" aria-busy={query.isPlaceholderData || undefined}>
              <DeskOrderTable rows={rows} onOpen={open} />
              <div className="only-wide">
                <DeskShortcuts
                  keys={[
                    { keys: ['J', 'K'], text: <FormattedMessage id="shop.desk.key_move" /> },
                    { keys: ['Enter'], text: <FormattedMessage id="shop.desk.key_open" /> },
                    { keys: ['/'], text: <FormattedMessage id="shop.desk.key_search" /> },
                  ]}
                />
              </div>
            </div>
            <LoadMoreButton query={query} label="shop.desk.more" />
          </>
        )}
      </QueryView>
    </>
  );
}

function NoOrders({ search, show }: { search: string; show: OrderFilter }) {
  const which = search === '' ? show : 'search';
  return (
    <EmptyState
      isCard
      drawing={<BuoyDrawing />}
      title={<FormattedMessage id={`shop.desk.none.${which}`} values={{ search: <bdi>{search}</bdi> }} />}
      text={<FormattedMessage id={`shop.desk.none.${which}_text`} />}
    />
  );
}

function toParams(search: string, show: OrderFilter): URLSearchParams {
  return new URLSearchParams({ ...(search !== '' && { search }), ...(show !== 'all' && { show }) });
}

function toQueryString(search: string, show: OrderFilter): string {
  const params = toParams(search, show);
  return params.size > 0 ? `/desk/orders?${params}` : '/desk/orders';
}

/**
 * Moves the focus by rows; from outside the table to the last opened order or the first row. Returns false without a
 * row.
 */
function focusRow(table: HTMLElement | null, from: Element, step: number): boolean {
  const rows = [...(table?.querySelectorAll<HTMLElement>('tbody [role=row]') ?? [])];
  const at = rows.findIndex((row) => row.contains(from));
  const opened = rows.findIndex((row) => row.dataset['key'] === lastOpened);
  const next = rows[at === -1 ? Math.max(0, opened) : at + step];
  next?.focus();
  return next !== undefined;
}
