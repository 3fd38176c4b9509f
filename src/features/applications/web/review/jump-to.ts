/** To a field, in the middle of the page and with the focus, once what was just changed is drawn. */
export function jumpTo(selector: string): void {
  requestAnimationFrame(() => {
    const target = document.querySelector<HTMLElement>(selector);
    target?.scrollIntoView({ block: 'center' });
    target?.focus({ preventScroll: true });
  });
}
