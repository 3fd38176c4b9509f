import { QueryClient } from '@tanstack/react-query';
import { definePageState } from '#platform/web/page-state.ts';

const pageState = definePageState(() => ({
  queryClient: new QueryClient({
    defaultOptions: {
      // `sendRequest` already retries once, so queries do not retry again. `networkMode: 'always'` runs them offline too,
      // so they fail with a message or return the copy from the offline cache instead of pausing.
      queries: { retry: false, staleTime: 30_000, networkMode: 'always', refetchOnReconnect: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  }),
}));

/** The query cache that all screens of a page share. */
export function currentQueryClient(): QueryClient {
  return pageState().queryClient;
}
