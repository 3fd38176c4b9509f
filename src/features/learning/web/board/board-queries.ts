import { useQuery } from '@tanstack/react-query';
import { boardClient, dsdClient } from '#features/learning/web/client.ts';
import { currentCulture, learningKey } from '#features/learning/web/queries.ts';

export function useBoard() {
  const culture = currentCulture();
  return useQuery({
    queryKey: [...learningKey, 'board', culture],
    queryFn: () => boardClient('GET v2/board', { query: { culture } }),
  });
}

/** Guests of Discover Scuba Diving. */
export function useGuests() {
  return useQuery({ queryKey: ['dsd', 'guests'], queryFn: () => dsdClient('GET Guests'), staleTime: 0 });
}
