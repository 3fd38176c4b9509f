import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../platform/web/query.ts';
import { dsd } from './client.ts';

const dsdKey = ['dsd'] as const;

/** Where somebody stands; asked for anew with each page, for the store or another device may have gone on. */
export function useCheckpoint() {
  return useQuery({
    queryKey: [...dsdKey, 'checkpoint'],
    queryFn: () => dsd('GET GetCheckpointData'),
    staleTime: 0,
  });
}

export function useGuests() {
  return useQuery({ queryKey: [...dsdKey, 'guests'], queryFn: () => dsd('GET Guests'), staleTime: 0 });
}

export function refreshDsd(): Promise<void> {
  return queries.invalidateQueries({ queryKey: dsdKey });
}
