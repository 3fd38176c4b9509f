import { isErased } from '#features/account/server/public.ts';
import { endRefundedYear, restoreRefundedYear } from '#features/club/server/public.ts';
import { enrollByOrder, restoreCodes, revokeCodes, revokeCourse } from '#features/learning/server/public.ts';
import type { TransactionContext } from '#features/payments/server/public.ts';
import * as sql from './queries.ts';

type PurchasedOrder = Pick<sql.OrderRow, 'affiliateId' | 'orderId' | 'recipientId' | 'paymentId'>;

/**
 * What was paid back whole is theirs no more, as far as it can be taken back. A card that was issued stays, and so
 * does a level that was applied for: staff revoke a certification, a refund does not.
 */
export async function revokePurchase(
  doing: TransactionContext,
  order: PurchasedOrder,
  line: sql.LineRow,
): Promise<void> {
  const affiliateId = order.recipientId ?? order.affiliateId;
  const { kind, packageId, isGift, state } = line;
  if (state === 'to_post') await updateLineState(doing, order, line, 'taken_back');
  if (state === 'given' && kind === 'membership' && order.paymentId !== null) {
    const { paymentId } = order;
    if (await endRefundedYear(doing, { affiliateId, paymentId }))
      await updateLineState(doing, order, line, 'taken_back');
  }
  if (state !== 'given' || (kind !== 'course' && kind !== 'code') || packageId === null) return;
  if (!isGift) {
    if (await revokeCourse(doing, affiliateId, packageId)) await updateLineState(doing, order, line, 'taken_back');
    return;
  }
  const taken = await revokeCodes(doing, line.codes);
  // Those that somebody has redeemed are left, and show it.
  const left = line.codes.filter((code) => !taken.includes(code));
  await updateLineState(doing, order, line, left.length === 0 ? 'taken_back' : 'given', left, taken);
}

/** Where the money did not go. False where there is nothing to give: it never went, or is theirs by now. */
export async function restorePurchase(
  doing: TransactionContext,
  order: PurchasedOrder,
  line: sql.LineRow,
): Promise<boolean> {
  const affiliateId = order.recipientId ?? order.affiliateId;
  const { kind, packageId, isGift, state, codes, takenCodes } = line;
  if (await isErased(doing.db, affiliateId)) return false;
  if (takenCodes.length > 0) {
    await restoreCodes(doing, takenCodes);
    await updateLineState(doing, order, line, 'given', [...codes, ...takenCodes]);
    return true;
  }
  if (state !== 'taken_back' || isGift) return false;
  if (kind === 'membership') {
    const { paymentId } = order;
    if (paymentId === null || !(await restoreRefundedYear(doing, { affiliateId, paymentId }))) return false;
    await updateLineState(doing, order, line, 'given');
  } else if (kind !== 'course') await updateLineState(doing, order, line, 'to_post');
  else if (packageId !== null && (await enrollByOrder(doing, { affiliateId, packageId })))
    await updateLineState(doing, order, line, 'given');
  else return false;
  return true;
}

async function updateLineState(
  { db, now }: TransactionContext,
  { affiliateId, orderId }: PurchasedOrder,
  { lineId }: sql.LineRow,
  state: sql.LineRow['state'],
  codes: readonly string[] = [],
  takenCodes: readonly string[] = [],
): Promise<void> {
  await sql.setLineState(db, affiliateId, orderId, lineId, state, codes, now);
  await sql.setTakenCodes(db, affiliateId, orderId, lineId, takenCodes);
}
