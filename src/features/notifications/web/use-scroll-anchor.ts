import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';

/** Keeps the visible rows in place when rows above change; at the top, new rows become visible. */
export function useScrollAnchor(virtual: Virtualizer<Element, Element>, lines: readonly { key: string }[]): void {
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
