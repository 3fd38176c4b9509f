import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';

export interface QueuePageData<Item> {
  total: number;
  items: Item[];
}

/** Other staff work on the same queue; live updates may be missed while the page is in the background. */
const refreshMs = 30_000;

/** A queue in pages, oldest items first. */
export function useQueue<Item>(queryKey: readonly unknown[], load: (offset: number) => Promise<QueuePageData<Item>>) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: 0,
    getNextPageParam: ({ items, total }, _pages, offset) =>
      items.length > 0 && offset + items.length < total ? offset + items.length : undefined,
    refetchInterval: refreshMs,
  });
}

export function listItems<Item>(data: InfiniteData<QueuePageData<Item>>): Item[] {
  return data.pages.flatMap(({ items }) => items);
}
