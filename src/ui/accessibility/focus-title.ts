/** Where nothing has the focus any more, the headline takes it: the keys would go nowhere. */
export function focusTitleIfLost(): void {
  if (document.activeElement === document.body) focusTitle();
}

export function focusTitle(): void {
  document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
}
