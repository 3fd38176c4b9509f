import type { Handlers } from '../../../platform/server/calls.ts';
import type { Services } from '../../../platform/server/context.ts';
import { fail } from '../../../platform/shared/errors.ts';
import type { PaymentPage, paymentCalls } from '../shared/payment-contract.ts';
import { findByToken, hasGateway, payByToken, type Payment, type Purposes } from './payments.ts';

/** The hosted page of the test gateway. Whoever has its link may pay; nobody is named on it. */
export const gatewayHandlers = (purposes: Purposes): Handlers<typeof paymentCalls> => ({
  'GET pay/{token}': async ({ db, now, services }, { params }) => {
    demandGateway(services);
    return describe(await findByToken(db, params.token), now);
  },
  'POST pay/{token}': async (ctx, { params, body }) => {
    demandGateway(ctx.services);
    return describe(await payByToken(ctx, purposes, params.token, body.card), ctx.now);
  },
});

function demandGateway(services: Services): void {
  if (!hasGateway(services)) throw fail('not_found');
}

function describe(payment: Payment, now: Date): PaymentPage {
  const { state, description, amountMinor, currency, isCardKept, returnPath, expiresAt } = payment;
  const isLate = state !== 'paid' && expiresAt <= now;
  return { state: isLate ? 'expired' : state, description, amountMinor, currency, isCardKept, returnPath };
}
