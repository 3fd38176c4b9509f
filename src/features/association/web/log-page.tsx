import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useRef, type ReactNode } from 'react';
import { FormattedDate, FormattedMessage } from 'react-intl';
import { isTextInput, usePageShortcuts } from '#platform/web/hooks/use-page-shortcuts.ts';
import { useResultFocus } from '#platform/web/hooks/use-result-focus.ts';
import { useSearchParams } from 'react-router';
import { mapQuery } from '#platform/web/client/query-state.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { loadMoreAndFocus } from '#ui/lists/load-more.ts';
import { DeskListPane, DeskPage, deskScroll } from './desk-layout.tsx';
import { Fact, Facts } from './facts.tsx';

interface LogPageProps<Entry> {
  title: ReactNode;
  filters: ReactNode;
  /** A remark on the entries. */
  note?: ReactNode;
  query: UseInfiniteQueryResult<InfiniteData<{ items: Entry[] }>>;
  loadingLabel: string;
  empty: { title: ReactNode; text: ReactNode };
  children: (entry: Entry) => ReactNode;
}

/** A log with filters, newest entries first. */
export function LogPage<Entry>({ title, filters, note, query, loadingLabel, empty, children }: LogPageProps<Entry>) {
  const root = useRef<HTMLDivElement>(null);
  const [params] = useSearchParams();
  const listFields = () => [
    ...(root.current?.querySelectorAll<HTMLInputElement>('[data-part=log-filters] input') ?? []),
  ];
  const isCurrent = () =>
    query.data !== undefined &&
    !query.isFetching &&
    listFields().every(({ name, value }) => name === '' || value.trim() === (params.get(name) ?? ''));
  const result = useResultFocus(isCurrent, () =>
    root.current?.querySelector<HTMLElement>('[data-part=log] summary')?.focus(),
  );
  usePageShortcuts(({ key }, target) => {
    // The field applies its filter itself; the focus follows when the entries are there.
    if (key === 'Enter' && listFields().some((field) => field === target && field.name !== '')) {
      result.request();
      return false;
    }
    if (key !== '/' || isTextInput(target)) return false;
    listFields()[0]?.focus();
    return true;
  });
  return (
    <DeskPage ref={root}>
      <DeskListPane
        title={title}
        tools={
          <div data-part="log-filters" className={logFilters}>
            {filters}
          </div>
        }
      >
        <div data-part="log" className={clsx(deskScroll, 'lg:scroll-pt-10')}>
          <p aria-live="polite" className="px-gutter text-sm text-ink-2 not-empty:py-3 lg:px-4">
            {note}
          </p>
          <QueryView
            query={mapQuery(query, ({ pages }) => pages.flatMap(({ items }) => items))}
            skeleton={
              <SkeletonGroup label={loadingLabel} className="grid gap-4 p-4">
                <SkeletonRows count={12} height={26} />
              </SkeletonGroup>
            }
            isEmpty={(entries) => entries.length === 0}
            empty={<EmptyState drawing={<CompassDrawing />} {...empty} />}
          >
            {(entries) => (
              <>
                <ol>{entries.map(children)}</ol>
                {query.hasNextPage && (
                  <div className="px-4 py-3">
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
        </div>
      </DeskListPane>
    </DeskPage>
  );
}

const logFilters =
  'grid flex-[1_1_100%] items-end gap-x-3 gap-y-2 sm:grid-cols-[1fr_1fr_1fr_auto] lg:ms-auto lg:max-w-190 lg:flex-1 [&_[data-part=label]]:text-xs';

const summaryRow =
  'grid min-h-10.5 cursor-pointer list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0 border-b border-line px-gutter py-1.5 text-sm group-open/entry:bg-accent-soft group-open/entry:shadow-[inset_calc(3px*var(--flow))_0_0_var(--accent)] group-not-open/entry:hover:bg-hover focus-visible:-outline-offset-3 lg:grid-cols-[176px_minmax(0,1fr)_minmax(0,2.6fr)] lg:px-4 [&::-webkit-details-marker]:hidden';

interface LogEntryProps {
  date: string;
  person: ReactNode;
  event: ReactNode;
  /** Recorded data, shown as JSON after the facts. */
  data: unknown;
  /** The facts of the entry. */
  children: ReactNode;
}

/** One line of a log, which opens its details. */
export function LogEntry({ date, person, event, data, children }: LogEntryProps) {
  return (
    <li>
      <details className="group/entry">
        <summary className={summaryRow}>
          <time className="min-w-0 text-(length:--t-xs) wrap-anywhere text-ink-2 tabular-nums" dateTime={date}>
            <FormattedDate value={date} dateStyle="short" timeStyle="medium" />
          </time>
          <b className="col-1 row-1 min-w-0 wrap-anywhere lg:col-[auto] lg:row-[auto]">{person}</b>
          <span className="min-w-0 wrap-anywhere">{event}</span>
        </summary>
        <Facts className="max-w-190 px-gutter pt-2 pb-4 lg:px-4">
          {children}
          <Fact name={<FormattedMessage id="association.audit.data" />}>
            {/* Focusable, so long data can be scrolled with the keyboard. */}
            {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex */}
            <pre
              className="max-h-60 w-full overflow-auto text-xs wrap-anywhere whitespace-pre-wrap"
              dir="ltr"
              tabIndex={0}
            >
              {JSON.stringify(data, null, 2)}
            </pre>
            {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex */}
          </Fact>
        </Facts>
      </details>
    </li>
  );
}

/** A technical value, such as an id or an IP address. */
export function LogCode({ dir, children }: { dir?: 'ltr'; children: ReactNode }) {
  return (
    <code className="[font-family:inherit] text-xs tabular-nums" dir={dir}>
      {children}
    </code>
  );
}
