import { isTextInput, usePageShortcuts } from '#platform/web/hooks/use-page-shortcuts.ts';

/** The slash key moves to the search field of the page. */
export function useSearchShortcut(): void {
  usePageShortcuts(({ key }, target) => {
    if (key !== '/' || isTextInput(target)) return false;
    const field = document.querySelector<HTMLElement>('main :is(input[type=search], [data-part=search-toggle])');
    // A search that is folded away takes the focus when it appears.
    if (field?.matches('button')) field.click();
    else field?.focus();
    return field !== null;
  });
}
