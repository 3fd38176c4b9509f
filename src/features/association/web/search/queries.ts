import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import { mapQuery, type QueryState } from '#platform/web/client/query-state.ts';
import type { FoundCard, FoundPerson } from '#features/association/shared/contract.ts';
import { deskClient, familyClient } from '#features/association/web/client.ts';

export interface SearchResult<Item> extends QueryState<Item[]> {
  total: number | undefined;
  /** There are matches beyond the total; a more exact search finds them. */
  hasMoreMatches: boolean;
  hasMore: boolean;
  /** True while the results of the previous search are shown. */
  isStale: boolean;
  loadMore: () => void;
}

interface SearchPage<Item> {
  items: Item[];
  total: number;
  hasMoreMatches: boolean;
}

const cardsKey = ['association', 'cards'] as const;

/** Every search is audited, so results are not refetched while they are shown. */
function useSearch<Item>(
  key: readonly unknown[],
  search: string,
  fetchPage: (page: number) => Promise<SearchPage<Item>>,
) {
  const query = useInfiniteQuery({
    queryKey: [...key, search, currentLocale()],
    queryFn: ({ pageParam }) => fetchPage(pageParam),
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
  return toSearchResult(query);
}

function toSearchResult<Item>(query: UseInfiniteQueryResult<{ pages: SearchPage<Item>[] }>): SearchResult<Item> {
  return {
    ...mapQuery(query, ({ pages }) => pages.flatMap(({ items }) => items)),
    total: query.data?.pages[0]?.total,
    hasMoreMatches: query.data?.pages[0]?.hasMoreMatches ?? false,
    hasMore: query.hasNextPage,
    isStale: query.isPlaceholderData,
    loadMore: () => void query.fetchNextPage(),
  };
}

export function usePeopleSearch(search: string, kind: 'all' | 'store'): SearchResult<FoundPerson> {
  return useSearch(['association', 'people', kind], search, (page) =>
    deskClient('GET people', { query: { search, kind, page } }),
  );
}

export function useCardSearch(search: string): SearchResult<FoundCard> {
  return useSearch(cardsKey, search, (page) => deskClient('GET cards', { query: { search, page } }));
}

export function refreshCards(): Promise<void> {
  return currentQueryClient().invalidateQueries({ queryKey: cardsKey });
}

const personKey = (affiliateId: number) => ['association', 'person', affiliateId] as const;

export function refreshPerson(affiliateId: number): Promise<void> {
  return currentQueryClient().invalidateQueries({ queryKey: personKey(affiliateId) });
}

/** Every read is audited, so it is not refetched without need. */
export function usePersonFile(affiliateId: number) {
  return useQuery({
    queryKey: [...personKey(affiliateId), currentLocale()],
    queryFn: () => deskClient('GET people/{affiliateId}', { params: { affiliateId } }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** The person may have taken over the account already, so an error reloads the file. */
export function useResendHandoverLink(affiliateId: number) {
  return useMutation({
    mutationFn: () => familyClient('POST People/{affiliateId}/handover-link', { params: { affiliateId } }),
    onError: () => currentQueryClient().invalidateQueries({ queryKey: personKey(affiliateId) }),
  });
}
