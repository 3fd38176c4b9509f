import type { Doing } from '../../../payments/server/public.ts';
import { noteChange } from '../basket-sql.ts';
import type { OrderRow } from '../orders-sql.ts';
import { notifyPaid } from './notifications.ts';
import { findRequest, removeBought, setPaid } from './queries.ts';

/** The order of a minor's request was paid, in the transaction that pays it: the minor hears of it. */
export async function settleRequest(doing: Doing, { orderId, affiliateId, recipientId }: OrderRow): Promise<void> {
  if (recipientId === null) return;
  const { db, now } = doing;
  const [settled] = await setPaid(db, orderId, now);
  const [request] = settled === undefined ? [] : await findRequest(db, settled.requestId);
  if (request === undefined) return;
  await removeBought(db, recipientId, affiliateId, orderId);
  await noteChange(db, recipientId, now);
  await notifyPaid(doing, request);
}
