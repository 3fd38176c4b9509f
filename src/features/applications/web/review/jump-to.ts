/** Scrolls to a field and focuses it after the next render. */
export function jumpTo(selector: string): void {
  requestAnimationFrame(() => {
    const target = document.querySelector<HTMLElement>(selector);
    target?.scrollIntoView({ block: 'center' });
    target?.focus({ preventScroll: true });
  });
}
