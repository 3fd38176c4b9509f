import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { boardPageSize, type BoardView, diverPageSize } from '#features/learning/shared/board-pages.ts';
import { guestPageSize } from '#features/dsd/shared/limits.ts';
import { boardClient, dsdClient } from '#features/learning/web/client.ts';
import { currentCulture, learningKey } from '#features/learning/web/queries.ts';

export interface BoardFilter {
  show: BoardView;
  search: string;
}

export type BoardData = NonNullable<ReturnType<typeof useBoard>['data']>;

export function getBoardPath({ show, search }: BoardFilter): string {
  const params = new URLSearchParams({ ...(show !== 'all' && { show }), ...(search !== '' && { search }) });
  return params.size === 0 ? '/pro/class' : `/pro/class?${params}`;
}

/** The counts and the first students of every course. */
export function useBoard(filter: BoardFilter) {
  const culture = currentCulture();
  return useQuery({
    queryKey: [...learningKey, 'board', culture, filter],
    queryFn: () => boardClient('GET v2/board', { query: { culture, ...filter } }),
    placeholderData: keepPreviousData,
  });
}

/** The students of a course after the first ones. Loaded by `fetchNextPage` alone, then kept up to date. */
export function useMoreStudents(filter: BoardFilter, course: string, firstCount: number) {
  const culture = currentCulture();
  return useInfiniteQuery({
    enabled: ({ state }: { state: { data?: unknown } }) => state.data !== undefined,
    queryKey: [...learningKey, 'board', culture, filter, course, firstCount],
    queryFn: async ({ pageParam: offset }) =>
      (await boardClient('GET v2/board', { query: { culture, ...filter, course, offset } })).courses[0]?.students ?? [],
    initialPageParam: firstCount,
    getNextPageParam: (page, _pages, offset) => (page.length < boardPageSize ? undefined : offset + page.length),
  });
}

/** Counts of the class board and the latest students. */
export function useBoardSummary() {
  const culture = currentCulture();
  return useQuery({
    queryKey: [...learningKey, 'board-summary', culture],
    queryFn: () => boardClient('GET v2/board/summary', { query: { culture } }),
  });
}

/** The students who may come on a boat, in pages by name. */
export function useBoatStudents(search: string) {
  return useInfiniteQuery({
    queryKey: [...learningKey, 'boat', search],
    queryFn: ({ pageParam: offset }) => boardClient('GET v2/board/divers', { query: { search, offset } }),
    initialPageParam: 0,
    getNextPageParam: ({ items, total }, _pages, offset) =>
      items.length > 0 && offset + items.length < total ? offset + items.length : undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Students who were chosen, whether or not their page is loaded. */
export function useChosenStudents(affiliateIds: readonly number[]) {
  const ids = affiliateIds
    .toSorted((a, b) => a - b)
    .slice(0, diverPageSize)
    .join(',');
  return useQuery({
    enabled: ids !== '',
    queryKey: [...learningKey, 'boat-chosen', ids],
    queryFn: async () => (await boardClient('GET v2/board/divers', { query: { ids } })).items,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The guests who are not done yet come first, so one page has those of the coming days. */
export function useBoatGuests() {
  return useQuery({
    queryKey: ['dsd', 'guests', 'boat'],
    queryFn: async () => (await dsdClient('GET Guests', { query: { limit: guestPageSize } })).items,
    staleTime: 0,
  });
}

/** The number of guests of Discover Scuba Diving with open forms. */
export function useOpenGuests() {
  return useQuery({
    queryKey: ['dsd', 'guests', 'open'],
    queryFn: async () => (await dsdClient('GET Guests', { query: { limit: 1 } })).open,
    staleTime: 0,
  });
}
