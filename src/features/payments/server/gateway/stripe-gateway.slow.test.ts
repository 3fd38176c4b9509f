import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createPageRequest } from '#test/support/api/payments-testing.ts';
import { getTextParam } from '#platform/testing/stripe/params.ts';
import { nowInSeconds } from '#platform/testing/stripe/recordings.ts';
import { signWebhook, startStripeServer } from '#platform/testing/stripe/server.ts';
import { locales } from '#platform/shared/locale.ts';
import type { PageRequest } from './gateway.ts';
import { createStripeGateway } from './stripe-gateway.ts';
import { toStripeAmount } from './stripe-params.ts';

type Account = Awaited<ReturnType<typeof startStripeServer>>;
const account = await startStripeServer();
const gateway = await createStripeGateway(account.settings);
const minute = 60_000;

/** Opens a page and returns the parameters sent to Stripe. */
async function ask(changes: Partial<PageRequest>) {
  const { pageId } = await gateway.openPage(createPageRequest(changes));
  const request = account.requests.findLast(({ path }) => path === '/v1/checkout/sessions');
  return { pageId, session: account.sessions.get(pageId), params: request?.params ?? {} };
}

async function saveCard(by: Account, card: string) {
  const own = await createStripeGateway(by.settings);
  const { pageId } = await own.openPage(createPageRequest());
  by.page.pay(pageId, card);
  const page = await own.findPage(pageId);
  if (page.state !== 'paid') throw new Error(`the page was not paid: ${page.state}`);
  const charge = { key: randomUUID(), method: page.method ?? '', amountMinor: 4995, currency: 'USD', description: 'x' };
  return { own, page, charge };
}

const taken = (by: Account) => [...by.intents.values()].filter(({ status }) => status === 'succeeded').length;
const statesOf = (by: Account) => [...by.invoices.values()].map(({ status }) => status);

afterEach(() => vi.useRealTimers());

