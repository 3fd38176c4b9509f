import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Context } from '../../../platform/server/context.ts';
import { defineJob, enqueue, type Job } from '../../../platform/server/jobs.ts';
import type { testNews } from '../shared/contract.ts';
import type { DoingLater, Purposes } from './purposes.ts';
import { testGateway } from './test-gateway.ts';
import { takeNotice } from './webhooks.ts';

const lateMs = 30_000;

/** How the test gateway tells what came of a page. Like a real one it tries again later where it was not heard. */
export async function tellNews(
  doing: DoingLater & Pick<Context, 'log'>,
  purposes: Purposes,
  paymentId: string,
  news: (typeof testNews)[number],
): Promise<void> {
  const { services, now, log } = doing;
  const later = () =>
    enqueue(
      services.database.db,
      tellLateNews(purposes),
      { paymentId },
      { startAfter: new Date(now.getTime() + lateMs) },
    );
  if (news === 'never') return;
  if (news === 'late') return later();
  try {
    const times = news === 'twice' ? 2 : 1;
    await Promise.all(Array.from({ length: times }, () => tell(doing, purposes, paymentId)));
  } catch (error) {
    log.error({ err: error, paymentId }, 'the news of a payment was not taken');
    await later();
  }
}

async function tell(doing: DoingLater, purposes: Purposes, paymentId: string): Promise<void> {
  const gateway = testGateway(doing.services);
  const { body, headers } = gateway.writeNotice(paymentId);
  await takeNotice(doing, purposes, gateway, body, headers);
}

export function tellLateNews(purposes: Purposes): Job<{ paymentId: string }> {
  return defineJob(
    'payments.test_news',
    { schema: z.object({ paymentId: z.uuid() }) },
    async ({ services, now }, { paymentId }) => {
      if (services.env.PAYMENT_GATEWAY === 'test')
        await tell({ services, now, correlationId: randomUUID() }, purposes, paymentId);
    },
  );
}
