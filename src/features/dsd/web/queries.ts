import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useActingFor } from '#platform/web/session/acting-for.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
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

/** Who took the guest diving, and the photo; null before the dive. */
export function useCompletedDive() {
  const { affiliateId } = useDiver();
  return useQuery({
    queryKey: [...dsdKey, 'completed-dive', affiliateId],
    queryFn: () => dsdClient('GET CompletedDive', { query: { affiliateId } }),
  });
}

/** Not below `dsdKey`: another photo has another date, and a removed one must not be loaded again. */
export function useDivePhoto(affiliateId: number, addedDate: string | undefined) {
  return useQuery({
    queryKey: ['dsd-photo', affiliateId, addedDate],
    queryFn: () => dsdClient('GET Guests/{affiliateId}/photo', { params: { affiliateId } }) as Promise<Blob>,
    enabled: addedDate !== undefined,
    staleTime: Infinity,
  });
}

const guestStep = 25;

export function useGuests() {
  return useInfiniteQuery({
    queryKey: [...dsdKey, 'guests'],
    queryFn: ({ pageParam: offset }) => dsdClient('GET Guests', { query: { offset, limit: guestStep } }),
    initialPageParam: 0,
    getNextPageParam: ({ items, total }, _pages, offset) =>
      items.length > 0 && offset + items.length < total ? offset + items.length : undefined,
    staleTime: 0,
  });
}

export function refreshDsd(): Promise<void> {
  return currentQueryClient().invalidateQueries({ queryKey: dsdKey });
}
