import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Context } from '#platform/server/http/context.ts';
import { defineJob, enqueue, type Job } from '#platform/server/jobs/jobs.ts';
import type { testWebhookModes } from '#features/payments/shared/contract.ts';
import type { OperationContext, PaymentPurposes } from '#features/payments/server/payment-purpose.ts';
import { createTestGateway } from './test-gateway.ts';
import { handleWebhookEvent } from '#features/payments/server/webhooks.ts';

const delayMs = 30_000;

/** Delivers the test gateway's webhook. Like a real service, it retries later if delivery fails. */
export async function sendTestWebhook(
  ctx: OperationContext & Pick<Context, 'log'>,
  purposes: PaymentPurposes,
  paymentId: string,
  mode: (typeof testWebhookModes)[number],
): Promise<void> {
  const { services, now, log } = ctx;
  const later = () =>
    enqueue(
      services.database.db,
      sendDelayedTestWebhook(purposes),
      { paymentId },
      { startAfter: new Date(now.getTime() + delayMs) },
    );
  if (mode === 'never') return;
  if (mode === 'late') return later();
  try {
    const times = mode === 'twice' ? 2 : 1;
    await Promise.all(Array.from({ length: times }, () => deliverTestWebhook(ctx, purposes, paymentId)));
  } catch (error) {
    log.error({ err: error, paymentId }, 'test webhook delivery failed');
    await later();
  }
}

async function deliverTestWebhook(ctx: OperationContext, purposes: PaymentPurposes, paymentId: string): Promise<void> {
  const gateway = createTestGateway(ctx.services);
  const { body, headers } = gateway.writeNotice(paymentId);
  await handleWebhookEvent(ctx, purposes, gateway, body, headers);
}

export function sendDelayedTestWebhook(purposes: PaymentPurposes): Job<{ paymentId: string }> {
  return defineJob(
    'payments.test_news',
    { schema: z.object({ paymentId: z.uuid() }) },
    async ({ services, now }, { paymentId }) => {
      if (services.env.PAYMENT_GATEWAY === 'test')
        await deliverTestWebhook({ services, now, correlationId: randomUUID() }, purposes, paymentId);
    },
  );
}
