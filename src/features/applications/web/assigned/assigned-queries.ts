import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import type { ApplicationRow } from '#features/applications/shared/application.ts';
import { applicationClient } from '#features/applications/web/client.ts';
import { applicationsKey } from '#features/applications/web/queries.ts';

export const assignedFilters = ['to_review', 'returned', 'at_association', 'done', 'all'] as const;
export type AssignedFilter = (typeof assignedFilters)[number];

/** The server's maximum page size. */
const maxPageSize = 100;

interface Listed {
  total: number;
  items: ApplicationRow[];
}

/** The applications naming the current user. Always refetched, because applicants and the desk change them. */
export function useAssigned(search: string, show: AssignedFilter) {
  return useInfiniteQuery({
    queryKey: [...applicationsKey, 'assigned', currentLocale(), { search, show }],
    queryFn: ({ pageParam }) =>
      applicationClient('GET Applications/assigned', {
        query: { Page: pageParam, PageSize: maxPageSize, show, search },
      }),
    initialPageParam: 1,
    getNextPageParam: ({ items, total }: Listed, all: Listed[]) => {
      const shown = all.reduce((sum, page) => sum + page.items.length, 0);
      return items.length > 0 && shown < total ? all.length + 1 : undefined;
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
