import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { currentLocale } from '../../../platform/web/i18n.tsx';
import type { FormRecord } from '../shared/contract.ts';
import { forms } from './client.ts';
import { formsKey } from './queries.ts';

export const receivedFilters = ['all', 'medical_required', 'review'] as const;
export type ReceivedFilter = (typeof receivedFilters)[number];

interface Listed {
  total: number;
  items: FormRecord[];
}

const pages = {
  initialPageParam: 1,
  getNextPageParam: ({ items, total }: Listed, all: Listed[]) => {
    const shown = all.reduce((sum, page) => sum + page.items.length, 0);
    return items.length > 0 && shown < total ? all.length + 1 : undefined;
  },
  staleTime: 0,
};

const soonMs = 1_500;
const lateMs = 30_000;

/** A document is made within seconds; one that is not is asked for less and less often. */
export function untilMadeMs(records: readonly FormRecord[], timesAsked: number): number | false {
  const isWaiting = records.some(({ downloadUrl, isRemoved }) => downloadUrl === null && !isRemoved);
  return isWaiting && Math.min(soonMs * 1.5 ** timesAsked, lateMs);
}

/** Names come in the reader's language. What others do, such as signing, is seen whenever one looks. */
export function useDrafts() {
  return useQuery({
    queryKey: [...formsKey, 'drafts', currentLocale()],
    queryFn: () => forms('GET Drafts'),
    staleTime: 0,
  });
}

export function useSigned(affiliateId: number) {
  return useInfiniteQuery({
    queryKey: [...formsKey, 'signed', currentLocale(), affiliateId],
    queryFn: ({ pageParam: page }) => forms('GET Search/Diver', { query: { affiliateId, page } }),
    ...pages,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      untilMadeMs(data?.pages.flatMap(({ items }) => items) ?? [], dataUpdateCount),
  });
}

export function useReceived(search: string, show: ReceivedFilter) {
  return useInfiniteQuery({
    queryKey: [...formsKey, 'received', currentLocale(), { search, show }],
    queryFn: ({ pageParam: page }) => forms('GET Search/Member', { query: { search, show, page } }),
    placeholderData: keepPreviousData,
    ...pages,
  });
}
