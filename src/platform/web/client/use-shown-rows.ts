import { useState } from 'react';

interface LoadedRows {
  /** The number of rows in the browser and on the server. */
  loaded: number;
  total: number;
  isFetchingNextPage?: boolean;
  fetchNextPage?: () => Promise<unknown>;
}

/**
 * The number of rows to render. A selection may need more rows than a browser renders quickly, so rows are rendered in
 * smaller steps than they are loaded.
 */
export function useShownRows(step: number, rows: LoadedRows) {
  const { loaded, total, isFetchingNextPage = false, fetchNextPage } = rows;
  const [limit, setLimit] = useState(step);
  return {
    limit,
    hasNextPage: limit < total,
    isFetchingNextPage,
    fetchNextPage: async (): Promise<void> => {
      if (limit + step > loaded && loaded < total) await fetchNextPage?.();
      setLimit(limit + step);
    },
  };
}
