import { QueryClient } from '@tanstack/react-query';

/** The query cache that all screens share. It is loaded with the first screen that needs it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // `sendRequest` already retries once, so queries do not retry again. `networkMode: 'always'` runs them offline too,
    // so they fail with a message or return the copy from the offline cache instead of pausing.
    queries: { retry: false, staleTime: 30_000, networkMode: 'always', refetchOnReconnect: true },
    mutations: { retry: false, networkMode: 'always' },
  },
});
