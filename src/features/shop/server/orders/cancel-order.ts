import type { Context } from '#platform/server/http/context.ts';
import * as basketSql from '#features/shop/server/basket/queries.ts';
import * as sql from '#features/shop/server/checkout/queries.ts';
import { releaseCodes } from '#features/shop/server/promotions/discount-codes.ts';
import { reopenRequest } from '#features/shop/server/payment-requests/queries.ts';

/**
 * Gives up an open order: its codes are free again, and what was in it is back in the basket. False where it is paid or
 * was given up before. Money that comes for it nevertheless is returned.
 */
export async function cancelOrder(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { affiliateId, orderId }: { affiliateId: number; orderId: string },
): Promise<boolean> {
  // Locked in the order in which a checkout does it.
  const [basket] = await basketSql.lockExistingBasket(db, affiliateId);
  const [order] = await sql.lockPlacedOrder(db, affiliateId, orderId);
  if (order?.state !== 'open') return false;
  await sql.markCancelled(db, affiliateId, orderId);
  const codes = await releaseCodes({ db }, { affiliateId, ownerId: order.recipientId ?? affiliateId, orderId });
  // What a minor asked for is not the guardian's to put back: the minor's request is open again.
  if (order.recipientId !== null) {
    await reopenRequest(db, orderId);
    return true;
  }
  // Who is gone has no basket any more.
  if (basket === undefined) return true;
  await sql.restoreBasketLines(db, affiliateId, orderId, now);
  // Codes that were typed since are what the person wants now.
  if (basket.codes.length === 0) await basketSql.setCodes(db, affiliateId, codes);
  await basketSql.touchBasket(db, affiliateId, now);
  return true;
}
