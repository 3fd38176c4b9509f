import type { BasketLine } from '#features/shop/shared/contract.ts';
import { usePendingAdditions } from './add-to-basket.ts';
import { useBasket } from '#features/shop/web/queries.ts';
import type { Addition } from './basket-outbox.ts';

/** All lines in the basket, including additions that are not sent yet. */
function useBasketLines(): (BasketLine | Addition)[] {
  const { data: basket } = useBasket();
  const { additions } = usePendingAdditions();
  return [...(basket?.lines ?? []), ...additions];
}

/** The product's lines in the basket. */
export function useProductLines(productId: number): (BasketLine | Addition)[] {
  return useBasketLines().filter((line) => line.productId === productId);
}

/** The ids of all products in the basket. Lists read it once, because each tile would subscribe to the basket. */
export function useBasketProducts(): ReadonlySet<number> {
  return new Set(useBasketLines().map(({ productId }) => productId));
}

export const sumQuantity = (lines: readonly { quantity: number }[]) =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);
