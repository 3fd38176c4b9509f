import { focusRow } from '#ui/accessibility/focus-recovery.ts';

/**
 * Loads more rows into the list before the button and focuses the first new one, because the button may be removed and
 * keyboard users would lose their position. Rows in several lists are found by a selector within the button's parent.
 */
export async function loadMoreAndFocus(
  button: Element,
  load: () => Promise<unknown>,
  rowSelector?: string,
): Promise<void> {
  const list = rowSelector === undefined ? findPrecedingList(button) : button.parentElement;
  const listRows = () =>
    list === null ? [] : [...(rowSelector === undefined ? list.children : list.querySelectorAll(rowSelector))];
  const before = listRows();
  await load();
  const focusFirst = () => {
    const rows = listRows();
    // New rows of one list are at its end. Its earlier rows may be new elements too.
    const first = rowSelector === undefined ? rows[before.length] : rows.find((row) => !before.includes(row));
    if (first) focusRow(first);
    return first !== undefined;
  };
  if (list === null || focusFirst()) return;
  // React renders the rows after `load` has resolved, a frame later or more. The person's next input cancels the focus.
  const stop = new AbortController();
  const observer = new MutationObserver(() => focusFirst() && stop.abort());
  stop.signal.addEventListener('abort', () => observer.disconnect());
  observer.observe(list, { childList: true, subtree: true });
  for (const event of ['keydown', 'pointerdown'])
    document.addEventListener(event, () => stop.abort(), { signal: stop.signal });
}

function findPrecedingList(button: Element): Element | null {
  for (let element: Element | null = button; element !== null; element = element.parentElement) {
    const before = element.previousElementSibling;
    const list = before?.matches('ol, ul') ? before : before?.querySelector('ol, ul, tbody');
    if (list) return list;
  }
  return null;
}
