import * as z from 'zod';
import type { Purpose } from '../../payments/server/public.ts';
import * as sql from './orders-sql.ts';
import { payOrder } from './pay-order.ts';
import { completeRefund, undoRefund } from './refunding.ts';
import { tellReturned } from './telling.ts';

const Reference = z.object({ orderId: z.uuid() });

/** What happens when an order is paid: everything in it is given, in the transaction that settles the payment. */
export const orderPurpose: Purpose = {
  paid(doing, payment) {
    const { orderId } = Reference.parse(payment.reference);
    return payOrder(doing, { affiliateId: payment.affiliateId, orderId }, payment);
  },

  async isWanted(db, { affiliateId, reference }) {
    const [order] = await sql.findOrder(db, affiliateId, Reference.parse(reference).orderId);
    return order !== undefined && order.state !== 'cancelled';
  },

  // Orders are paid on the page, where people see it themselves.
  declined: async () => undefined,

  async refunded(doing, payment, { refundId }) {
    const { affiliateId, amountMinor } = payment;
    const { orderId } = Reference.parse(payment.reference);
    const [order] = await sql.lockOrder(doing.db, affiliateId, orderId);
    if (order === undefined) return;
    const [refund] = await sql.findRefund(doing.db, affiliateId, refundId);
    if (refund !== undefined) await completeRefund(doing, order, null, refund);
    // It came when the order had been given up: no order was ever paid with it.
    else await tellReturned(doing, order, { refundId, amountMinor });
  },

  async refundRefused(doing, { affiliateId, reference }, { refundId, state }) {
    const [order] = await sql.lockOrder(doing.db, affiliateId, Reference.parse(reference).orderId);
    const [refund] = await sql.findRefund(doing.db, affiliateId, refundId);
    if (order === undefined || refund === undefined) return false;
    return undoRefund(doing, order, refund, { hadGone: state === 'done' });
  },

  deskPath: ({ reference }) => `/desk/orders/${Reference.parse(reference).orderId}`,
};
