import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { queryClient } from '#platform/web/client/query-client.ts';
import { hasRecords } from '#platform/web/sync/draft-cleanup.ts';

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

/** Screens read drafts while they render. Most people have none, so the code that stores them is not loaded. */
export async function loadRecords(): Promise<void> {
  if (!hasRecords()) return;
  const { records } = await import('#platform/web/sync/records.ts');
  await records.open();
}
