import { QueryClient } from '@tanstack/react-query';

/** What the screens have asked for, shared by all of them. Loaded with the first that asks. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // The client itself makes the second attempt; a third would only keep people waiting. Without a network it is asked
    // all the same, and fails: who waits is told why, and what is kept in this browser can be the answer.
    queries: { retry: false, staleTime: 30_000, networkMode: 'always', refetchOnReconnect: true },
    mutations: { retry: false, networkMode: 'always' },
  },
});
