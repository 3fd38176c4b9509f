import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { useState, type FocusEvent } from 'react';

/** Keeps the focused row mounted while it is scrolled out of view. */
export function useFocusedRow(total: number) {
  const [focusedIndex, setFocusedIndex] = useState<number | null>(null);
  const focused = focusedIndex !== null && focusedIndex < total ? focusedIndex : null;
  return {
    focused,
    rangeExtractor: (range: Range): number[] => {
      const indexes = defaultRangeExtractor(range);
      if (focused === null || indexes.includes(focused)) return indexes;
      return [...indexes, focused].toSorted((a, b) => a - b);
    },
    handlers: {
      onFocus: ({ target }: FocusEvent) => {
        setFocusedIndex(Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? 0));
      },
      onBlur: ({ target }: FocusEvent) => {
        // Switching windows doesn't move the focus within this one.
        if (document.activeElement !== target) setFocusedIndex(null);
      },
    },
  };
}

/** Moves the focus of a deleted row to the one in its place. */
export function focusRow(list: HTMLUListElement | null, index: number): void {
  if (document.activeElement !== document.body) return;
  const row = [...(list?.querySelectorAll<HTMLElement>('[data-index]') ?? [])].findLast(
    ({ dataset }) => Number(dataset['index']) <= index,
  );
  const target = row?.querySelector<HTMLElement>('a') ?? document.querySelector<HTMLElement>('[data-page-title]');
  target?.focus({ preventScroll: true });
}
