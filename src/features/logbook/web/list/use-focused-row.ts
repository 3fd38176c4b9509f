import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { useState, type FocusEvent } from 'react';

/** The row that has the focus stays in the page when it is scrolled away. */
export function useFocusedRow(total: number) {
  const [held, setHeld] = useState<number | null>(null);
  const kept = held !== null && held < total ? held : null;
  return {
    kept,
    rangeExtractor: (range: Range): number[] => {
      const indexes = defaultRangeExtractor(range);
      if (kept === null || indexes.includes(kept)) return indexes;
      return [...indexes, kept].toSorted((a, b) => a - b);
    },
    handlers: {
      onFocus: ({ target }: FocusEvent) => {
        setHeld(Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? 0));
      },
      onBlur: ({ target }: FocusEvent) => {
        // While another window is in front, the focus of this one stays where it is.
        if (document.activeElement !== target) setHeld(null);
      },
    },
  };
}

/** The deleted row had the focus; the one that took its place takes that too. */
export function focusRow(list: HTMLUListElement | null, index: number): void {
  if (document.activeElement !== document.body) return;
  const row = [...(list?.querySelectorAll<HTMLElement>('[data-index]') ?? [])].findLast(
    ({ dataset }) => Number(dataset['index']) <= index,
  );
  const target = row?.querySelector<HTMLElement>('a') ?? document.querySelector<HTMLElement>('[data-page-title]');
  target?.focus({ preventScroll: true });
}
