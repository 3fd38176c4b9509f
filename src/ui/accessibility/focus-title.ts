/** Focuses the page title when no element has the focus, so keyboard users keep their position. */
export function focusTitleIfLost(): void {
  if (document.activeElement === document.body) focusTitle();
}

export function focusTitle(): void {
  document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
}
