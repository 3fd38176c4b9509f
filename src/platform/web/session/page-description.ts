import { definePageState, isServerPage } from '#platform/web/page-state.ts';

interface PageDescription {
  /** For search engines and link previews. */
  text?: string;
  /** The page has no content, so search engines must not list it. */
  isEmpty?: boolean;
}

const pageState = definePageState<PageDescription>(() => ({}));

/** Called while a screen renders. Only the server's first page has a description. */
export function describePage(description: PageDescription): void {
  if (isServerPage()) Object.assign(pageState(), description);
}

export function currentDescription(): PageDescription {
  return pageState();
}
