const listSelector = 'ol, ul, tbody';
const sectionSelector = 'section, [role=dialog], [role=alertdialog], main';
const focusableSelector = 'a[href], button, summary, input, select, textarea, [tabindex]';

/**
 * Moves the focus when the focused element is removed, such as a deleted row, because keyboard and screen reader users
 * would otherwise start again at the top of the page. The focus goes to the next row or to the heading of the section.
 */
export function installFocusRecovery(): void {
  /** The focused element and its ancestors, each with its index among its siblings. */
  let path: { element: Element; index: number }[] = [];
  document.addEventListener('focusin', ({ target }) => {
    path = [];
    for (let element = target as Element | null; element !== null; element = element.parentElement)
      path.push({ element, index: [...(element.parentElement?.children ?? [])].indexOf(element) });
  });
  const checkFocus = () => {
    if (path[0]?.element.isConnected !== false || hasFocus()) return;
    const lost = path;
    path = [];
    // Two frames let a closing dialog return the focus to its trigger first.
    requestAnimationFrame(() => requestAnimationFrame(() => hasFocus() || recoverFocus(lost)));
  };
  new MutationObserver(checkFocus).observe(document.body, { childList: true, subtree: true });
}

const hasFocus = () => document.activeElement !== null && document.activeElement !== document.body;

function recoverFocus(lost: readonly { element: Element; index: number }[]): void {
  const at = lost.findIndex(({ element }) => element.isConnected);
  const ancestor = lost[at]?.element;
  const next = ancestor?.matches(listSelector)
    ? ancestor.children[Math.min(lost[at - 1]?.index ?? 0, ancestor.children.length - 1)]
    : null;
  if (next) return focusRow(next);
  const section = ancestor?.closest(sectionSelector) ?? document.querySelector('main');
  focus(
    (section?.matches('main') ? null : section?.querySelector<HTMLElement>('h2, h3')) ??
      document.querySelector<HTMLElement>('h1'),
  );
}

/** Focuses a table row itself, or the first focusable element of a list row. */
export function focusRow(row: Element): void {
  const first = row.matches('tr') ? null : row.querySelector<HTMLElement>(focusableSelector);
  focus(first ?? (row as HTMLElement));
}

function focus(target: HTMLElement | null): void {
  if (target === null) return;
  if (!target.matches(focusableSelector)) target.tabIndex = -1;
  target.focus({ preventScroll: target.matches('h1') });
}
