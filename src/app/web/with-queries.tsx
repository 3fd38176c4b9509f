import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { queryClient } from '#platform/web/client/query-client.ts';

/** Wraps a screen in the shared query client. It is loaded with the first screen that uses queries. */
export function withQueries<Props extends object>(Screen: ComponentType<Props>): ComponentType<Props> {
  return function WithQueries(props: Props) {
    return (
      <QueryClientProvider client={queryClient}>
        <Screen {...props} />
      </QueryClientProvider>
    );
  };
}
