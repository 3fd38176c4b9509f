import { focusRow } from '#ui/accessibility/focus-recovery.ts';

/**
 * Loads more items into the list before the button and focuses the first new one, because the button may be removed
 * and keyboard users would lose their position.
 */
export async function loadMoreAndFocus(button: Element, load: () => Promise<unknown>): Promise<void> {
  const list = findPrecedingList(button);
  const countBefore = list?.children.length ?? 0;
  await load();
  requestAnimationFrame(() => {
    const first = list?.children[countBefore];
    if (first) focusRow(first);
  });
}

function findPrecedingList(button: Element): Element | null {
  for (let element: Element | null = button; element !== null; element = element.parentElement) {
    const before = element.previousElementSibling;
    const list = before?.matches('ol, ul') ? before : before?.querySelector('ol, ul, tbody');
    if (list) return list;
  }
  return null;
}
