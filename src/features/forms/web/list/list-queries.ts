import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import type { FormRecord } from '#features/forms/shared/contract.ts';
import { formClient } from '#features/forms/web/client.ts';
import { formsKey } from '#features/forms/web/queries.ts';

export const receivedFilters = ['all', 'medical_required', 'review'] as const;
export type ReceivedFilter = (typeof receivedFilters)[number];

interface FormRecordList {
  total: number;
  items: FormRecord[];
}

const pagination = {
  initialPageParam: 1,
  getNextPageParam: ({ items, total }: FormRecordList, all: FormRecordList[]) => {
    const shown = all.reduce((sum, page) => sum + page.items.length, 0);
    return items.length > 0 && shown < total ? all.length + 1 : undefined;
  },
  staleTime: 0,
};

const firstPollMs = 1_500;
const maxPollMs = 30_000;

/** A document usually takes seconds; the interval grows while it is missing. */
export function documentPollMs(records: readonly FormRecord[], pollCount: number): number | false {
  const isWaiting = records.some(({ downloadUrl, isRemoved }) => downloadUrl === null && !isRemoved);
  return isWaiting && Math.min(firstPollMs * 1.5 ** pollCount, maxPollMs);
}

/** Fetched with names in the reader's language, and refetched on each view, because others may sign in the meantime. */
export function useDrafts() {
  return useQuery({
    queryKey: [...formsKey, 'drafts', currentLocale()],
    queryFn: () => formClient('GET Drafts'),
    staleTime: 0,
  });
}

export function useSignedRecords(affiliateId: number) {
  return useInfiniteQuery({
    queryKey: [...formsKey, 'signed', currentLocale(), affiliateId],
    queryFn: ({ pageParam: page }) => formClient('GET Search/Diver', { query: { affiliateId, page } }),
    ...pagination,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      documentPollMs(data?.pages.flatMap(({ items }) => items) ?? [], dataUpdateCount),
  });
}

export function useReceivedRecords(search: string, show: ReceivedFilter) {
  return useInfiniteQuery({
    queryKey: [...formsKey, 'received', currentLocale(), { search, show }],
    queryFn: ({ pageParam: page }) => formClient('GET Search/Member', { query: { search, show, page } }),
    placeholderData: keepPreviousData,
    ...pagination,
  });
}
