import { useSearchParams } from 'react-router';
import { sortOptions, type SortOption } from '#features/certifications/shared/sorting.ts';

export function readSort(query: URLSearchParams): SortOption {
  return sortOptions.find((option) => option === query.get('sort')) ?? sortOptions[0];
}

/** The order stands in the address, so that it can be kept, sent and gone back to; the usual one does not. */
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
