import type { TransactionContext } from '#platform/server/http/context.ts';
import { deletePurchasedLines, updateBasketVersion } from '#features/shop/server/basket/queries.ts';
import type { OrderRow } from '#features/shop/server/orders/queries.ts';
import { notifyPaid } from './notifications.ts';
import { findRequest, markRequestPaid } from './queries.ts';

/** Marks the request behind a paid order as paid and notifies the minor, in the transaction that pays the order. */
export async function settleRequest(
  ctx: TransactionContext,
  { orderId, affiliateId, recipientId }: OrderRow,
): Promise<void> {
  if (recipientId === null) return;
  const { db, now } = ctx;
  const settled = await markRequestPaid.first(db, { orderId, now });
  const request = settled && (await findRequest.first(db, settled));
  if (request === undefined) return;
  await deletePurchasedLines(db, { recipientId, affiliateId, orderId });
  await updateBasketVersion(db, { affiliateId: recipientId, now });
  await notifyPaid(ctx, request);
}
