import type { BasketLine } from '../shared/contract.ts';
import { useAdditions } from './additions.ts';
import { useBasket } from './queries.ts';
import type { Addition } from './unsent.ts';

/** What there is of it in the basket, counting what is on its way there. */
export function useLinesOf(productId: number): (BasketLine | Addition)[] {
  const { data: basket } = useBasket();
  const { additions } = useAdditions();
  return [...(basket?.lines ?? []), ...additions].filter((line) => line.productId === productId);
}

export const countOf = (lines: readonly { quantity: number }[]) =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);
