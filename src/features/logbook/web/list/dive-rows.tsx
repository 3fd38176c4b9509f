import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import type { LogbookYear } from '#features/logbook/shared/contract.ts';
import { DiveCard } from './dive-card.tsx';
import { formatDuration } from '#features/logbook/web/dive-text.tsx';
import { toLogFilter, type ListView } from './list-view.ts';
import { findYearStarts } from './list-years.ts';
import { focusRow, useFocusedRow } from './use-focused-row.ts';
import { useDiveRemoval } from '#features/logbook/web/use-dive-removal.tsx';
import { usePages } from './use-pages.ts';

/** Estimates; actual heights are measured when visible. */
const heights = { row: 89, card: 268, year: 68 };
const rowFromPx = 760;

interface DiveRowsProps {
  view: ListView;
  total: number;
  years: readonly LogbookYear[];
  scaleDepthM: number;
  isBusy: boolean;
}

/** Virtualized, so thousands of dives scroll smoothly. */
export function DiveRows({ view, total, years, scaleDepthM, isBusy }: DiveRowsProps) {
  const intl = useIntl();
  const list = useRef<HTMLUListElement>(null);
  const focus = useFocusedRow(total);
  const { top, isWide } = useListLayout(list);
  const starts = findYearStarts(years, view.sort);
  // eslint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtual = useWindowVirtualizer<HTMLLIElement>({
    count: total,
    scrollMargin: top,
    estimateSize: (index) => (isWide ? heights.row : heights.card) + (starts.has(index) ? heights.year : 0),
    overscan: 6,
    rangeExtractor: focus.rangeExtractor,
  });
  useLayoutEffect(() => virtual.measure(), [virtual, isWide, years]);
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};
  const query = { filter: toLogFilter(view), sort: view.sort };
  const { rowAt, isFailed, retry } = usePages(query, total, {
    first: startIndex,
    last: endIndex,
    focused: focus.focused,
  });
  const removal = useDiveRemoval();
  return (
    <>
      <ul
        ref={list}
        className="@container relative"
        data-part="dives"
        style={{ blockSize: virtual.getTotalSize() }}
        aria-label={intl.formatMessage({ id: 'logbook.list.label' })}
        aria-busy={isBusy}
        {...focus.handlers}
      >
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const log = rowAt(index);
          const year = starts.get(index);
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={total}
              className={clsx(
                'absolute top-0 inset-x-0 pb-3 border-line @min-[760px]:pb-0',
                index > 0 && year === undefined && '@min-[760px]:border-t',
              )}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              {year && <YearHead year={year} />}
              {log ? (
                <DiveCard
                  log={log}
                  hasYear={years.length === 0}
                  scaleDepthM={scaleDepthM}
                  isLeaving={removal.leavingId === log.id}
                  onDelete={() => void removal.remove(log, () => focusRow(list.current, index))}
                />
              ) : (
                <div
                  className="min-h-64 p-4 border border-line rounded-box bg-surface @min-[760px]:grid @min-[760px]:items-center @min-[760px]:min-h-22 @min-[760px]:py-3 @min-[760px]:px-0 @min-[760px]:border-0 @min-[760px]:rounded-none @min-[760px]:bg-transparent"
                  aria-hidden="true"
                >
                  <Skeleton height={isWide ? 40 : 180} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {isFailed && (
        <div
          role="alert"
          className="sticky bottom-[calc(var(--thumb)+var(--s-4))] z-sticky flex flex-wrap items-center justify-between gap-3 py-3 px-4 rounded-box bg-coral-soft text-(length:--t-sm)"
          data-sticky-bar=""
        >
          <span>{intl.formatMessage({ id: 'GeneralError' })}</span>
          <Button kind="outlined" size="sm" onClick={retry}>
            <FormattedMessage id="shell.refresh" />
          </Button>
        </div>
      )}
    </>
  );
}

function YearHead({ year: { year, dives, minutes } }: { year: LogbookYear }) {
  const intl = useIntl();
  return (
    <div className="flex items-baseline gap-3 pt-6 pb-3 @min-[760px]:pb-2" data-part="year">
      <h2 className="num">{year}</h2>
      <span className="num text-sm text-ink-3">
        <FormattedMessage id="logbook.list.year_sum" values={{ dives, time: formatDuration(intl, minutes) }} />
      </span>
    </div>
  );
}

/** The offset of the list in the page, and whether dives are rows or cards. */
function useListLayout(list: RefObject<HTMLUListElement | null>) {
  const [place, setPlace] = useState({ top: 0, isWide: innerWidth >= 1024 });
  useLayoutEffect(() => {
    const look = () => {
      const rect = list.current?.getBoundingClientRect();
      if (rect === undefined) return;
      const next = { top: Math.round(rect.top + scrollY), isWide: rect.width >= rowFromPx };
      setPlace((former) => (former.top === next.top && former.isWide === next.isWide ? former : next));
    };
    look();
    // Content above the list may load later or collapse.
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return place;
}
