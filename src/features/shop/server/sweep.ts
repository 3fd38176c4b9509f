import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { defineJob, type Job } from '../../../platform/server/jobs.ts';
import { finishCharge, type Purposes } from './payments.ts';
import * as sql from './payments-sql.ts';

const patienceMs = 5 * 60_000;

/** Gives up what nobody paid in time, and finishes what a process that died had begun to charge. */
export function sweepPayments(purposes: Purposes): Job<object> {
  return defineJob(
    'shop.payments',
    { schema: z.object({}), cron: '*/10 * * * *', retryLimit: 0, concurrency: 1 },
    async ({ services, now, log }) => {
      const { db } = services.database;
      await sql.expirePayments(db, now);
      for (const { paymentId, purpose } of await sql.listUnfinished(db, new Date(now.getTime() - patienceMs))) {
        const known = purposes[purpose];
        try {
          if (known === undefined) throw new Error(`nobody knows what a payment for ${purpose} is`);
          await finishCharge({ services, now, correlationId: randomUUID() }, known, paymentId);
        } catch (error) {
          // The others are not to wait for it.
          log.error({ err: error, paymentId }, 'a charge was not finished');
        }
      }
    },
  );
}
