import type { TransactionContext } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Payment, PaymentPurpose } from '#features/payments/server/public.ts';
import type { Quote } from '#features/payments/shared/quote.ts';
import * as queries from './queries.ts';
import * as refundQueries from './refund-queries.ts';
import { recordOrderInLedger, recordPaidAudit } from './pay-order.ts';
import { completeRefund, undoRefund } from './refund-order.ts';
import { findApprovedRequest, lockApprovedRequest } from '#features/shop/server/payment-requests/queries.ts';
import { settleRequest } from '#features/shop/server/payment-requests/settle-request.ts';
import { notifyOrderPaid } from './notifications.ts';

/** The sale behind a payment made outside the shop, recorded as an order with one line. */
export interface RecordedSale {
  category: 'membership' | 'application';
  quote: Quote;
  recipientId: number | null;
  /** The minor's payment request behind the payment. */
  requestId: string | null;
  /** The page that opens the purchase. */
  path: string;
  /** The purpose mails the receipt itself, so the payer gets one mail. */
  hasOwnReceipt: boolean;
}

const productIds = { membership: 3001, application: 6001 } as const;

/**
 * Inserts the paid order of a payment made outside the shop. The order id is the payment id, so each payment has at
 * most one.
 */
async function insertPaidOrder(ctx: Pick<TransactionContext, 'db' | 'now'>, payment: Payment, sale: RecordedSale) {
  const { db, now } = ctx;
  const { affiliateId, paymentId, amountMinor: totalMinor, currency, description: name } = payment;
  const { category, quote, recipientId, path } = sale;
  const { unitMinor, taxBp, taxMinor, country, isTaxIncluded } = quote;
  const price = { taxMinor, totalMinor, discountMinor: 0 };
  await queries.insertOrder(db, {
    ...price,
    affiliateId,
    orderId: paymentId,
    key: paymentId,
    paymentId,
    basketVersion: 0,
    method: 'card',
    currency,
    country,
    isTaxIncluded,
    subtotalMinor: unitMinor,
    encryptedAddress: null,
    recipientId,
    createdDate: now.toISOString(),
    expiresDate: now.toISOString(),
  });
  const line = {
    ...price,
    lineId: paymentId,
    place: 0,
    productId: productIds[category],
    category,
    kind: category,
    name,
    quantity: 1,
    isGift: false,
    licenseID: null,
    unitMinor,
    taxBp,
    state: 'given',
    path,
  } as const;
  await queries.insertLines(db, { affiliateId, orderId: paymentId, lines: [line], doneAt: now });
  const order = await queries.markPaid.first(db, { affiliateId, orderId: paymentId, paymentId, now });
  if (order === undefined) throw new Error(`recording the order of payment ${paymentId} failed`);
  const lines = await queries.listLines(db, order);
  await recordOrderInLedger(ctx, order, null, lines);
  return { order, lines };
}

/** Runs in the transaction that settles the payment. */
async function recordOrder(ctx: TransactionContext, payment: Payment, sale: RecordedSale): Promise<void> {
  const { order, lines } = await insertPaidOrder(ctx, payment, sale);
  await settleRequest(ctx, order);
  await notifyOrderPaid(ctx, order, lines, { isMailed: !sale.hasOwnReceipt });
  await recordPaidAudit(ctx, order, lines);
}

/** Demo data only: sends no notifications about past purchases. */
export async function seedDemoOrder(db: Db, payment: Payment, sale: RecordedSale, now: Date): Promise<void> {
  await insertPaidOrder({ db, now }, payment, sale);
}

/** Wraps a payment purpose so its payments are recorded as orders, with tax, receipt and refunds. */
export function withRecordedOrder(
  purpose: PaymentPurpose,
  describe: (payment: Payment) => RecordedSale,
): PaymentPurpose {
  return {
    ...purpose,

    async paid(ctx, payment) {
      const { db } = ctx;
      const { affiliateId, paymentId } = payment;
      const known = await queries.findOrder.first(db, { affiliateId, orderId: paymentId });
      const { requestId } = describe(payment);
      // The money is returned when another guardian took over the request or the minor withdrew it.
      const isRequestClosed =
        known === undefined &&
        requestId !== null &&
        (await lockApprovedRequest.first(db, { requestId, paymentId })) === undefined;
      if (isRequestClosed || !(await purpose.paid(ctx, payment))) return false;
      if (known === undefined) await recordOrder(ctx, payment, describe(payment));
      return true;
    },

    async isAvailable(db, payment) {
      const { paymentId } = payment;
      const { requestId } = describe(payment);
      if (requestId !== null && (await findApprovedRequest.first(db, { requestId, paymentId })) === undefined)
        return false;
      return (await purpose.isAvailable?.(db, payment)) ?? true;
    },

    async refunded(ctx, payment, refund) {
      const { affiliateId, paymentId } = payment;
      const order = await queries.lockOrder.first(ctx.db, { affiliateId, orderId: paymentId });
      const known = await refundQueries.findRefund.first(ctx.db, { affiliateId, refundId: refund.refundId });
      if (order !== undefined && known !== undefined) await completeRefund(ctx, order, null, known);
      else await purpose.refunded?.(ctx, payment, refund);
    },

    async refundRejected(ctx, payment, refund) {
      const { affiliateId, paymentId } = payment;
      const order = await queries.lockOrder.first(ctx.db, { affiliateId, orderId: paymentId });
      const known = await refundQueries.findRefund.first(ctx.db, { affiliateId, refundId: refund.refundId });
      if (order === undefined || known === undefined)
        return (await purpose.refundRejected?.(ctx, payment, refund)) ?? false;
      return undoRefund(ctx, order, known, { wasCompleted: refund.state === 'done' });
    },

    deskPath: ({ paymentId, affiliateId, state }) =>
      state === 'paid' ? `/desk/orders/${paymentId}` : `/desk/people/${affiliateId}`,
  };
}