describe('Checkout session', () => {
  it('has the payment, amount and URLs, and stores the card only when allowed', async () => {
    const stored = await ask({ paymentId: 'p1' });
    expect(stored.session).toMatchObject({
      client_reference_id: 'p1',
      metadata: { paymentId: 'p1' },
      amount_total: 2695,
      currency: 'usd',
      customer_email: 'noa@demo.test',
      customer_creation: 'always',
      success_url: 'http://localhost:3999/club?payment=paid',
      cancel_url: 'http://localhost:3999/club?payment=left',
    });
    expect(stored.params).toMatchObject({
      payment_intent_data: { setup_future_usage: 'off_session', metadata: { paymentId: 'p1' } },
      allowed_payment_method_types: { 0: 'card' },
      adaptive_pricing: { enabled: 'false' },
    });
    const once = await ask({ isCardKept: false, email: null });
    expect(once.session).toMatchObject({ customer_creation: 'if_required', customer_email: null });
    expect(once.params.payment_intent_data).not.toHaveProperty('setup_future_usage');
    account.page.pay(once.pageId, '4242');
    expect(await gateway.findPage(once.pageId)).toMatchObject({ state: 'paid', method: null, hint: '4242' });
  });

  it('leaves out an email address that Stripe rejects', async () => {
    expect((await ask({ email: 'nöa@demo.test' })).session?.customer_email).toBeNull();
  });

  it('uses a locale that Stripe supports', async () => {
    const languages = [];
    for (const locale of locales) languages.push(getTextParam((await ask({ locale })).params, 'locale'));
    expect(languages.join(' ')).toBe(
      'en nl fr de it es ja ko zh zh-HK cs da el fi hr hu id nb pl pt ru sv th tr auto auto ms fil',
    );
  });

  it.each([
    ['JPY', 2600, 2600],
    ['EUR', 2695, 2695],
    ['ISK', 2600, 260_000],
    ['KWD', 2690, 2690],
  ])("in %s uses Stripe's minor units", async (currency, amountMinor, amount) => {
    expect((await ask({ currency, amountMinor })).session?.amount_total).toBe(amount);
  });

  it('throws for an amount that Stripe cannot represent', () => {
    expect(toStripeAmount(12_300, 'CLF')).toBe(123);
    expect(() => toStripeAmount(12_301, 'CLF')).toThrow('Stripe does not accept 12301 minor units of CLF');
  });

  it.each([
    ['has expired', -1_000, 31, 36],
    ['expires too soon', 5, 31, 36],
    ['expires at the limit', 31, 31, 36],
    ['expires later', 45, 45, 45],
    ['expires much later', 1_400, 1_400, 1_400],
    ['expires in a day', 1_440, 1_430, 1_435],
    ['expires in a week', 10_080, 1_430, 1_435],
  ])("expires with its payment within Stripe's limits when that %s", async (_when, minutes, earliest, latest) => {
    const startMs = Date.now();
    const { session } = await ask({ expiresAt: new Date(startMs + minutes * minute) });
    const lifetime = ((session?.expires_at ?? 0) * 1_000 - startMs) / minute;
    expect(lifetime).toBeGreaterThan(earliest - 0.1);
    expect(lifetime).toBeLessThan(latest + 0.1);
  });

  it('is never rejected because of its expiry', async () => {
    const minutes = fc.integer({ min: -1_000, max: 3_000 });
    const open = async (count: number) => ask({ expiresAt: new Date(Date.now() + count * minute) });
    await expect(fc.assert(fc.asyncProperty(minutes, async (m) => void (await open(m))))).resolves.toBeUndefined();
  });

  it('is the same for a repeated request, even if the expiry was adjusted', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-15T10:00:00Z') });
    const late = createPageRequest({ expiresAt: new Date('2026-11-15T10:01:00Z') });
    const first = await gateway.openPage(late);
    vi.setSystemTime(new Date('2026-11-15T10:03:59Z'));
    expect(await gateway.openPage(late)).toEqual(first);
  });

  it('is open while the payment is processing and expired if it fails', async () => {
    const { pageId, session } = await ask({});
    account.page.pay(pageId, '3220');
    const intent = account.intents.get(String(session?.payment_intent));
    Object.assign(session ?? {}, { status: 'complete', payment_status: 'unpaid' });
    Object.assign(intent ?? {}, { status: 'processing' });
    expect(await gateway.findPage(pageId)).toEqual({ state: 'open' });
    Object.assign(intent ?? {}, { status: 'requires_payment_method' });
    expect(await gateway.findPage(pageId)).toEqual({ state: 'expired' });
  });
});

