import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import type { Basket } from '#features/shop/shared/contract.ts';
import type { Category, ProductSort } from '#features/shop/shared/categories.ts';
import { shopClient } from './client.ts';

/** A purchase changes products, basket and orders, so all shop queries share this prefix. */
export const shopKey = ['shop'] as const;
/** The locale is part of the key because names come in the reader's language. */
const basketKey = () => [...shopKey, 'basket', currentLocale()] as const;

export function refreshShop(): void {
  void currentQueryClient().invalidateQueries({ queryKey: shopKey });
}

export function refreshBasket(): void {
  void currentQueryClient().invalidateQueries({ queryKey: [...shopKey, 'basket'] });
}

/** The basket is shared by all devices, so it is always refetched. */
export function useBasket() {
  return useQuery({ queryKey: basketKey(), queryFn: () => shopClient('GET basket'), staleTime: 0 });
}

export function getCachedBasket(): Basket | undefined {
  return currentQueryClient().getQueryData<Basket>(basketKey());
}

export function setCachedBasket(basket: Basket): void {
  currentQueryClient().setQueryData(basketKey(), basket);
}

/** Cancels running requests, because an older response must not overwrite a change. */
export async function cancelBasketQueries(): Promise<void> {
  await currentQueryClient().cancelQueries({ queryKey: basketKey() });
}

export interface ProductQuery {
  category: Category | null;
  search: string;
  sort: ProductSort;
}

/** The previous list stays visible while another one loads. */
export function useProducts({ category, search, sort }: ProductQuery) {
  return useInfiniteQuery({
    queryKey: [...shopKey, 'products', currentLocale(), { category, search, sort }],
    queryFn: ({ pageParam: page }) =>
      shopClient('GET products', { query: { ...(category && { category }), search, sort, page } }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) =>
      pages.reduce((sum, { items }) => sum + items.length, 0) < total ? pages.length + 1 : undefined,
    placeholderData: keepPreviousData,
  });
}

export function useRecommendedProducts(isEnabled: boolean) {
  return useQuery({
    queryKey: [...shopKey, 'recommended', currentLocale()],
    queryFn: () => shopClient('GET products/recommended'),
    enabled: isEnabled,
  });
}

/** Pass null for an invalid product number. */
export function useProduct(productId: number | null) {
  return useQuery({
    queryKey: [...shopKey, 'product', currentLocale(), productId],
    queryFn: () => shopClient('GET products/{productId}', { params: { productId: productId ?? 0 } }),
    enabled: productId !== null,
  });
}

/** Null for people who are not members. */
export function useClubBenefits() {
  return useQuery({ queryKey: [...shopKey, 'club-line'], queryFn: () => shopClient('GET club-line') });
}
