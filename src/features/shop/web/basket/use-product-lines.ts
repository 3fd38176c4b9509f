import type { BasketLine } from '#features/shop/shared/contract.ts';
import { usePendingAdditions } from './add-to-basket.ts';
import { useBasket } from '#features/shop/web/queries.ts';
import type { Addition } from './basket-outbox.ts';

/** The product's lines in the basket, including additions that are not sent yet. */
export function useProductLines(productId: number): (BasketLine | Addition)[] {
  const { data: basket } = useBasket();
  const { additions } = usePendingAdditions();
  return [...(basket?.lines ?? []), ...additions].filter((line) => line.productId === productId);
}

export const sumQuantity = (lines: readonly { quantity: number }[]) =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);
