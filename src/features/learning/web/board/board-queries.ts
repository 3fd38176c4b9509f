import { useQuery } from '@tanstack/react-query';
import { boards, dsd } from '#features/learning/web/client.ts';
import { currentCulture, learningKey } from '#features/learning/web/queries.ts';

export function useBoard() {
  const culture = currentCulture();
  return useQuery({
    queryKey: [...learningKey, 'board', culture],
    queryFn: () => boards('GET v2/board', { query: { culture } }),
  });
}

/** Guests of Discover Scuba Diving. */
export function useGuests() {
  return useQuery({ queryKey: ['dsd', 'guests'], queryFn: () => dsd('GET Guests'), staleTime: 0 });
}
