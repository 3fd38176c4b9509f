import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import type { Principal } from '#platform/server/auth/access-tokens.ts';
import { fail } from '#platform/shared/errors.ts';
import { setInitialBirthdate, isKnownCountry, findCurrentSession } from '#features/account/server/public.ts';
import { failPayment, type PaymentPage, type paymentEndpoints } from '#features/payments/shared/contract.ts';
import { getGatewayName } from './gateway/get-gateway.ts';
import { openPaymentPage } from './open-payment-page.ts';
import { setBillingCountry, readBilling } from './billing/billing.ts';
import { findPaymentByToken } from './payments.ts';
import { isStillAvailable, type PaymentPurposes } from './payment-purpose.ts';
import { settlePayment } from './settle-payment.ts';
import { findPayment, type Payment } from './queries.ts';
import { createTestGateway } from './gateway/test-gateway.ts';
import { sendTestWebhook } from './gateway/test-webhooks.ts';

type Visit = Context<Principal | null>;
type TestWebhookMode = Parameters<typeof sendTestWebhook>[3];

/** Anyone with the link may pay, so the page shows no name. */
export const paymentHandlers = (purposes: PaymentPurposes): Handlers<typeof paymentEndpoints> => ({
  'GET pay/{token}': async (ctx, { params }) =>
    describePayment(ctx, purposes, await findPaymentByLink(ctx, params.token)),

  'POST pay/{token}/page': async (ctx, { params }) => {
    const payment = await findPaymentByLink(ctx, params.token);
    const { url } = await openPaymentPage(ctx, purposes, payment, {
      ...ctx,
      isOwn: await isOwnedBy(ctx, payment),
      token: params.token,
    });
    // The test gateway's page is part of the portal.
    return { url: payment.gateway === 'test' ? `/pay/${params.token}` : url };
  },

  'POST pay/{token}': async (ctx, { params, body: { card, news: mode } }) => {
    const payment = await findTestPayment(ctx, params.token);
    const { pageId } = await openPaymentPage(ctx, purposes, payment, { ...ctx, isOwn: false });
    const outcome = await createTestGateway(ctx.services).payPage(pageId, card);
    return answerTestPage(ctx, purposes, payment, outcome, mode);
  },

  'POST pay/{token}/challenge': async (ctx, { params, body: { isConfirmed, news: mode } }) => {
    const payment = await findTestPayment(ctx, params.token);
    const { pageId } = await openPaymentPage(ctx, purposes, payment, { ...ctx, isOwn: false });
    const outcome = await createTestGateway(ctx.services).answerChallenge(pageId, isConfirmed);
    return answerTestPage(ctx, purposes, payment, outcome, mode);
  },

  'POST pay/{token}/settle': async (ctx, { params }) => {
    const payment = await findPaymentByLink(ctx, params.token);
    return describePayment(ctx, purposes, (await settlePayment(ctx, purposes, payment.paymentId)) ?? payment);
  },

  'PUT billing/country': async (ctx, { body: { country } }) => {
    if (!isKnownCountry(country)) throw failPayment('payments.unknown_country', { path: 'country' });
    await setBillingCountry(ctx, ctx.user.affiliateId, country);
    const { country: known, currency } = await readBilling(ctx, ctx.user.affiliateId);
    return { country: known, currency };
  },

  'PUT billing/birthdate': async (ctx, { body: { birthDate } }) => {
    const path = 'birthDate';
    const result = await setInitialBirthdate(ctx, birthDate);
    if (result === 'known') throw failPayment('payments.birthdate_known', { path });
    if (result === 'guardian') throw failPayment('payments.birthdate_guardian', { path });
    return { isMinor: (await readBilling(ctx, ctx.user.affiliateId)).isMinor };
  },

  'POST payments/{paymentId}/settle': async (ctx, { params: { paymentId } }) => {
    const own = await findPayment.first(ctx.db, { paymentId });
    if (own?.affiliateId !== ctx.user.affiliateId) throw failPayment('payments.none');
    return { state: (await settlePayment(ctx, purposes, paymentId))?.state ?? own.state };
  },
});

async function findPaymentByLink({ db, services }: Visit, token: string): Promise<Payment> {
  const gateway = getGatewayName(services);
  if (gateway === null) throw fail('not_found');
  const payment = await findPaymentByToken(db, token);
  if (payment.gateway !== gateway) throw fail('not_found');
  return payment;
}

/** The endpoint is public and has no access token, so ownership is determined by the session cookie. */
async function isOwnedBy({ db, services, request, user }: Visit, { affiliateId }: Payment): Promise<boolean> {
  const readerId = user?.affiliateId ?? (await findCurrentSession(services.env, db, request))?.affiliate_id;
  return readerId === affiliateId;
}

async function findTestPayment(ctx: Visit, token: string): Promise<Payment> {
  const payment = await findPaymentByLink(ctx, token);
  if (payment.gateway !== 'test') throw fail('not_found');
  return payment;
}

/** The result as shown on the test page, even if the webhook has not arrived yet. */
async function answerTestPage(
  ctx: Visit,
  purposes: PaymentPurposes,
  { paymentId }: Payment,
  outcome: 'paid' | 'declined' | 'challenge' | null,
  mode: TestWebhookMode,
): Promise<PaymentPage> {
  // Already paid in another window, or no challenge is pending.
  if (outcome === null) throw failPayment('payments.settled');
  if (outcome === 'paid') await sendTestWebhook(ctx, purposes, paymentId, mode);
  const payment = await findPayment.first(ctx.db, { paymentId });
  if (payment === undefined) throw failPayment('payments.none');
  const page = await describePayment(ctx, purposes, payment);
  return outcome === 'declined' ? { ...page, state: 'declined' } : page;
}

async function describePayment(ctx: Visit, purposes: PaymentPurposes, payment: Payment): Promise<PaymentPage> {
  const { db, services, now } = ctx;
  const { paymentId, state, gateway, pageId, description, amountMinor, currency, isCardKept, returnPath, expiresAt } =
    payment;
  const page =
    state === 'open' && gateway === 'test' && pageId !== null
      ? await createTestGateway(services).peekPage(pageId)
      : state;
  const isUnpaid = state === 'open' && page !== 'paid';
  const isExpired = isUnpaid && (expiresAt <= now || !(await isStillAvailable(purposes, db, payment)));
  return {
    paymentId,
    state: getPageState(payment, page, isExpired),
    gateway,
    isChallenged: page === 'challenge' && !isExpired,
    description,
    amountMinor,
    currency,
    isCardKept,
    returnPath,
    isOwn: await isOwnedBy(ctx, payment),
  };
}

function getPageState({ state }: Payment, page: string, isExpired: boolean): PaymentPage['state'] {
  if (isExpired) return 'expired';
  return page === 'paid' ? 'paid' : state;
}
