import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { defineJob, type Job } from '#platform/server/jobs/jobs.ts';
import { type PaymentPurposes, settlePayment } from '#features/payments/server/public.ts';
import { cancelOrder } from './cancel-order.ts';
import { listExpiredOrders } from './queries.ts';

/** Cancels orders that were not paid in time, unless the payment service reports the payment as made. */
export function expireOrders(purposes: PaymentPurposes): Job<object> {
  return defineJob(
    'shop.expire-orders',
    { schema: z.object({}), cron: '*/10 * * * *', retryLimit: 0, concurrency: 1 },
    async ({ services, now, log }) => {
      const { database } = services;
      for (const { paymentId, ...order } of await listExpiredOrders(database.db, { now })) {
        const ctx = { services, now, correlationId: randomUUID() };
        try {
          if (paymentId !== null) await settlePayment(ctx, purposes, paymentId);
          await database.inTransaction(ctx.correlationId, (db) => cancelOrder({ db, now }, order));
        } catch (error) {
          // One failure must not block the other orders. The order stays open while the payment service is unavailable.
          log.error({ err: error, orderId: order.orderId }, 'order expiry failed');
        }
      }
    },
  );
}
