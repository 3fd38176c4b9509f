import { isErased } from '../../account/server/public.ts';
import { endRefundedYear, restoreYearOf } from '../../club/server/public.ts';
import { entitleByOrder, giveCodesBack, takeCodesBack, takeCourseBack } from '../../learning/server/public.ts';
import type { Doing } from '../../payments/server/public.ts';
import * as sql from './orders-sql.ts';

type Bought = Pick<sql.OrderRow, 'affiliateId' | 'orderId' | 'recipientId' | 'paymentId'>;

/**
 * What was paid back whole is theirs no more, as far as it can be taken back. A card that was issued stays, and so
 * does a level that was applied for: staff revoke a certification, a refund does not.
 */
export async function takeBack(doing: Doing, order: Bought, line: sql.LineRow): Promise<void> {
  const affiliateId = order.recipientId ?? order.affiliateId;
  const { kind, packageId, isGift, state } = line;
  if (state === 'to_post') await note(doing, order, line, 'taken_back');
  if (state === 'given' && kind === 'membership' && order.paymentId !== null) {
    const { paymentId } = order;
    if (await endRefundedYear(doing, { affiliateId, paymentId })) await note(doing, order, line, 'taken_back');
  }
  if (state !== 'given' || (kind !== 'course' && kind !== 'code') || packageId === null) return;
  if (!isGift) {
    if (await takeCourseBack(doing, affiliateId, packageId)) await note(doing, order, line, 'taken_back');
    return;
  }
  const taken = await takeCodesBack(doing, line.codes);
  // Those that somebody has redeemed are left, and show it.
  const left = line.codes.filter((code) => !taken.includes(code));
  await note(doing, order, line, left.length === 0 ? 'taken_back' : 'given', left, taken);
}

/** Where the money did not go. False where there is nothing to give: it never went, or is theirs by now. */
export async function giveBack(doing: Doing, order: Bought, line: sql.LineRow): Promise<boolean> {
  const affiliateId = order.recipientId ?? order.affiliateId;
  const { kind, packageId, isGift, state, codes, takenCodes } = line;
  if (await isErased(doing.db, affiliateId)) return false;
  if (takenCodes.length > 0) {
    await giveCodesBack(doing, takenCodes);
    await note(doing, order, line, 'given', [...codes, ...takenCodes]);
    return true;
  }
  if (state !== 'taken_back' || isGift) return false;
  if (kind === 'membership') {
    const { paymentId } = order;
    if (paymentId === null || !(await restoreYearOf(doing, { affiliateId, paymentId }))) return false;
    await note(doing, order, line, 'given');
  } else if (kind !== 'course') await note(doing, order, line, 'to_post');
  else if (packageId !== null && (await entitleByOrder(doing, { affiliateId, packageId })))
    await note(doing, order, line, 'given');
  else return false;
  return true;
}

async function note(
  { db, now }: Doing,
  { affiliateId, orderId }: Bought,
  { lineId }: sql.LineRow,
  state: sql.LineRow['state'],
  codes: readonly string[] = [],
  takenCodes: readonly string[] = [],
): Promise<void> {
  await sql.setLine(db, affiliateId, orderId, lineId, state, codes, now);
  await sql.keepTaken(db, affiliateId, orderId, lineId, takenCodes);
}
