import { definePageState } from '#platform/web/page-state.ts';

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

const pageState = definePageState<{ fetch: Fetch }>(() => ({ fetch: (url, init) => fetch(url, init) }));

export function currentFetch(): Fetch {
  return pageState().fetch;
}

/** Pages rendered on the server call the API in the same process. */
export function setPageFetch(fetch: Fetch): void {
  pageState().fetch = fetch;
}
