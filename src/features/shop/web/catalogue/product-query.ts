import { useSearchParams } from 'react-router';
import { type Category, categories, productSorts } from '#features/shop/shared/categories.ts';
import type { ProductQuery } from '#features/shop/web/queries.ts';

const defaultSort = productSorts[0];

export function parseProductQuery(query: URLSearchParams): ProductQuery {
  return {
    category: categories.find((category) => category === query.get('category')) ?? null,
    sort: productSorts.find((sort) => sort === query.get('sort')) ?? defaultSort,
    search: (query.get('search') ?? '').trim().slice(0, 100),
  };
}

/** Only what differs from the usual is in the address. */
export function toQueryString({ category, sort, search }: ProductQuery): string {
  const query = new URLSearchParams({
    ...(category && { category }),
    ...(sort !== defaultSort && { sort }),
    ...(search !== '' && { search }),
  });
  return `?${query}`;
}

/** Which part of the shelf is looked at. It is all in the address, so that it can be kept, sent and gone back to. */
export function useProductQuery() {
  const [query, setQuery] = useSearchParams();
  const view = parseProductQuery(query);
  return {
    view,
    /** In place: a word that is being typed is not a page to go back to. */
    change(part: Partial<ProductQuery>) {
      setQuery(toQueryString({ ...view, ...part }), { replace: true, preventScrollReset: true });
    },
  };
}

/** Links from elsewhere name what they mean by its stock number. */
export function parseStockNumber(query: URLSearchParams): string | null {
  const stock = query.get('stock') ?? '';
  return /^\d{1,9}$/.test(stock) ? stock : null;
}

export const productPath = (productId: number | string) => `/training/shop/product/${productId}`;
export const basketPath = '/training/shop/basket';

/** Those that something is found in, and the one that is chosen. */
export function listVisibleCategories(counts: Partial<Record<Category, number>>, chosen: Category | null): Category[] {
  return categories.filter((category) => category === chosen || (counts[category] ?? 0) > 0);
}
