import type { Context } from '../../../platform/server/context.ts';
import * as basketSql from './basket-sql.ts';
import * as sql from './checkout-sql.ts';
import { releaseCodes } from './codes.ts';
import { reopenRequest } from './requests/queries.ts';

/**
 * Gives up an open order: its codes are free again, and what was in it is back in the basket. False where it is paid or
 * was given up before. Money that comes for it nevertheless is returned.
 */
export async function giveUp(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { affiliateId, orderId }: { affiliateId: number; orderId: string },
): Promise<boolean> {
  // Locked in the order in which a checkout does it.
  const [basket] = await basketSql.lockKnown(db, affiliateId);
  const [order] = await sql.lockMade(db, affiliateId, orderId);
  if (order?.state !== 'open') return false;
  await sql.cancelOrder(db, affiliateId, orderId);
  const codes = await releaseCodes({ db }, { affiliateId, ownerId: order.recipientId ?? affiliateId, orderId });
  // What a minor asked for is not the guardian's to put back: the minor's request is open again.
  if (order.recipientId !== null) {
    await reopenRequest(db, orderId);
    return true;
  }
  // Who is gone has no basket any more.
  if (basket === undefined) return true;
  await sql.putBack(db, affiliateId, orderId, now);
  // Codes that were typed since are what the person wants now.
  if (basket.codes.length === 0) await basketSql.setCodes(db, affiliateId, codes);
  await basketSql.noteChange(db, affiliateId, now);
  return true;
}
