import { isErased } from '#features/account/server/public.ts';
import { endRefundedYear, restoreRefundedYear } from '#features/club/server/public.ts';
import { enrollByOrder, restoreCodes, revokeCodes, revokeCourse } from '#features/learning/server/public.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';
import * as queries from './queries.ts';

type PurchasedOrder = Pick<queries.OrderRow, 'affiliateId' | 'orderId' | 'recipientId' | 'paymentId'>;

/**
 * Revokes a fully refunded purchase where possible. Issued cards and levels applied for stay, because only staff can
 * revoke a certification.
 */
export async function revokePurchase(
  ctx: TransactionContext,
  order: PurchasedOrder,
  line: queries.LineRow,
): Promise<void> {
  const affiliateId = order.recipientId ?? order.affiliateId;
  const { kind, packageId, isGift, state } = line;
  if (state === 'to_post') await updateLineState(ctx, order, line, 'taken_back');
  if (state === 'given' && kind === 'membership' && order.paymentId !== null) {
    const { paymentId } = order;
    if (await endRefundedYear(ctx, { affiliateId, paymentId })) await updateLineState(ctx, order, line, 'taken_back');
  }
  if (state !== 'given' || (kind !== 'course' && kind !== 'code') || packageId === null) return;
  if (!isGift) {
    if (await revokeCourse(ctx, affiliateId, packageId)) await updateLineState(ctx, order, line, 'taken_back');
    return;
  }
  const taken = await revokeCodes(ctx, line.codes);
  // Redeemed codes stay on the line.
  const left = line.codes.filter((code) => !taken.includes(code));
  await updateLineState(ctx, order, line, left.length === 0 ? 'taken_back' : 'given', left, taken);
}

/** Restores a purchase whose refund failed. Returns false if it was never revoked or the person has it again. */
export async function restorePurchase(
  ctx: TransactionContext,
  order: PurchasedOrder,
  line: queries.LineRow,
): Promise<boolean> {
  const affiliateId = order.recipientId ?? order.affiliateId;
  const { kind, packageId, isGift, state, codes, takenCodes } = line;
  if (await isErased(ctx.db, affiliateId)) return false;
  if (takenCodes.length > 0) {
    await restoreCodes(ctx, takenCodes);
    await updateLineState(ctx, order, line, 'given', [...codes, ...takenCodes]);
    return true;
  }
  if (state !== 'taken_back' || isGift) return false;
  if (kind === 'membership') {
    const { paymentId } = order;
    if (paymentId === null || !(await restoreRefundedYear(ctx, { affiliateId, paymentId }))) return false;
    await updateLineState(ctx, order, line, 'given');
  } else if (kind !== 'course') await updateLineState(ctx, order, line, 'to_post');
  else if (packageId !== null && (await enrollByOrder(ctx, { affiliateId, packageId })))
    await updateLineState(ctx, order, line, 'given');
  else return false;
  return true;
}

async function updateLineState(
  { db, now }: TransactionContext,
  { affiliateId, orderId }: PurchasedOrder,
  { lineId }: queries.LineRow,
  state: queries.LineRow['state'],
  codes: string[] = [],
  takenCodes: string[] = [],
): Promise<void> {
  await queries.updateLineState(db, { affiliateId, orderId, lineId, state, codes, now });
  await queries.updateTakenCodes(db, { affiliateId, orderId, lineId, takenCodes });
}