describe('invoice of a stored card', () => {
  it('is void after a decline', async () => {
    const own = await startStripeServer(onTestFinished);
    const { own: gatewayOfIt, charge } = await saveCard(own, '0341');
    expect(await gatewayOfIt.charge(charge)).toEqual({ state: 'declined' });
    expect(statesOf(own)).toEqual(['void']);
    own.forgetKeys();
    expect(await gatewayOfIt.charge(charge)).toEqual({ state: 'declined' });
    expect(statesOf(own)).toEqual(['void']);
  });

  it('is void when the bank requires authentication', async () => {
    const own = await startStripeServer(onTestFinished);
    const { pageId } = await (await createStripeGateway(own.settings)).openPage(createPageRequest());
    own.page.pay(pageId, '3184');
    own.page.answerChallenge(pageId, true);
    const gatewayOfIt = await createStripeGateway(own.settings);
    const page = await gatewayOfIt.findPage(pageId);
    const method = page.state === 'paid' ? (page.method ?? '') : '';
    const charge = { key: randomUUID(), method, amountMinor: 4995, currency: 'USD', description: 'x' };
    expect(await gatewayOfIt.charge(charge)).toEqual({ state: 'declined' });
    expect(statesOf(own)).toEqual(['void']);
  });

  it('is declined when the card no longer exists', async () => {
    const own = await startStripeServer(onTestFinished);
    const { own: gatewayOfIt, charge } = await saveCard(own, '4242');
    own.cards.clear();
    expect(await gatewayOfIt.charge(charge)).toEqual({ state: 'declined' });
    expect(taken(own)).toBe(1);
  });

  // The five requests of a charge: list, create, add line, finalize, pay.
  const interruptions = [0, 1, 2, 3, 4].flatMap((place) => [
    { place, failure: 'failing' as const, isLater: false },
    { place, failure: 'lost' as const, isLater: false },
    { place, failure: 'lost' as const, isLater: true },
  ]);
  it('is paid once wherever an earlier attempt was interrupted', async () => {
    await Promise.all(
      interruptions.map(async ({ place, failure, isLater }) => {
        const own = await startStripeServer(onTestFinished);
        const { own: gatewayOfIt, charge } = await saveCard(own, '4242');
        own.failures.push(...Array(place).fill(null), failure, failure, failure);
        await expect(gatewayOfIt.charge(charge)).rejects.toThrow(/Stripe|unknown error/);
        if (isLater) own.forgetKeys();
        expect(await gatewayOfIt.charge(charge)).toMatchObject({ state: 'paid' });
        expect([taken(own), statesOf(own)]).toEqual([2, ['paid']]);
        expect([...own.invoices.values()][0]?.total).toBe(4995);
      }),
    );
  });

  it('is voided on the second attempt if the first one fails', async () => {
    const own = await startStripeServer(onTestFinished);
    const { own: gatewayOfIt, charge } = await saveCard(own, '0341');
    own.failures.push(...Array(5).fill(null), 'failing', 'failing', 'failing');
    await expect(gatewayOfIt.charge(charge)).rejects.toThrow('unknown error');
    expect(statesOf(own)).toEqual(['open']);
    expect(await gatewayOfIt.charge(charge)).toEqual({ state: 'declined' });
    expect(statesOf(own)).toEqual(['void']);
  });

  it('is found beyond the first page of results', async () => {
    const own = await startStripeServer(onTestFinished);
    const { own: gatewayOfIt, charge } = await saveCard(own, '4242');
    const first = await gatewayOfIt.charge(charge);
    for (const paid of Array.from({ length: 120 }, () => [...own.invoices.values()][0]))
      if (paid)
        own.invoices.set(`${paid.id}${own.invoices.size}`, { ...paid, id: `in_${own.invoices.size}`, metadata: {} });
    own.forgetKeys();
    expect(await gatewayOfIt.charge(charge)).toEqual(first);
  });
});

describe('Stripe refund', () => {
  it('is made once wherever an earlier attempt was interrupted', async () => {
    const own = await startStripeServer(onTestFinished);
    const { own: gatewayOfIt, page } = await saveCard(own, '4242');
    const refund = { key: randomUUID(), chargeId: page.chargeId, amountMinor: 1000, currency: 'USD' };
    own.failures.push(null, 'lost', 'lost', 'lost');
    await expect(gatewayOfIt.refund(refund)).rejects.toThrow('connection');
    own.forgetKeys();
    expect(await gatewayOfIt.refund(refund)).toBe('done');
    expect(own.refunds.map(({ amount }) => amount)).toEqual([1000]);
  });

  it('is retried after insufficient funds and rejected if the bank rejects it', async () => {
    const own = await startStripeServer(onTestFinished);
    const { own: gatewayOfIt, page } = await saveCard(own, '4242');
    const refund = { key: randomUUID(), chargeId: page.chargeId, amountMinor: 1000, currency: 'USD' };
    own.setBalance('empty');
    await expect(gatewayOfIt.refund(refund)).rejects.toThrow('Insufficient funds');
    own.setBalance('enough');
    expect(await gatewayOfIt.refund(refund)).toBe('done');
    for (const sent of own.refunds) own.endRefund(sent, 'failed');
    expect(await gatewayOfIt.refund(refund)).toBe('refused');
  });

  it('is pending until Stripe reports the result', async () => {
    const own = await startStripeServer(onTestFinished);
    const { own: gatewayOfIt, page } = await saveCard(own, '4242');
    own.beginRefunds('pending');
    for (const [status, outcome] of [
      ['succeeded', 'done'],
      ['failed', 'refused'],
    ] as const) {
      const refund = { key: randomUUID(), chargeId: page.chargeId, amountMinor: 1000, currency: 'USD' };
      expect([await gatewayOfIt.refund(refund), await gatewayOfIt.refund(refund)]).toEqual(['pending', 'pending']);
      const sent = own.refunds.find(({ metadata }) => metadata?.key === refund.key);
      if (sent !== undefined) own.endRefund(sent, status);
      expect(await gatewayOfIt.refund(refund)).toBe(outcome);
      const { body, headers } = signWebhook(own.events.at(-1) ?? {});
      expect(gatewayOfIt.readNotice(body, headers)).toEqual({ refundId: refund.key });
    }
    expect(own.refunds).toHaveLength(2);
  });

  it('is ignored when made in the dashboard', async () => {
    const own = await startStripeServer(onTestFinished);
    const { own: gatewayOfIt, page } = await saveCard(own, '4242');
    await gatewayOfIt.refund({ key: randomUUID(), chargeId: page.chargeId, amountMinor: 1000, currency: 'USD' });
    const [sent] = own.refunds;
    if (sent !== undefined) own.endRefund({ ...sent, metadata: {} }, 'failed');
    const { body, headers } = signWebhook(own.events.at(-1) ?? {});
    expect(gatewayOfIt.readNotice(body, headers)).toBeNull();
  });
});

