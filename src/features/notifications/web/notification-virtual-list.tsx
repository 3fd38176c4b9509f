import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { NotificationGroupHeading } from '#ui/lists/notification-row.tsx';
import type { Notice } from '#features/notifications/shared/notice.ts';
import type { ListRow } from './list-rows.ts';
import { NotificationItem } from './notification-item.tsx';
import { useRowFocus } from './use-row-focus.ts';
import type { NotificationActions } from './use-notification-actions.tsx';

const headingPx = 38;
const itemPx = 92;
/** The number of rows before the end at which the next page is fetched. */
const rowsAhead = 30;

interface NotificationVirtualListProps {
  lines: readonly ListRow[];
  notices: ReadonlyMap<string, Notice>;
  now: Date;
  actions: NotificationActions;
  onFollow: () => void;
  canLoadMore: boolean;
  isLoadingMore: boolean;
  onLoadMore: () => void;
}

/** Only visible rows are rendered, so long lists scroll smoothly. */
export function NotificationVirtualList({
  lines,
  canLoadMore,
  isLoadingMore,
  onLoadMore,
  ...props
}: NotificationVirtualListProps) {
  const intl = useIntl();
  const list = useRef<HTMLUListElement>(null);
  const focus = useRowFocus(lines);
  const scroller = () => list.current?.closest('[data-part=drawer-body]') ?? null;
  // eslint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler
  const virtual = useVirtualizer<Element, Element>({
    count: lines.length,
    getScrollElement: scroller,
    scrollMargin: list.current?.offsetTop ?? 0,
    estimateSize: (index) => (lines[index] && 'group' in lines[index] ? headingPx : itemPx),
    getItemKey: (index) => lines[index]?.key ?? index,
    rangeExtractor: focus.rangeExtractor,
    overscan: 8,
  });
  useScrollAnchor(virtual, lines);
  // The two lists share a scroller; each starts at the top.
  useLayoutEffect(() => {
    list.current?.closest('[data-part=drawer-body]')?.scrollTo(0, 0);
  }, []);
  const lastShown = virtual.range?.endIndex ?? 0;
  const isNearEnd = lastShown >= lines.length - rowsAhead;
  useEffect(() => {
    if (canLoadMore && !isLoadingMore && isNearEnd) onLoadMore();
  });

  if (lines.length === 0)
    return (
      <EmptyState
        level={3}
        drawing={<BuoyDrawing />}
        title={<FormattedMessage id="shell.notifications.emptyTitle" />}
        text={<FormattedMessage id="shell.notifications.emptyText" />}
      />
    );
  return (
    <ul
      ref={list}
      className="relative"
      style={{ blockSize: virtual.getTotalSize() }}
      aria-label={intl.formatMessage({ id: 'shell.notifications' })}
      aria-busy={isLoadingMore}
      {...focus.handlers}
    >
      {virtual.getVirtualItems().map(({ index, key, start }) => {
        const line = lines[index];
        if (line === undefined) return null;
        return (
          <li
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={canLoadMore ? -1 : lines.length}
            data-part={'item' in line ? 'note-line' : undefined}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
          >
            {'group' in line ? (
              <NotificationGroupHeading title={intl.formatMessage({ id: `notifications.${line.group}` })} />
            ) : (
              <NotificationItem item={line.item} notice={props.notices.get(line.item.kind)} {...props} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Keeps the visible rows in place when rows above change; at the top, new rows become visible. */
function useScrollAnchor(virtual: Virtualizer<Element, Element>, lines: readonly { key: string }[]): void {
  const anchor = useRef<{ key: string; start: number } | null>(null);
  useLayoutEffect(() => {
    const scroller = virtual.scrollElement;
    if (scroller === null || anchor.current === null || scroller.scrollTop === 0) return;
    const { key, start: formerStart } = anchor.current;
    const start = virtual.measurementsCache[lines.findIndex((line) => line.key === key)]?.start;
    if (start !== undefined && start !== formerStart) scroller.scrollBy(0, start - formerStart);
  }, [virtual, lines]);
  useLayoutEffect(() => {
    const offset = virtual.scrollOffset ?? 0;
    const first = virtual.getVirtualItems().find(({ end }) => end > offset);
    anchor.current = first === undefined ? null : { key: String(first.key), start: first.start };
  });
}
