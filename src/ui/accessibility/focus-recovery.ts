const listSelector = 'ol, ul, tbody';
const sectionSelector = 'section, [role=dialog], [role=alertdialog], main';
const focusableSelector = 'a[href], button, summary, input, select, textarea, [tabindex]';

/**
 * What has the focus may leave the page: a row that was removed, a button that nobody needs any more. Whoever goes by
 * keyboard or by ear would begin again at the top. Once for the whole product, the focus then goes to the row that came
 * up, or to the title of the part.
 */
export function installFocusRecovery(): void {
  /** What had the focus and all that holds it, each with its place among its neighbours. */
  let path: { element: Element; place: number }[] = [];
  document.addEventListener('focusin', ({ target }) => {
    path = [];
    for (let element = target as Element | null; element !== null; element = element.parentElement)
      path.push({ element, place: [...(element.parentElement?.children ?? [])].indexOf(element) });
  });
  const look = () => {
    if (path[0]?.element.isConnected !== false || hasFocus()) return;
    const lost = path;
    path = [];
    // Who knows better is first: a dialog gives the focus back to what opened it.
    requestAnimationFrame(() => requestAnimationFrame(() => hasFocus() || recoverFocus(lost)));
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}

const hasFocus = () => document.activeElement !== null && document.activeElement !== document.body;

function recoverFocus(lost: readonly { element: Element; place: number }[]): void {
  const at = lost.findIndex(({ element }) => element.isConnected);
  const holder = lost[at]?.element;
  const next = holder?.matches(listSelector)
    ? holder.children[Math.min(lost[at - 1]?.place ?? 0, holder.children.length - 1)]
    : null;
  if (next) return focusRow(next);
  const part = holder?.closest(sectionSelector) ?? document.querySelector('main');
  focus(
    (part?.matches('main') ? null : part?.querySelector<HTMLElement>('h2, h3')) ??
      document.querySelector<HTMLElement>('h1'),
  );
}

/** A row of a table is one thing to the keyboard; of a list it is what can be pressed in it. */
export function focusRow(row: Element): void {
  const first = row.matches('tr') ? null : row.querySelector<HTMLElement>(focusableSelector);
  focus(first ?? (row as HTMLElement));
}

function focus(target: HTMLElement | null): void {
  if (target === null) return;
  if (!target.matches(focusableSelector)) target.tabIndex = -1;
  target.focus({ preventScroll: target.matches('h1') });
}
