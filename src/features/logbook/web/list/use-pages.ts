import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DiveLogRow } from '#features/logbook/shared/contract.ts';
import { pageOptions, pageSize, type ListQuery } from '#features/logbook/web/queries.ts';

/** Long enough to request nothing while scrolling fast. */
const debounceMs = 90;

interface RowRange {
  first: number;
  last: number;
  /** The focused row, which stays mounted. */
  focused: number | null;
}

/** Loads the pages of the visible rows and the adjacent ones. */
export function usePages(query: ListQuery, total: number, rows: RowRange) {
  const lastPage = Math.max(0, Math.ceil(total / pageSize) - 1);
  const from = Math.max(0, Math.min(lastPage, Math.floor(rows.first / pageSize) - 1));
  const to = Math.min(lastPage, Math.floor(rows.last / pageSize) + 1);
  const wanted = useDebouncedRange(from, to);
  const pages = Array.from(
    { length: Math.min(lastPage, wanted.to) - wanted.from + 1 },
    (_, index) => wanted.from + index,
  );
  const focusedPage = rows.focused === null ? null : Math.floor(rows.focused / pageSize);
  if (focusedPage !== null && !pages.includes(focusedPage)) pages.push(focusedPage);
  const results = useQueries({ queries: pages.map((page) => pageOptions(query, page)) });
  return {
    rowAt(index: number): DiveLogRow | undefined {
      const place = pages.indexOf(Math.floor(index / pageSize));
      return results[place]?.data?.items[index % pageSize];
    },
    isFailed: results.some(({ isError, data }) => isError && data === undefined),
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch();
    },
  };
}

function useDebouncedRange(from: number, to: number): { from: number; to: number } {
  const [settled, setSettled] = useState({ from, to });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ from, to }), debounceMs);
    return () => clearTimeout(timer);
  }, [from, to]);
  return settled;
}
