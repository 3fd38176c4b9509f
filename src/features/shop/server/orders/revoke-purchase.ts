import { isErased } from '#features/account/server/public.ts';
import { endRefundedYear, restoreRefundedYear } from '#features/club/server/public.ts';
import { enrollByOrder, restoreCodes, revokeCodes, revokeCourse } from '#features/learning/server/public.ts';
import type { TransactionContext } from '#features/payments/server/public.ts';
import * as sql from './queries.ts';

type PurchasedOrder = Pick<sql.OrderRow, 'affiliateId' | 'orderId' | 'recipientId' | 'paymentId'>;

/**
 * Revokes a fully refunded purchase where possible. Issued cards and levels applied for stay, because only staff can
 * revoke a certification.
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
  // Redeemed codes stay on the line.
  const left = line.codes.filter((code) => !taken.includes(code));
  await updateLineState(doing, order, line, left.length === 0 ? 'taken_back' : 'given', left, taken);
}

/** Restores a purchase whose refund failed. Returns false if it was never revoked or the person has it again. */
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
