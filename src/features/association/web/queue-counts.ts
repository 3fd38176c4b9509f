import { useQuery } from '@tanstack/react-query';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { applicationClient, deskClient } from './client.ts';

const countsKey = ['association', 'counts'] as const;
/** Other staff work on the same queues, and new items arrive. */
const refreshMs = 30_000;

/** The open items of each queue, and the number this clerk has processed since local midnight. */
export function useQueueCounts() {
  return useQuery({
    queryKey: countsKey,
    queryFn: async () => {
      const since = new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
      const [ofApplications, others] = await Promise.all([
        applicationClient('GET Applications/desk/counts', { query: { since } }),
        deskClient('GET counts'),
      ]);
      return { ...ofApplications, ...others };
    },
    staleTime: 0,
    refetchInterval: refreshMs,
  });
}

export type QueueCounts = NonNullable<ReturnType<typeof useQueueCounts>['data']>;

export function refreshQueueCounts(): void {
  void currentQueryClient().invalidateQueries({ queryKey: countsKey });
}
