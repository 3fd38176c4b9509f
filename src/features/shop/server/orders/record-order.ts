import type { TransactionContext } from '#platform/server/http/context.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
import type { Payment, PaymentPurpose } from '#features/payments/server/public.ts';
import type { Quote } from '#features/payments/shared/quote.ts';
import * as queries from './queries.ts';
import { recordOrderInLedger, recordPaidAudit } from './pay-order.ts';
import { completeRefund, undoRefund } from './refund-order.ts';
import { findApprovedRequest, lockApprovedRequest } from '#features/shop/server/payment-requests/queries.ts';
import { settleRequest } from '#features/shop/server/payment-requests/settle-request.ts';
import { notifyOrderPaid } from './notifications.ts';

/** The sale behind a payment made outside the shop, recorded as an order with one line. */
export interface RecordedSale {
  category: 'membership' | 'application';
  /** Null for payments opened before prices included tax. */
  quote: Quote | null;
  recipientId: number | null;
  /** The minor's payment request behind the payment. */
  requestId: string | null;
  /** The page that opens the purchase. */
  path: string;
}

const productIds = { membership: 3001, application: 6001 } as const;

const insertOrder = statement<
  unknown,
  [
    affiliateId: number,
    paymentId: string,
    currency: string,
    country: string,
    isTaxIncluded: boolean,
    subtotalMinor: number,
    taxMinor: number,
    totalMinor: number,
    recipientId: number | null,
    isTaxUnknown: boolean,
    now: Date,
  ]
>(`
  insert into shop_order (affiliate_id, order_id, key, payment_id, basket_version, method, currency, country,
    is_tax_included, subtotal_minor, discount_minor, tax_minor, total_minor, recipient_id, is_tax_unknown, created_at,
    expires_at)
  values ($1, $2, $2, $2, 0, 'card', $3, $4, $5, $6, 0, $7, $8, $9, $10, $11, $11)`);

const insertLine = statement<
  unknown,
  [
    affiliateId: number,
    paymentId: string,
    productId: number,
    category: string,
    name: string,
    unitMinor: number,
    taxBp: number,
    taxMinor: number,
    totalMinor: number,
    path: string,
    now: Date,
  ]
>(`
  insert into order_line (affiliate_id, order_id, line_id, place, product_id, category, kind, name, quantity,
    unit_minor, discount_minor, tax_bp, tax_minor, total_minor, state, done_at, path)
  values ($1, $2, $2, 0, $3, $4, $4, $5, 1, $6, 0, $7, $8, $9, 'given', $11, $10)`);

/**
 * Inserts the paid order of a payment made outside the shop. The order id is the payment id, so each payment has at
 * most one.
 */
async function insertPaidOrder(ctx: Pick<TransactionContext, 'db' | 'now'>, payment: Payment, sale: RecordedSale) {
  const { db, now } = ctx;
  const { affiliateId, paymentId, amountMinor, currency, description } = payment;
  const { category, quote, recipientId, path } = sale;
  const unitMinor = quote?.unitMinor ?? amountMinor;
  const taxMinor = quote?.taxMinor ?? 0;
  const prices = [unitMinor, taxMinor, amountMinor] as const;
  const place = [currency, quote?.country ?? '', quote?.isTaxIncluded ?? false] as const;
  await insertOrder(db, affiliateId, paymentId, ...place, ...prices, recipientId, quote === null, now);
  const priced = [unitMinor, quote?.taxBp ?? 0, taxMinor, amountMinor] as const;
  await insertLine(db, affiliateId, paymentId, productIds[category], category, description, ...priced, path, now);
  const [order] = await queries.markPaid(db, affiliateId, paymentId, paymentId, now);
  if (order === undefined) throw new Error(`recording the order of payment ${paymentId} failed`);
  const lines = await queries.listLines(db, affiliateId, paymentId);
  await recordOrderInLedger(ctx, order, null, lines);
  return { order, lines };
}

/** Runs in the transaction that settles the payment. */
async function recordOrder(ctx: TransactionContext, payment: Payment, sale: RecordedSale): Promise<void> {
  const { order, lines } = await insertPaidOrder(ctx, payment, sale);
  await settleRequest(ctx, order);
  await notifyOrderPaid(ctx, order, lines);
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
      const [known] = await queries.findOrder(db, affiliateId, paymentId);
      const { requestId } = describe(payment);
      // The money is returned when another guardian took over the request or the minor withdrew it.
      const isRequestClosed =
        known === undefined && requestId !== null && !(await lockApprovedRequest(db, requestId, paymentId)).length;
      if (isRequestClosed || !(await purpose.paid(ctx, payment))) return false;
      if (known === undefined) await recordOrder(ctx, payment, describe(payment));
      return true;
    },

    async isAvailable(db, payment) {
      const { requestId } = describe(payment);
      if (requestId !== null && (await findApprovedRequest(db, requestId, payment.paymentId)).length === 0)
        return false;
      return (await purpose.isAvailable?.(db, payment)) ?? true;
    },

    async refunded(ctx, payment, refund) {
      const { affiliateId, paymentId } = payment;
      const [order] = await queries.lockOrder(ctx.db, affiliateId, paymentId);
      const [known] = await queries.findRefund(ctx.db, affiliateId, refund.refundId);
      if (order !== undefined && known !== undefined) await completeRefund(ctx, order, null, known);
      else await purpose.refunded?.(ctx, payment, refund);
    },

    async refundRejected(ctx, payment, refund) {
      const { affiliateId, paymentId } = payment;
      const [order] = await queries.lockOrder(ctx.db, affiliateId, paymentId);
      const [known] = await queries.findRefund(ctx.db, affiliateId, refund.refundId);
      if (order === undefined || known === undefined)
        return (await purpose.refundRejected?.(ctx, payment, refund)) ?? false;
      return undoRefund(ctx, order, known, { wasCompleted: refund.state === 'done' });
    },

    deskPath: ({ paymentId, affiliateId, state }) =>
      state === 'paid' ? `/desk/orders/${paymentId}` : `/desk/people/${affiliateId}`,
  };
}
