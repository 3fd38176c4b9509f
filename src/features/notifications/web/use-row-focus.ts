import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { type FocusEvent, useLayoutEffect, useRef } from 'react';

/** The link of the row or, without one, its first button. */
const focusable = ':is(a, button)';

/**
 * Keeps the focus in a virtual list: the focused row stays rendered when it is scrolled away, and if it is deleted,
 * here or elsewhere, the next row gets the focus.
 */
export function useRowFocus(lines: readonly { key: string }[]) {
  const focused = useRef<{ key: string; index: number; dialog: Element | null } | null>(null);
  const indexOf = (key: string) => lines.findIndex((line) => line.key === key);

  useLayoutEffect(() => {
    if (focused.current === null) return;
    const { key, index: formerIndex, dialog } = focused.current;
    const index = lines.findIndex((line) => line.key === key);
    if (index !== -1) {
      focused.current.index = index;
      return;
    }
    focused.current = null;
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
      const index = focused.current === null ? -1 : indexOf(focused.current.key);
      return index === -1 || indexes.includes(index) ? indexes : [...indexes, index].toSorted((a, b) => a - b);
    },
    handlers: {
      onFocus: ({ target }: FocusEvent) => {
        const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1);
        const line = lines[index];
        focused.current = line === undefined ? null : { key: line.key, index, dialog: target.closest('[role=dialog]') };
      },
      onBlur: ({ target }: FocusEvent) => {
        // The focus stays while another window is active.
        if (document.activeElement !== target) focused.current = null;
      },
    },
  };
}
