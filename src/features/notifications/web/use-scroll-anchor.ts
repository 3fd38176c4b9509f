import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';

/** What somebody reads stays under their eyes when something comes or goes above it; at the top they see what comes. */
export function useScrollAnchor(virtual: Virtualizer<Element, Element>, lines: readonly { key: string }[]): void {
  const read = useRef<{ key: string; start: number } | null>(null);
  useLayoutEffect(() => {
    const scroller = virtual.scrollElement;
    if (scroller === null || read.current === null || scroller.scrollTop === 0) return;
    const { key, start: formerStart } = read.current;
    const start = virtual.measurementsCache[lines.findIndex((line) => line.key === key)]?.start;
    if (start !== undefined && start !== formerStart) scroller.scrollBy(0, start - formerStart);
  }, [virtual, lines]);
  useLayoutEffect(() => {
    const offset = virtual.scrollOffset ?? 0;
    const first = virtual.getVirtualItems().find(({ end }) => end > offset);
    read.current = first === undefined ? null : { key: String(first.key), start: first.start };
  });
}
