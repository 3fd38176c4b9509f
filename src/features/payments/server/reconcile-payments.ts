import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { defineJob, type Job } from '#platform/server/jobs/jobs.ts';
import type { Gateway } from './gateway/gateway.ts';
import { getGateway } from './gateway/get-gateway.ts';
import type { PaymentPurposes } from './payment-purpose.ts';
import { reserveReturn, settleRefund } from './refunds.ts';
import { listOpenRefunds, listUnreturnedPayments } from './refund-queries.ts';
import { settlePayment } from './settle-payment.ts';
import * as queries from './queries.ts';

const settleGraceMs = 3 * 60_000;

/**
 * Asks the payment service about open payments, finishes what a crashed process started, expires payments that were not
 * made in time, and retries failed returns daily.
 */
export function reconcilePayments(purposes: PaymentPurposes, gatewayOverride?: Gateway): Job<object> {
  return defineJob(
    'payments.reconcile',
    { schema: z.object({}), cron: '*/5 * * * *', retryLimit: 0, concurrency: 1, expireInS: 900 },
    async ({ services, now, log }) => {
      const { db } = services.database;
      await queries.expireUnopened(db, { now });
      const gateway = gatewayOverride ?? (await getGateway(services));
      if (gateway === null) return;
      const before = new Date(now.getTime() - settleGraceMs);
      const createContext = () => ({ services, now, correlationId: randomUUID() });
      const errors: unknown[] = [];
      let attempts = 0;
      for (const { paymentId } of await queries.listUnsettled(db, { gateway: gateway.name, before })) {
        attempts++;
        try {
          await queries.recordStatusCheck(db, { paymentId, now });
          await settlePayment(createContext(), purposes, paymentId, gateway);
        } catch (error) {
          // One failure must not block the other payments.
          errors.push(error);
          log.error({ err: error, paymentId }, 'payment settlement failed');
        }
      }
      for (const { refundId } of await listOpenRefunds(db, { gateway: gateway.name, before })) {
        attempts++;
        try {
          await settleRefund(createContext(), purposes, refundId, gateway);
        } catch (error) {
          errors.push(error);
          log.error({ err: error, refundId }, 'refund settlement failed');
        }
      }
      for (const { paymentId } of await listUnreturnedPayments(db, { gateway: gateway.name, now }))
        await services.database
          .inTransaction(randomUUID(), (tx) => reserveReturn(tx, paymentId))
          .catch((error: unknown) => log.error({ err: error, paymentId }, 'late payment refund failed'));
      // The payment service is gone, or its keys are wrong. Only a failed job raises an alert.
      if (attempts > 0 && errors.length === attempts)
        throw new Error(`none of ${attempts} payments and refunds could be settled`, { cause: errors.at(-1) });
    },
  );
}
