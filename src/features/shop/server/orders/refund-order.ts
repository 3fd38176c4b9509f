import type { TransactionContext } from '#platform/server/http/context.ts';
import { appendAudit } from '#platform/server/observability/audit.ts';
import { addCredit } from '#features/account/server/public.ts';
import { recordLedgerTransaction, reserveRefund } from '#features/payments/server/public.ts';
import { type LedgerEntries, toRefundLedgerEntries } from '#features/shop/shared/ledger-entries.ts';
import { calculateRefundTax } from '#features/shop/shared/pricing.ts';
import * as queries from './queries.ts';
import * as refundQueries from './refund-queries.ts';
import { restorePurchase, revokePurchase } from './revoke-purchase.ts';
import { notifyOrderRefunded } from './notifications.ts';

export interface RefundPart {
  line: queries.LineRow;
  amountMinor: number;
  /** The value of used benefits, without which a refund is complete. */
  keptMinor?: number;
}

/** The refunded part of an order line, as an order's refund stores it. */
export interface RefundLine {
  lineId: string;
  amountMinor: number;
  taxMinor: number;
}

export interface RefundRequest {
  /** Derived from the request, so a repeated request makes one refund. */
  refundId: string;
  parts: readonly RefundPart[];
  reason: string;
  /** Null for automatic refunds. */
  by: number | null;
}

/** Refunds part of a paid order with its original payment method. The caller holds the lock on the order. */
export async function refundOrder(
  ctx: TransactionContext,
  order: queries.OrderRow,
  request: RefundRequest,
): Promise<void> {
  const { db, now, correlationId } = ctx;
  const { affiliateId, orderId, currency, number } = order;
  const { refundId, reason, by } = request;
  const before = (await refundQueries.listRefunds(db, { affiliateId, orderId })).filter(
    ({ state }) => state !== 'refused',
  );
  const lines = request.parts.map(({ line, amountMinor }) => {
    const { lineId, refundedMinor } = line;
    const taxes = before.flatMap((refund) => refund.lines.filter((part) => part.lineId === lineId));
    const taxMinor = taxes.reduce((sum, part) => sum + part.taxMinor, 0);
    return {
      lineId,
      amountMinor,
      taxMinor: calculateRefundTax(line, amountMinor, { amountMinor: refundedMinor, taxMinor }),
    };
  });
  const amountMinor = lines.reduce((sum, line) => sum + line.amountMinor, 0);
  await refundQueries.insertRefund(db, { affiliateId, orderId, refundId, amountMinor, lines, reason, by, now });
  await refundQueries.updateOrderRefunded(db, { affiliateId, orderId, amountMinor });
  for (const line of lines) await refundQueries.updateLineRefunded(db, { affiliateId, orderId, ...line });
  if (order.method === 'credit') {
    const { storeNumber } = await addCredit(db, { affiliateId, amountMinor, currency });
    await completeRefund(ctx, order, storeNumber, { refundId, amountMinor, lines, reason });
  } else if (order.paymentId === null) throw new Error(`order ${orderId} has no payment to refund`);
  else await reserveRefund(db, { paymentId: order.paymentId, refundId, amountMinor });
  for (const { line, amountMinor: minor, keptMinor = 0 } of request.parts)
    if (line.refundedMinor + minor >= line.totalMinor - keptMinor) await revokePurchase(ctx, order, line);
  await appendAudit(db, {
    actor: by,
    action: 'shop.order_refunded',
    subject: `person:${affiliateId}`,
    data: { orderId, number, refundId, amountMinor, currency, lines },
    correlationId,
  });
}

/** Runs in the transaction that records the completed refund, so the buyer is not notified too early. */
export async function completeRefund(
  ctx: TransactionContext,
  order: queries.OrderRow,
  storeNumber: number | null,
  refund: refundQueries.RefundRow,
): Promise<void> {
  const { refundId, lines } = refund;
  const { affiliateId, orderId, currency } = order;
  const bought = await queries.listLines(ctx.db, { affiliateId, orderId });
  const entries = toRefundEntries(order, storeNumber, bought, lines);
  await recordLedgerTransaction(ctx.db, {
    kind: 'order.refund',
    reference: refundId,
    currency,
    at: ctx.now,
    entries,
  });
  const names = bought.filter(({ lineId }) => lines.some((part) => part.lineId === lineId)).map(({ name }) => name);
  await notifyOrderRefunded(ctx, order, { ...refund, names });
}

/**
 * Reverts a refund that the payment service rejected or a bank sent back. It can be retried; until then the revoked
 * purchases are restored. Returns whether anything was restored.
 */
export async function undoRefund(
  ctx: TransactionContext,
  order: queries.OrderRow,
  { refundId, amountMinor, lines }: refundQueries.RefundRow,
  { wasCompleted }: { wasCompleted: boolean },
): Promise<boolean> {
  const { db, now } = ctx;
  const { affiliateId, orderId, currency } = order;
  await refundQueries.updateOrderRefunded(db, { affiliateId, orderId, amountMinor: -amountMinor });
  for (const { lineId, amountMinor: minor } of lines)
    await refundQueries.updateLineRefunded(db, { affiliateId, orderId, lineId, amountMinor: -minor });
  const bought = await queries.listLines(db, { affiliateId, orderId });
  if (wasCompleted) {
    const completed = Object.entries(toRefundEntries(order, null, bought, lines));
    const entries = Object.fromEntries(completed.map(([account, minor]) => [account, -minor]));
    await recordLedgerTransaction(db, { kind: 'order.refund.failed', reference: refundId, currency, at: now, entries });
  }
  let isRestored = false;
  for (const line of bought)
    if (lines.some(({ lineId }) => lineId === line.lineId))
      isRestored = (await restorePurchase(ctx, order, line)) || isRestored;
  return isRestored;
}

function toRefundEntries(
  { method, country, purpose }: queries.OrderRow,
  storeNumber: number | null,
  bought: readonly queries.LineRow[],
  parts: readonly RefundLine[],
): LedgerEntries {
  const categories = new Map(bought.map(({ lineId, category }) => [lineId, category]));
  const lines = parts.flatMap((line) => {
    const category = categories.get(line.lineId);
    return category === undefined ? [] : [{ ...line, category }];
  });
  return toRefundLedgerEntries({ method, country, purpose, storeNumber }, lines);
}
