import { useQuery } from '@tanstack/react-query';
import { useActingFor } from '#platform/web/session/acting-for.ts';
import { queryClient } from '#platform/web/client/query-client.ts';
import { dsdClient } from './client.ts';

const dsdKey = ['dsd'] as const;

/** Refetched on each page, because the store or another device may have changed it. */
export function useCheckpoint() {
  const { affiliateId } = useDiver();
  return useQuery({
    queryKey: affiliateId === undefined ? [...dsdKey, 'checkpoint'] : [...dsdKey, 'checkpoint', affiliateId],
    queryFn: () => dsdClient('GET GetCheckpointData', { query: { affiliateId } }),
    staleTime: 0,
  });
}

/** The child named by `?for=` if a guardian is signed in, otherwise the user. */
export function useDiver(): { affiliateId: number | undefined; search: string } {
  const { affiliateId, isOwn } = useActingFor();
  return isOwn ? { affiliateId: undefined, search: '' } : { affiliateId, search: `?for=${affiliateId}` };
}

export function useGuests() {
  return useQuery({ queryKey: [...dsdKey, 'guests'], queryFn: () => dsdClient('GET Guests'), staleTime: 0 });
}

export function refreshDsd(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: dsdKey });
}
