import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { registerCalls } from '../../../platform/server/calls.ts';
import type { Services } from '../../../platform/server/context.ts';
import { fail } from '../../../platform/shared/errors.ts';
import { noticeCalls } from '../shared/contract.ts';
import type { Gateway } from './gateway.ts';
import { gatewayOf } from './gateways.ts';
import type { DoingLater, Purposes } from './purposes.ts';
import { settleRefund } from './refunds.ts';
import { settlePayment } from './settling.ts';

const Told = z.union([z.object({ paymentId: z.uuid() }), z.object({ refundId: z.uuid() })]);

/** A notice is only a nudge: what it says is not believed, the payment service is asked. */
export async function takeNotice(
  doing: DoingLater,
  purposes: Purposes,
  gateway: Gateway,
  body: Buffer,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const { data: notice } = Told.safeParse(gateway.readNotice(body, headers));
  if (notice === undefined) return;
  if ('paymentId' in notice) await settlePayment(doing, purposes, notice.paymentId, gateway);
  else await settleRefund(doing, purposes, notice.refundId, gateway);
}

/** Where payment services tell the portal something. They sign the bytes, so these are taken as they come. */
export function registerWebhooks(app: FastifyInstance, services: Services, purposes: Purposes): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    registerCalls(scope, services, noticeCalls, {
      async 'POST webhooks/{gateway}'({ request, now, correlationId }, { params }) {
        const gateway = await gatewayOf(services);
        if (gateway?.name !== params.gateway) throw fail('not_found');
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        await takeNotice({ services, now, correlationId }, purposes, gateway, body, request.headers);
        return { isReceived: true };
      },
    });
  });
}
