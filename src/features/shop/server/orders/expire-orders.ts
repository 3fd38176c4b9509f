import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { defineJob, type Job } from '#platform/server/jobs/jobs.ts';
import { type PaymentPurposes, settlePayment } from '#features/payments/server/public.ts';
import { listExpiredOrders } from '#features/shop/server/checkout/queries.ts';
import { cancelOrder } from './cancel-order.ts';

const batchSize = 500;

/** Gives up orders that nobody has paid in time, unless their payment turns out to be made. */
export function expireOrders(purposes: PaymentPurposes): Job<object> {
  return defineJob(
    'shop.expire-orders',
    { schema: z.object({}), cron: '*/10 * * * *', retryLimit: 0, concurrency: 1 },
    async ({ services, now, log }) => {
      const { database } = services;
      for (const { paymentId, ...order } of await listExpiredOrders(database.db, now, batchSize)) {
        const doing = { services, now, correlationId: randomUUID() };
        try {
          if (paymentId !== null) await settlePayment(doing, purposes, paymentId);
          await database.inTransaction(doing.correlationId, (db) => cancelOrder({ db, now }, order));
        } catch (error) {
          // The others are not to wait for it; while the payment service cannot be asked, it stays open.
          log.error({ err: error, orderId: order.orderId }, 'an order was not given up');
        }
      }
    },
  );
}
