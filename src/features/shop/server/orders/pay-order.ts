import type { TransactionContext } from '#platform/server/http/context.ts';
import { appendAudit } from '#platform/server/observability/audit.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { spendCredit } from '#features/account/server/public.ts';
import { recordLedgerTransaction, type Payment } from '#features/payments/server/public.ts';
import { fail } from '#features/shop/shared/contract.ts';
import { toLedgerEntries } from '#features/shop/shared/ledger-entries.ts';
import { fulfillOrder } from './fulfill-order.ts';
import * as queries from './queries.ts';
import { refundOrder } from './refund-order.ts';
import { settleRequest } from '#features/shop/server/payment-requests/settle-request.ts';
import { notifyOrderPaid } from './notifications.ts';

/**
 * Marks an order as paid and fulfills it once, in the caller's transaction. Returns false without changes if the order
 * is no longer available or its total differs; money received for it is then returned.
 */
export async function payOrder(
  ctx: TransactionContext,
  { affiliateId, orderId }: { affiliateId: number; orderId: string },
  how: 'free' | 'credit' | Payment,
): Promise<boolean> {
  const { db, now } = ctx;
  const order = await queries.lockOrder.first(db, { affiliateId, orderId });
  if (order === undefined || !matchesOrder(order, how)) return false;
  const paymentId = typeof how === 'string' ? null : how.paymentId;
  if (order.state === 'paid') return order.paymentId === paymentId;
  if (order.state === 'cancelled') return false;
  const buyer = await queries.findBuyer.first(db, { affiliateId });
  if (buyer === undefined) throw new Error(`person ${affiliateId} not found`);
  if (how === 'credit') {
    const { totalMinor: amountMinor, currency } = order;
    const store = await spendCredit.first(db, { affiliateId, amountMinor, currency });
    if (store === undefined) throw fail('shop.credit_short');
  }
  const paid = await queries.markPaid.first(db, { affiliateId, orderId, paymentId, now });
  if (paid === undefined) throw new Error(`order ${orderId} could not be marked as paid`);
  const lines = await queries.listLines(db, { affiliateId, orderId });
  await recordOrderInLedger(ctx, paid, buyer.storeNumber, lines);
  const fulfilled = await fulfillOrder(ctx, paid, buyer, lines);
  await settleRequest(ctx, paid);
  await notifyOrderPaid(ctx, paid, fulfilled);
  await recordPaidAudit(ctx, paid, fulfilled);
  await refundUnfulfilled(ctx, paid, buyer, fulfilled);
  return true;
}

function matchesOrder({ method, totalMinor, currency }: queries.OrderRow, how: 'free' | 'credit' | Payment): boolean {
  if (how === 'free') return totalMinor === 0;
  if (how === 'credit') return method === 'credit';
  return how.amountMinor === totalMinor && how.currency === currency;
}

export async function recordOrderInLedger(
  { db, now }: Pick<TransactionContext, 'db' | 'now'>,
  { method, country, currency, orderId, totalMinor, purpose }: queries.OrderRow,
  storeNumber: number | null,
  lines: readonly queries.LineRow[],
): Promise<void> {
  if (totalMinor === 0) return;
  const entries = toLedgerEntries({ method, country, purpose, storeNumber, lines });
  await recordLedgerTransaction(db, { kind: 'order', reference: orderId, currency, at: now, entries });
}

export async function recordPaidAudit(
  { db, correlationId }: TransactionContext,
  order: queries.OrderRow,
  lines: readonly queries.LineRow[],
) {
  const { affiliateId, orderId, number, method, totalMinor: amountMinor, currency, paymentId } = order;
  const states = lines.map(({ productId, quantity, state }) => ({ productId, quantity, state }));
  await appendAudit(db, {
    actor: affiliateId,
    action: 'shop.order_paid',
    subject: `person:${affiliateId}`,
    data: { orderId, number, method, amountMinor, currency, paymentId, lines: states },
    correlationId,
  });
}

/** Lines that could not be fulfilled are refunded automatically. */
async function refundUnfulfilled(
  ctx: TransactionContext,
  order: queries.OrderRow,
  buyer: queries.BuyerRow,
  lines: readonly queries.LineRow[],
) {
  const parts = lines
    .filter(({ state, totalMinor }) => state === 'failed' && totalMinor > 0)
    .map((line) => ({ line, amountMinor: line.totalMinor }));
  if (parts.length === 0) return;
  const reason = ctx.services.messages.format(pickLocale([buyer.language]), 'shop.refund.not_given');
  await refundOrder(ctx, order, {
    refundId: createUuidFromText(`not given ${order.orderId}`),
    parts,
    reason,
    by: null,
  });
}
