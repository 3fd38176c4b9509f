import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#platform/shared/contract.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import type { ProductCard, shopEndpoints } from '#features/shop/shared/contract.ts';
import { shopClient } from '#features/shop/web/client.ts';
import { cancelBasketQueries, shopKey, setCachedBasket } from '#features/shop/web/queries.ts';

export type Credit = OutputOf<(typeof shopEndpoints)['endpoints']['GET credit']>;

export function useCredit() {
  return useQuery({
    queryKey: [...shopKey, 'credit'],
    queryFn: () => shopClient('GET credit', { query: {} }),
    staleTime: 0,
  });
}

/** With all transactions, in pages. */
export function useCreditPages() {
  return useInfiniteQuery({
    queryKey: [...shopKey, 'credit', 'pages'],
    queryFn: ({ pageParam }) => shopClient('GET credit', { query: { page: pageParam } }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.hasMore ? pages.length + 1 : undefined),
    staleTime: 0,
  });
}

async function fetchAllProducts(category: 'course' | 'specialty'): Promise<ProductCard[]> {
  const found: ProductCard[] = [];
  for (let page = 1; ; page++) {
    const { items, total } = await shopClient('GET products', { query: { category, page } });
    found.push(...items);
    if (items.length === 0 || found.length >= total) return found;
  }
}

/** All courses that are sold as codes. */
export function useCourses() {
  return useQuery({
    queryKey: [...shopKey, 'courses', currentLocale()],
    queryFn: async () => (await Promise.all([fetchAllProducts('course'), fetchAllProducts('specialty')])).flat(),
  });
}

/** Sets the quantity instead of adding to an existing line. */
export async function setCodeQuantity(productId: number, quantity: number): Promise<void> {
  const { lines } = await shopClient('GET basket');
  const same = lines.find((line) => line.productId === productId && line.isGift);
  const basket =
    same === undefined
      ? await shopClient('POST basket/lines', {
          body: { lineId: crypto.randomUUID(), productId, quantity, isGift: true },
        })
      : await shopClient('PUT basket/lines/{lineId}', { params: { lineId: same.lineId }, body: { quantity } });
  await cancelBasketQueries();
  setCachedBasket(basket);
}
