import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { type FocusEvent, useLayoutEffect, useRef } from 'react';

/** What the focus is put on: the row itself, where it leads somewhere, or else its first button. */
const focusable = ':is(a, button)';

/**
 * Keeps the focus in a list of which only a part is in the page: the row that holds it stays when it is scrolled away,
 * and when that row is deleted, here or elsewhere, the one that follows takes it.
 */
export function useRowFocus(lines: readonly { key: string }[]) {
  const held = useRef<{ key: string; index: number; dialog: Element | null } | null>(null);
  const indexOf = (key: string) => lines.findIndex((line) => line.key === key);

  useLayoutEffect(() => {
    if (held.current === null) return;
    const { key, index: formerIndex, dialog } = held.current;
    const index = lines.findIndex((line) => line.key === key);
    if (index !== -1) {
      held.current.index = index;
      return;
    }
    held.current = null;
    const rows = [...(dialog?.querySelectorAll<HTMLElement>('[data-index]') ?? [])].filter((row) =>
      row.querySelector(focusable),
    );
    const next = rows.find((row) => Number(row.dataset['index']) >= formerIndex) ?? rows.at(-1);
    const target =
      next?.querySelector<HTMLElement>(focusable) ?? dialog?.querySelector<HTMLElement>('[aria-selected=true]');
    target?.focus();
  }, [lines]);

  return {
    rangeExtractor: (range: Range): number[] => {
      const indexes = defaultRangeExtractor(range);
      const index = held.current === null ? -1 : indexOf(held.current.key);
      return index === -1 || indexes.includes(index) ? indexes : [...indexes, index].toSorted((a, b) => a - b);
    },
    handlers: {
      onFocus: ({ target }: FocusEvent) => {
        const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1);
        const line = lines[index];
        held.current = line === undefined ? null : { key: line.key, index, dialog: target.closest('[role=dialog]') };
      },
      onBlur: ({ target }: FocusEvent) => {
        // While another window is in front, the focus of this one stays where it is.
        if (document.activeElement !== target) held.current = null;
      },
    },
  };
}
