import { useQuery } from '@tanstack/react-query';
import { useActingFor } from '../../../platform/web/acting-for.ts';
import { queries } from '../../../platform/web/query.ts';
import { dsd } from './client.ts';

const dsdKey = ['dsd'] as const;

/** Fetched again with each page: the store or another device may have changed it. */
export function useCheckpoint() {
  const { affiliateId } = useDiver();
  return useQuery({
    queryKey: affiliateId === undefined ? [...dsdKey, 'checkpoint'] : [...dsdKey, 'checkpoint', affiliateId],
    queryFn: () => dsd('GET GetCheckpointData', { query: { affiliateId } }),
    staleTime: 0,
  });
}

/** Who is to dive: a child of the guardian who is signed in, by `?for=`, or the person themselves. */
export function useDiver(): { affiliateId: number | undefined; search: string } {
  const { affiliateId, isOwn } = useActingFor();
  return isOwn ? { affiliateId: undefined, search: '' } : { affiliateId, search: `?for=${affiliateId}` };
}

export function useGuests() {
  return useQuery({ queryKey: [...dsdKey, 'guests'], queryFn: () => dsd('GET Guests'), staleTime: 0 });
}

export function refreshDsd(): Promise<void> {
  return queries.invalidateQueries({ queryKey: dsdKey });
}
