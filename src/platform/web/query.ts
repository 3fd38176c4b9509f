import { QueryClient } from '@tanstack/react-query';

/** What the screens have asked for, shared by all of them. Loaded with the first that asks. */
export const queries = new QueryClient({
  // The client itself makes the second attempt; a third would only keep people waiting.
  defaultOptions: { queries: { retry: false, staleTime: 30_000 }, mutations: { retry: false } },
});