describe('Stripe webhook event', () => {
  const eventFor = async (type: string) => {
    const paymentId = randomUUID();
    const { pageId } = await gateway.openPage(createPageRequest({ paymentId }));
    if (type.endsWith('expired')) account.page.expire(pageId);
    else account.page.pay(pageId, '4242');
    return { paymentId, event: account.events.findLast((event) => event.type === type) ?? {} };
  };
  const read = ({ body, headers }: ReturnType<typeof signWebhook>) => gateway.readNotice(body, headers);

  it.each(['checkout.session.completed', 'checkout.session.expired'])(
    'names its payment for the type %s',
    async (type) => {
      const { paymentId, event } = await eventFor(type);
      expect(read(signWebhook(event))).toEqual({ paymentId });
    },
  );

  it('is ignored for other event types', async () => {
    const { event } = await eventFor('payment_intent.succeeded');
    expect(event).toMatchObject({ type: 'payment_intent.succeeded' });
    expect(read(signWebhook(event))).toBeNull();
  });

  it('is ignored for another seller on the same account', async () => {
    const { event } = await eventFor('checkout.session.completed');
    expect(read(signWebhook({ ...event, data: { object: { client_reference_id: null } } }))).toBeNull();
  });

  it('is accepted for five minutes', async () => {
    const { paymentId, event } = await eventFor('checkout.session.completed');
    expect(read(signWebhook(event, { at: nowInSeconds() - 290 }))).toEqual({ paymentId });
    expect(() => read(signWebhook(event, { at: nowInSeconds() - 310 }))).toThrow('payments.bad_signature');
  });
});

describe('Stripe connection', () => {
  it('can be retried after it fails', async () => {
    const own = await startStripeServer(onTestFinished);
    const gatewayOfIt = await createStripeGateway(own.settings);
    const request = createPageRequest();
    await own.close();
    await expect(gatewayOfIt.openPage(request)).rejects.toThrow('connection to Stripe');
    await own.open();
    const { pageId } = await gatewayOfIt.openPage(request);
    expect(await gatewayOfIt.findPage(pageId)).toEqual({ state: 'open' });
  });

  it('is retried immediately after a temporary error', async () => {
    const own = await startStripeServer(onTestFinished);
    own.failures.push('failing', 'lost');
    const { pageId } = await (await createStripeGateway(own.settings)).openPage(createPageRequest());
    expect([...own.sessions.keys()]).toEqual([pageId]);
  });

  it('throws for an invalid API key', async () => {
    const own = await startStripeServer(onTestFinished);
    const stranger = await createStripeGateway({ ...own.settings, STRIPE_SECRET_KEY: 'sk_test_another' });
    await expect(stranger.openPage(createPageRequest())).rejects.toThrow('Invalid API Key');
    expect(own.sessions.size).toBe(0);
  });

  it('sends an idempotency key with every write', () => {
    const writes = account.requests.filter(({ method }) => method === 'POST');
    expect(writes.length).toBeGreaterThan(50);
    expect(writes.filter(({ key }) => key === null)).toEqual([]);
  });
});
