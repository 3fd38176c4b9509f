import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { registerEndpoints } from '#platform/server/http/endpoints.ts';
import type { Services } from '#platform/server/http/context.ts';
import { fail } from '#platform/shared/errors.ts';
import { webhookEndpoints } from '#features/payments/shared/contract.ts';
import type { Gateway } from './gateway/gateway.ts';
import { getGateway } from './gateway/get-gateway.ts';
import type { OperationContext, PaymentPurposes } from './payment-purpose.ts';
import { settleRefund } from './refunds.ts';
import { settlePayment } from './settle-payment.ts';

const WebhookEventSchema = z.union([z.object({ paymentId: z.uuid() }), z.object({ refundId: z.uuid() })]);

/** Webhook events are only a trigger: their content is not trusted, and the payment is fetched from the payment service. */
export async function handleWebhookEvent(
  ctx: OperationContext,
  purposes: PaymentPurposes,
  gateway: Gateway,
  body: Buffer,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const { data: notice } = WebhookEventSchema.safeParse(gateway.readNotice(body, headers));
  if (notice === undefined) return;
  if ('paymentId' in notice) await settlePayment(ctx, purposes, notice.paymentId, gateway);
  else await settleRefund(ctx, purposes, notice.refundId, gateway);
}

/** Registers the webhook endpoints. Signatures cover the raw bytes, so the body is not parsed. */
export function registerWebhooks(app: FastifyInstance, services: Services, purposes: PaymentPurposes): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    registerEndpoints(scope, services, webhookEndpoints, {
      async 'POST webhooks/{gateway}'({ request, now, correlationId }, { params }) {
        const gateway = await getGateway(services);
        if (gateway?.name !== params.gateway) throw fail('not_found');
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await handleWebhookEvent({ services, now, correlationId }, purposes, gateway, body, request.headers);
        return { isReceived: true };
      },
    });
  });
}
