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

/** Default values are left out of the URL. */
export function toQueryString({ category, sort, search }: ProductQuery): string {
  const query = new URLSearchParams({
    ...(category && { category }),
    ...(sort !== defaultSort && { sort }),
    ...(search !== '' && { search }),
  });
  return `?${query}`;
}

/** The list's filters live in the URL, so a view can be bookmarked, shared and restored. */
export function useProductQuery() {
  const [query, setQuery] = useSearchParams();
  const view = parseProductQuery(query);
  return {
    view,
    /** Replaces the history entry, because each typed letter should not be a step back. */
    change(part: Partial<ProductQuery>) {
      setQuery(toQueryString({ ...view, ...part }), { replace: true, preventScrollReset: true });
    },
  };
}

/** Links from outside refer to products by stock number. */
export function parseStockNumber(query: URLSearchParams): string | null {
  const stock = query.get('stock') ?? '';
  return /^\d{1,9}$/.test(stock) ? stock : null;
}

export const productPath = (productId: number | string) => `/training/shop/product/${productId}`;
export const basketPath = '/training/shop/basket';

/** Categories with matches, plus the selected one. */
export function listVisibleCategories(counts: Partial<Record<Category, number>>, chosen: Category | null): Category[] {
  return categories.filter((category) => category === chosen || (counts[category] ?? 0) > 0);
}
