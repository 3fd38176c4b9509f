import { useSearchParams } from 'react-router';
import { type Category, categories, productSorts } from '../shared/lists.ts';
import type { ShelfQuery } from './queries.ts';

const usualSort = productSorts[0];

export function readView(query: URLSearchParams): ShelfQuery {
  return {
    category: categories.find((category) => category === query.get('category')) ?? null,
    sort: productSorts.find((sort) => sort === query.get('sort')) ?? usualSort,
    search: (query.get('search') ?? '').trim().slice(0, 100),
  };
}

/** Only what differs from the usual is in the address. */
export function addressOf({ category, sort, search }: ShelfQuery): string {
  const query = new URLSearchParams({
    ...(category && { category }),
    ...(sort !== usualSort && { sort }),
    ...(search !== '' && { search }),
  });
  return `?${query}`;
}

/** Which part of the shelf is looked at. It is all in the address, so that it can be kept, sent and gone back to. */
export function useShelfView() {
  const [query, setQuery] = useSearchParams();
  const view = readView(query);
  return {
    view,
    /** In place: a word that is being typed is not a page to go back to. */
    change(part: Partial<ShelfQuery>) {
      setQuery(addressOf({ ...view, ...part }), { replace: true, preventScrollReset: true });
    },
  };
}

/** Links from elsewhere name what they mean by its stock number. */
export function readStock(query: URLSearchParams): string | null {
  const stock = query.get('stock') ?? '';
  return /^\d{1,9}$/.test(stock) ? stock : null;
}

export const productPath = (productId: number | string) => `/training/shop/product/${productId}`;
export const basketPath = '/training/shop/basket';

/** Those that something is found in, and the one that is chosen. */
export function shownCategories(counts: Partial<Record<Category, number>>, chosen: Category | null): Category[] {
  return categories.filter((category) => category === chosen || (counts[category] ?? 0) > 0);
}
