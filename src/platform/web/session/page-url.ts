import { definePageState } from '#platform/web/page-state.ts';

const pageState = definePageState<{ url: URL | undefined }>(() => ({ url: undefined }));

/** Sets the address of a page that is rendered on the server. */
export function setPageUrl(url: URL): void {
  pageState().url = url;
}

/** The address of the page. */
export function currentUrl(): URL {
  return pageState().url ?? new URL(location.href);
}
