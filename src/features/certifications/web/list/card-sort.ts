import { useSearchParams } from 'react-router';
import { sortOptions, type SortOption } from '#features/certifications/shared/sorting.ts';

export function readSort(query: URLSearchParams): SortOption {
  return sortOptions.find((option) => option === query.get('sort')) ?? sortOptions[0];
}

/** The order is part of the URL, so it can be bookmarked and shared; the default is omitted. */
export function withSort(query: URLSearchParams, sort: SortOption): URLSearchParams {
  const next = new URLSearchParams(query);
  if (sort === sortOptions[0]) next.delete('sort');
  else next.set('sort', sort);
  return next;
}

export function useSort() {
  const [query, setQuery] = useSearchParams();
  return {
    sort: readSort(query),
    setSort: (sort: SortOption) => setQuery(withSort(query, sort), { replace: true, preventScrollReset: true }),
  };
}
