import { useEffect, type RefObject } from 'react';

/** The parts of the detail that shortcuts can focus. */
export type DetailPart = 'title' | 'note';

const findRow = (root: HTMLElement, id: number) =>
  root.querySelector<HTMLElement>(`tbody [role=row][data-key="${id}"]`);

export function focusRow(root: HTMLElement | null, id: number): void {
  if (root !== null) findRow(root, id)?.focus();
}

export function focusDetailPart(root: HTMLElement | null, part: DetailPart): void {
  root?.querySelector<HTMLElement>(`[data-part=${part}]`)?.focus();
}

/**
 * Keeps the focus when another item is selected: a focus in the list follows the selected row, and a lost focus moves
 * to the row, to the title if the detail is shown alone, or to the headline if nothing is left.
 */
export function useRestoreFocus(root: RefObject<HTMLElement | null>, id: number | null, isListShown: boolean): void {
  useEffect(() => {
    const follow = () => {
      const { activeElement } = document;
      const isLost = activeElement === null || activeElement === document.body;
      const isInList = root.current?.querySelector('tbody')?.contains(activeElement) === true;
      if (root.current === null || !(isLost || isInList)) return;
      const row = id !== null && isListShown ? findRow(root.current, id) : null;
      const title = root.current.querySelector<HTMLElement>(id === null ? '[data-page-title]' : '[data-part=title]');
      (row ?? title)?.focus({ preventScroll: row === null });
    };
    follow();
    // A dialog that closes at the same time restores the focus a moment later, to an element that no longer exists.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(follow);
    });
    return () => cancelAnimationFrame(frame);
  }, [root, id, isListShown]);
}

/** Moves by a step from the focused row; from elsewhere to the open row or the first one. */
export function focusAdjacentRow(root: HTMLElement | null, from: Element, step: number): boolean {
  const rows = [...(root?.querySelectorAll<HTMLElement>('tbody [role=row]') ?? [])];
  const at = rows.findIndex((row) => row.contains(from));
  const open = rows.findIndex((row) => row.dataset.current !== undefined);
  const next = rows[at === -1 ? Math.max(0, open) : at + step];
  next?.focus();
  return next !== undefined;
}
