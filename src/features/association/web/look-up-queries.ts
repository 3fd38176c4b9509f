import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { currentLocale } from '../../../platform/web/i18n.tsx';
import { queries } from '../../../platform/web/query.ts';
import type { FoundCard, FoundPerson } from '../shared/contract.ts';
import { desk, family } from './client.ts';

/** What a search has found so far. */
export interface Found<Item> {
  items: Item[] | undefined;
  total: number | undefined;
  hasMore: boolean;
  hasFailed: boolean;
  isBusy: boolean;
  /** Of what was typed before. */
  isOld: boolean;
  more: () => void;
  again: () => void;
}

interface FoundPage<Item> {
  items: Item[];
  total: number;
}

const cardsKey = ['association', 'cards'] as const;

/** Each asking is written down: nothing is asked for again that is still on the page. */
function useSearch<Item>(key: readonly unknown[], search: string, ask: (page: number) => Promise<FoundPage<Item>>) {
  const query = useInfiniteQuery({
    queryKey: [...key, search, currentLocale()],
    queryFn: ({ pageParam }) => ask(pageParam),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { items }) => sum + items.length, 0);
      return last.items.length > 0 && shown < last.total ? pages.length + 1 : undefined;
    },
    enabled: search !== '',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return foundOf(query);
}

function foundOf<Item>(query: UseInfiniteQueryResult<{ pages: FoundPage<Item>[] }>): Found<Item> {
  return {
    items: query.data?.pages.flatMap(({ items }) => items),
    total: query.data?.pages[0]?.total,
    hasMore: query.hasNextPage,
    hasFailed: query.isError,
    isBusy: query.isFetching,
    isOld: query.isPlaceholderData,
    more: () => void query.fetchNextPage(),
    again: () => void query.refetch(),
  };
}

export function usePeople(search: string, kind: 'all' | 'store'): Found<FoundPerson> {
  return useSearch(['association', 'people', kind], search, (page) =>
    desk('GET people', { query: { search, kind, page } }),
  );
}

export function useCards(search: string): Found<FoundCard> {
  return useSearch(cardsKey, search, (page) => desk('GET cards', { query: { search, page } }));
}

export function refreshCards(): Promise<void> {
  return queries.invalidateQueries({ queryKey: cardsKey });
}

const personKey = (affiliateId: number) => ['association', 'person', affiliateId] as const;

export function refreshPerson(affiliateId: number): Promise<void> {
  return queries.invalidateQueries({ queryKey: personKey(affiliateId) });
}

/** Each opening is a reading, and is written down. */
export function usePersonFile(affiliateId: number) {
  return useQuery({
    queryKey: [...personKey(affiliateId), currentLocale()],
    queryFn: () => desk('GET people/{affiliateId}', { params: { affiliateId } }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Whoever took the account over meanwhile is shown as they are now. */
export function useHandoverAgain(affiliateId: number) {
  return useMutation({
    mutationFn: () => family('POST People/{affiliateId}/handover-link', { params: { affiliateId } }),
    onError: () => queries.invalidateQueries({ queryKey: personKey(affiliateId) }),
  });
}
