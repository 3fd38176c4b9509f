import { focusRow } from '#ui/accessibility/focus-recovery.ts';

/**
 * Brings what follows in the list before the button, and has the focus on the first of it: whoever reads on need not
 * look for the place, and the button may be gone by then.
 */
export async function loadMoreAndFocus(button: Element, bring: () => Promise<unknown>): Promise<void> {
  const list = findPrecedingList(button);
  const known = list?.children.length ?? 0;
  await bring();
  requestAnimationFrame(() => {
    const first = list?.children[known];
    if (first) focusRow(first);
  });
}

function findPrecedingList(button: Element): Element | null {
  for (let place: Element | null = button; place !== null; place = place.parentElement) {
    const before = place.previousElementSibling;
    const list = before?.matches('ol, ul') ? before : before?.querySelector('ol, ul, tbody');
    if (list) return list;
  }
  return null;
}
