import type { Context } from '#platform/server/http/context.ts';
import * as basketQueries from '#features/shop/server/basket/queries.ts';
import * as queries from './queries.ts';
import { releaseCodes } from '#features/shop/server/promotions/discount-codes.ts';
import { detachRequest } from '#features/shop/server/payment-requests/queries.ts';

interface CancelOptions {
  /** The caller decides on the minor's request, which is closed otherwise. */
  reopensRequest?: boolean;
}

/**
 * Cancels an open order, releases its codes and restores the basket. Returns false if the order is paid or already
 * cancelled. Money that arrives later is returned.
 */
export async function cancelOrder(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { affiliateId, orderId }: { affiliateId: number; orderId: string },
  { reopensRequest = false }: CancelOptions = {},
): Promise<boolean> {
  // Same lock order as checkout, to avoid deadlocks.
  const basket = await basketQueries.lockExistingBasket.first(db, { affiliateId });
  const order = await queries.lockOrder.first(db, { affiliateId, orderId });
  if (order?.state !== 'open') return false;
  await queries.markCancelled(db, { affiliateId, orderId });
  const codes = await releaseCodes({ db }, { affiliateId, ownerId: order.recipientId ?? affiliateId, orderId });
  // An order for a minor did not come from the guardian's basket. The minor's basket still has it.
  if (order.recipientId !== null) {
    const closed = order.expiresDate <= now.toISOString() ? 'expired' : 'withdrawn';
    await detachRequest(db, { orderId, state: reopensRequest ? 'open' : closed, now });
    return true;
  }
  // An erased person has no basket.
  if (basket === undefined) return true;
  await basketQueries.restoreLines(db, { affiliateId, orderId, now });
  // Codes entered since then take precedence.
  if (basket.codes.length === 0) await basketQueries.updateCodes(db, { affiliateId, codes });
  await basketQueries.updateBasketVersion(db, { affiliateId, now });
  return true;
}
