import * as z from 'zod';
import type { PaymentPurpose } from '#features/payments/server/public.ts';
import * as queries from './queries.ts';
import * as refundQueries from './refund-queries.ts';
import { payOrder } from './pay-order.ts';
import { completeRefund, undoRefund } from './refund-order.ts';
import { notifyPaymentReturned } from './notifications.ts';

const OrderReference = z.object({ orderId: z.uuid() });

/** Fulfills a paid order in the transaction that settles its payment. */
export const orderPaymentPurpose: PaymentPurpose = {
  paid(ctx, payment) {
    const { orderId } = OrderReference.parse(payment.reference);
    return payOrder(ctx, { affiliateId: payment.affiliateId, orderId }, payment);
  },

  async isAvailable(db, { affiliateId, reference }) {
    const order = await queries.findOrder.first(db, { affiliateId, ...OrderReference.parse(reference) });
    return order !== undefined && order.state !== 'cancelled';
  },

  // Orders are paid on the payment page, which shows the decline itself.
  declined: async () => undefined,

  async refunded(ctx, payment, { refundId }) {
    const { affiliateId, amountMinor } = payment;
    const { orderId } = OrderReference.parse(payment.reference);
    const order = await queries.lockOrder.first(ctx.db, { affiliateId, orderId });
    if (order === undefined) return;
    const refund = await refundQueries.findRefund.first(ctx.db, { affiliateId, refundId });
    if (refund !== undefined) await completeRefund(ctx, order, null, refund);
    // The payment arrived after the order was cancelled, so the order has no refund record.
    else await notifyPaymentReturned(ctx, order, { refundId, amountMinor });
  },

  async refundRejected(ctx, { affiliateId, reference }, { refundId, state }) {
    const order = await queries.lockOrder.first(ctx.db, { affiliateId, ...OrderReference.parse(reference) });
    const refund = await refundQueries.findRefund.first(ctx.db, { affiliateId, refundId });
    if (order === undefined || refund === undefined) return false;
    return undoRefund(ctx, order, refund, { wasCompleted: state === 'done' });
  },

  deskPath: ({ reference }) => `/desk/orders/${OrderReference.parse(reference).orderId}`,
};
