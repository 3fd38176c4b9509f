import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import type { Principal } from '../../../platform/server/token.ts';
import { fail } from '../../../platform/shared/errors.ts';
import { giveBirthdate, isKnownCountry, sessionOf } from '../../account/server/public.ts';
import { failPayment, type PaymentPage, type paymentCalls } from '../shared/contract.ts';
import { gatewayNameOf } from './gateways.ts';
import { openPageOf } from './page-opening.ts';
import { giveCountry, readBilling } from './billing.ts';
import { findByToken, findPayment } from './payments.ts';
import { isWanted, type Purposes } from './purposes.ts';
import { settlePayment } from './settling.ts';
import type { Payment } from './sql.ts';
import { testGateway } from './test-gateway.ts';
import { tellNews } from './test-news.ts';

type Visit = Context<Principal | null>;
type News = Parameters<typeof tellNews>[3];

/** By its link whoever has it may pay; nobody is named on the page. */
export const paymentHandlers = (purposes: Purposes): Handlers<typeof paymentCalls> => ({
  'GET pay/{token}': async (ctx, { params }) => describe(ctx, purposes, await find(ctx, params.token)),

  'POST pay/{token}/page': async (ctx, { params }) => {
    const payment = await find(ctx, params.token);
    const { url } = await openPageOf(ctx, purposes, payment, {
      ...ctx,
      isOwn: await isOwnedBy(ctx, payment),
      token: params.token,
    });
    // The test gateway has no house of its own.
    return { url: payment.gateway === 'test' ? `/pay/${params.token}` : url };
  },

  'POST pay/{token}': async (ctx, { params, body: { card, news } }) => {
    const payment = await findTest(ctx, params.token);
    const { pageId } = await openPageOf(ctx, purposes, payment, { ...ctx, isOwn: false });
    const outcome = await testGateway(ctx.services).payPage(pageId, card);
    return answer(ctx, purposes, payment, outcome, news);
  },

  'POST pay/{token}/challenge': async (ctx, { params, body: { isConfirmed, news } }) => {
    const payment = await findTest(ctx, params.token);
    const { pageId } = await openPageOf(ctx, purposes, payment, { ...ctx, isOwn: false });
    const outcome = await testGateway(ctx.services).answerChallenge(pageId, isConfirmed);
    return answer(ctx, purposes, payment, outcome, news);
  },

  'POST pay/{token}/settle': async (ctx, { params }) => {
    const payment = await find(ctx, params.token);
    return describe(ctx, purposes, (await settlePayment(ctx, purposes, payment.paymentId)) ?? payment);
  },

  'PUT billing/country': async (ctx, { body: { country } }) => {
    if (!isKnownCountry(country)) throw failPayment('payments.unknown_country', { path: 'country' });
    await giveCountry(ctx, ctx.user.affiliateId, country);
    const { country: known, currency } = await readBilling(ctx, ctx.user.affiliateId);
    return { country: known, currency };
  },

  'PUT billing/birthdate': async (ctx, { body: { birthDate } }) => {
    const path = 'birthDate';
    const result = await giveBirthdate(ctx, birthDate);
    if (result === 'known') throw failPayment('payments.birthdate_known', { path });
    if (result === 'guardian') throw failPayment('payments.birthdate_guardian', { path });
    return { isMinor: (await readBilling(ctx, ctx.user.affiliateId)).isMinor };
  },

  'POST payments/{paymentId}/settle': async (ctx, { params: { paymentId } }) => {
    const own = await findPayment(ctx.db, paymentId);
    if (own?.affiliateId !== ctx.user.affiliateId) throw failPayment('payments.none');
    return { state: (await settlePayment(ctx, purposes, paymentId))?.state ?? own.state };
  },
});

async function find({ db, services }: Visit, token: string): Promise<Payment> {
  const gateway = gatewayNameOf(services);
  if (gateway === null) throw fail('not_found');
  const payment = await findByToken(db, token);
  if (payment.gateway !== gateway) throw fail('not_found');
  return payment;
}

/** The page has no token, because it is open to everybody: whether its reader is the owner, the cookie says. */
async function isOwnedBy({ db, services, request, user }: Visit, { affiliateId }: Payment): Promise<boolean> {
  const readerId = user?.affiliateId ?? (await sessionOf(services.env, db, request))?.affiliate_id;
  return readerId === affiliateId;
}

async function findTest(ctx: Visit, token: string): Promise<Payment> {
  const payment = await find(ctx, token);
  if (payment.gateway !== 'test') throw fail('not_found');
  return payment;
}

/** As its page shows it, which the portal may not have been told yet. */
async function answer(
  ctx: Visit,
  purposes: Purposes,
  { paymentId }: Payment,
  outcome: 'paid' | 'declined' | 'challenge' | null,
  news: News,
): Promise<PaymentPage> {
  // Paid in another window, or never asked for a challenge.
  if (outcome === null) throw failPayment('payments.settled');
  if (outcome === 'paid') await tellNews(ctx, purposes, paymentId, news);
  const payment = await findPayment(ctx.db, paymentId);
  if (payment === undefined) throw failPayment('payments.none');
  const page = await describe(ctx, purposes, payment);
  return outcome === 'declined' ? { ...page, state: 'declined' } : page;
}

async function describe(ctx: Visit, purposes: Purposes, payment: Payment): Promise<PaymentPage> {
  const { db, services, now } = ctx;
  const { paymentId, state, gateway, pageId, description, amountMinor, currency, isCardKept, returnPath, expiresAt } =
    payment;
  const page =
    state === 'open' && gateway === 'test' && pageId !== null ? await testGateway(services).peekPage(pageId) : state;
  const isUnpaid = state === 'open' && page !== 'paid';
  const isOver = isUnpaid && (expiresAt <= now || !(await isWanted(purposes, db, payment)));
  return {
    paymentId,
    state: stateOf(payment, page, isOver),
    gateway,
    isChallenged: page === 'challenge' && !isOver,
    description,
    amountMinor,
    currency,
    isCardKept,
    returnPath,
    isOwn: await isOwnedBy(ctx, payment),
  };
}

function stateOf({ state }: Payment, page: string, isOver: boolean): PaymentPage['state'] {
  if (isOver) return 'expired';
  return page === 'paid' ? 'paid' : state;
}
