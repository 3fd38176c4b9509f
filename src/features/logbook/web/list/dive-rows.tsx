import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useIsHydrating } from '#ui/hooks/use-is-hydrating.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import type { DiveLogRow, LogbookYear } from '#features/logbook/shared/contract.ts';
import { DiveCard } from './dive-card.tsx';
import { formatDuration } from '#features/logbook/web/dive-text.tsx';
import { toLogFilter, type ListView } from './list-view.ts';
import { findYearStarts } from './list-years.ts';
import { focusRow, useFocusedRow } from './use-focused-row.ts';
import { useDiveRemoval } from '#features/logbook/web/use-dive-removal.tsx';
import { usePages } from './use-pages.ts';
import { YearJump } from './year-jump.tsx';

/** Estimates; actual heights are measured when visible. */
const heights = { row: 89, compact: 69, year: 56 };
const rowFromPx = 760;

/** The dives of the first screen, as the server renders them. */
const firstItems = Array.from({ length: 12 }, (_, index) => ({ index, key: index, start: 0 }));

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
    estimateSize: (index) => (isWide ? heights.row : heights.compact) + (starts.has(index) ? heights.year : 0),
    overscan: 6,
    // A jump ends below the header and the years.
    scrollPaddingStart: 108,
    rangeExtractor: focus.rangeExtractor,
  });
  useLayoutEffect(() => {
    virtual.measure();
    // The visible rows may have been measured already, and are compared with the new estimates.
    virtual.getTotalSize();
    for (const row of virtual.elementsCache.values()) virtual.measureElement(row);
  }, [virtual, isWide, years]);
  const { startIndex = 0, endIndex = 0 } = virtual.range ?? {};
  const query = { filter: toLogFilter(view), sort: view.sort };
  const { rowAt, isFailed, retry } = usePages(query, total, {
    first: startIndex,
    last: endIndex,
    focused: focus.focused,
  });
  const { leavingId, remove } = useDiveRemoval();
  const onDelete = useCallback(
    (log: DiveLogRow, index: number) => void remove(log, () => focusRow(list.current, index)),
    [remove],
  );
  // The server doesn't know the width, so the first dives are in the normal flow until the list is measured.
  const isHydrating = useIsHydrating();
  const items = isHydrating ? firstItems.slice(0, total) : virtual.getVirtualItems();
  return (
    <>
      <YearJump
        starts={starts}
        firstIndex={startIndex}
        onJump={(index) => virtual.scrollToIndex(index, { align: 'start' })}
      />
      <ul
        ref={list}
        className="@container relative"
        data-part="dives"
        style={isHydrating ? undefined : { blockSize: virtual.getTotalSize() }}
        aria-label={intl.formatMessage({ id: 'logbook.list.label' })}
        aria-busy={isBusy}
        {...focus.handlers}
      >
        {items.map(({ index, key, start }) => {
          const log = rowAt(index);
          const year = starts.get(index);
          return (
            <li
              key={key}
              ref={isHydrating ? undefined : virtual.measureElement}
              data-index={index}
              aria-posinset={index + 1}
              aria-setsize={total}
              className={clsx(
                !isHydrating && 'absolute inset-x-0',
                'border-line',
                index > 0 && year === undefined && 'border-t',
              )}
              // A transform would count as a layout shift, because the browser compares positions without it.
              style={isHydrating ? undefined : { top: start - top }}
            >
              {year && <YearHead year={year} />}
              {log ? (
                <DiveCard
                  log={log}
                  index={index}
                  hasYear={years.length === 0}
                  scaleDepthM={scaleDepthM}
                  isLeaving={leavingId === log.id}
                  onDelete={onDelete}
                />
              ) : (
                <div
                  className="grid min-h-17 items-center py-2 @min-[760px]:min-h-22 @min-[760px]:py-3"
                  aria-hidden="true"
                >
                  <Skeleton height={40} />
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
    <div className="flex items-baseline gap-3 pt-4 pb-2 @min-[760px]:pt-6" data-part="year">
      <h2 className="num">{year}</h2>
      <span className="num text-sm text-ink-3">
        <FormattedMessage id="logbook.list.year_sum" values={{ dives, time: formatDuration(intl, minutes) }} />
      </span>
    </div>
  );
}

/** The offset of the list in the page, and whether dives are wide rows. */
function useListLayout(list: RefObject<HTMLUListElement | null>) {
  const [place, setPlace] = useState({ top: 0, isWide: false });
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
