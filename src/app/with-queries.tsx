import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';

const queries = new QueryClient({
  // The client itself makes the second attempt; a third would only keep people waiting.
  defaultOptions: { queries: { retry: false, staleTime: 30_000 }, mutations: { retry: false } },
});

/** Gives a feature's screen the queries that all of them share. Loaded with the first such screen, not before. */
export function withQueries(Screen: ComponentType): ComponentType {
  return function WithQueries() {
    return (
      <QueryClientProvider client={queries}>
        <Screen />
      </QueryClientProvider>
    );
  };
}
