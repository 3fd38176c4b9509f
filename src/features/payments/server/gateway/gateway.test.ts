import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPageRequest } from '#test/support/api/payments-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { signWebhook, startStripeServer } from '#platform/testing/stripe/server.ts';
import type { Gateway, PageRequest } from './gateway.ts';
import { createStripeGateway } from './stripe-gateway.ts';
import { createTestGateway } from './test-gateway.ts';

const portal = await testPortal();
const stripe = await startStripeServer();
const ofTests = createTestGateway(portal.services);
const ofStripe = await createStripeGateway(stripe.settings);

/** A gateway, and the actions of people on its page. */
interface Bench {
  gateway: Gateway;
  cards: Record<'good' | 'declined' | 'goodOnce' | 'challenged', '4242' | '0002' | '9995' | '0341' | '3220'>;
  pay(pageId: string, card: string): unknown;
  answerChallenge(pageId: string, isConfirmed: boolean): unknown;
  /** The number of successful payments, on pages and with stored cards. */
  countTaken(): Promise<number>;
  noticeOf(paymentId: string): ReturnType<typeof signWebhook>;
  forgeNotice(paymentId: string): ReturnType<typeof signWebhook>;
}

const eventOf = (paymentId: string) =>
  stripe.events.find(
    ({ data: { object } }) => 'client_reference_id' in object && object.client_reference_id === paymentId,
  );

const benches: Bench[] = [
  {
    gateway: ofTests,
    cards: { good: '4242', declined: '0002', goodOnce: '9995', challenged: '3220' },
    pay: (pageId, card) => ofTests.payPage(pageId, card as '4242'),
    answerChallenge: (pageId, isConfirmed) => ofTests.answerChallenge(pageId, isConfirmed),
    countTaken: async () =>
      (await portal.services.database.pool.query("select from test_gateway_entry where state = 'paid'")).rowCount ?? 0,
    noticeOf: (paymentId) => ofTests.writeNotice(paymentId),
    forgeNotice(paymentId) {
      const { body, headers } = ofTests.writeNotice(paymentId);
      return { body, headers: Object.fromEntries(Object.keys(headers).map((name) => [name, '0'.repeat(64)])) };
    },
  },
  {
    gateway: ofStripe,
    cards: { good: '4242', declined: '0002', goodOnce: '0341', challenged: '3220' },
    pay: (pageId, card) => stripe.page.pay(pageId, card),
    answerChallenge: (pageId, isConfirmed) => stripe.page.answerChallenge(pageId, isConfirmed),
    countTaken: async () => [...stripe.intents.values()].filter(({ status }) => status === 'succeeded').length,
    noticeOf: (paymentId) => signWebhook(eventOf(paymentId) ?? {}),
    forgeNotice: (paymentId) => signWebhook(eventOf(paymentId) ?? {}, { secret: 'whsec_another' }),
  },
];

afterEach(() => vi.useRealTimers());

describe.each(benches)('$gateway.name gateway', (bench) => {
  const { gateway, cards } = bench;
  const hour = 3_600_000;

  const open = async (changes: Partial<PageRequest> = {}) =>
    (await gateway.openPage(createPageRequest(changes))).pageId;

  async function payWith(card: string, changes: Partial<PageRequest> = {}) {
    const pageId = await open(changes);
    await bench.pay(pageId, card);
    const result = await gateway.findPage(pageId);
    if (result.state !== 'paid') throw new Error(`the page was not paid: ${result.state}`);
    return result;
  }

  const chargeOf = (method: string | null) => ({
    key: randomUUID(),
    method: method ?? '',
    amountMinor: 4995,
    currency: 'USD',
    description: 'Another year',
  });

  it('opens an unpaid page', async () => {
    const { pageId, url } = await gateway.openPage(createPageRequest());
    expect(new URL(url).protocol).toMatch(/^https?:$/);
    expect(await gateway.findPage(pageId)).toEqual({ state: 'open' });
  });

  it('returns the same page for the same key', async () => {
    const request = createPageRequest();
    const [first, second, third] = await Promise.all([
      gateway.openPage(request),
      gateway.openPage(request),
      gateway.openPage({ ...request, key: randomUUID() }),
    ]);
    expect(second).toEqual(first);
    expect(third.pageId).not.toBe(first.pageId);
  });

  it('returns a stored method and the last four digits when paid', async () => {
    const before = await bench.countTaken();
    const paid = await payWith(cards.good);
    expect(paid).toMatchObject({ state: 'paid', hint: '4242' });
    expect(paid.chargeId).not.toBe('');
    expect(paid.method).toEqual(expect.any(String));
    expect(await bench.countTaken()).toBe(before + 1);
  });

  it('stays open after a declined card', async () => {
    const pageId = await open();
    await bench.pay(pageId, cards.declined);
    expect(await gateway.findPage(pageId)).toEqual({ state: 'open' });
    await bench.pay(pageId, cards.good);
    expect(await gateway.findPage(pageId)).toMatchObject({ state: 'paid', hint: '4242' });
  });

  it('stays open until the challenge is passed', async () => {
    const pageId = await open();
    await bench.pay(pageId, cards.challenged);
    expect(await gateway.findPage(pageId)).toEqual({ state: 'open' });
    await bench.answerChallenge(pageId, true);
    expect(await gateway.findPage(pageId)).toMatchObject({ state: 'paid', hint: '3220' });
  });

  it('stays open after a failed challenge', async () => {
    const before = await bench.countTaken();
    const pageId = await open();
    await bench.pay(pageId, cards.challenged);
    await bench.answerChallenge(pageId, false);
    expect(await gateway.findPage(pageId)).toEqual({ state: 'open' });
    expect(await bench.countTaken()).toBe(before);
    await bench.pay(pageId, cards.good);
    expect(await gateway.findPage(pageId)).toMatchObject({ state: 'paid' });
  });

  it('reports unpaid pages as expired, and paid ones as paid', async () => {
    const [left, paid] = [await open(), await open()];
    await bench.pay(paid, cards.good);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * hour });
    expect(await gateway.findPage(left)).toEqual({ state: 'expired' });
    expect(await gateway.findPage(paid)).toMatchObject({ state: 'paid' });
  });

  it('charges a stored card once per key', async () => {
    const { method, chargeId } = await payWith(cards.good);
    const before = await bench.countTaken();
    const charge = chargeOf(method);
    const answers = [await gateway.charge(charge), await gateway.charge(charge)];
    expect(answers[0]).toMatchObject({ state: 'paid' });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[0]).not.toMatchObject({ chargeId });
    expect(await bench.countTaken()).toBe(before + 1);
    expect(await gateway.charge(chargeOf(method))).toMatchObject({ state: 'paid' });
    expect(await bench.countTaken()).toBe(before + 2);
  });

  it('declines a stored card consistently', async () => {
    const { method } = await payWith(cards.goodOnce);
    const before = await bench.countTaken();
    const charge = chargeOf(method);
    expect(await gateway.charge(charge)).toEqual({ state: 'declined' });
    expect(await gateway.charge(charge)).toEqual({ state: 'declined' });
    expect(await bench.countTaken()).toBe(before);
  });

  it.each(['', 'none', 'cus_none/pm_none'])('declines the unknown card “%s”', async (method) => {
    expect(await gateway.charge(chargeOf(method))).toEqual({ state: 'declined' });
  });

  it('refunds in parts, each once, up to the amount paid', async () => {
    const { chargeId } = await payWith(cards.good);
    const back = (amountMinor: number, key: string = randomUUID()) =>
      gateway.refund({ key, chargeId, amountMinor, currency: 'USD' });
    const key = randomUUID();
    expect(await back(1000, key)).toBe('done');
    expect(await back(1000, key)).toBe('done');
    expect(await back(1696)).toBe('refused');
    expect(await back(1695)).toBe('done');
    expect(await back(1)).toBe('refused');
    expect(await back(1000, key)).toBe('done');
  });

  it('refunds the charge of a stored card', async () => {
    const { method } = await payWith(cards.good);
    const charged = await gateway.charge(chargeOf(method));
    const chargeId = charged.state === 'paid' ? charged.chargeId : '';
    expect(await gateway.refund({ key: randomUUID(), chargeId, amountMinor: 4996, currency: 'USD' })).toBe('refused');
    expect(await gateway.refund({ key: randomUUID(), chargeId, amountMinor: 4995, currency: 'USD' })).toBe('done');
  });

  it('rejects the refund of an unknown charge', async () => {
    const refund = { key: randomUUID(), chargeId: randomUUID(), amountMinor: 1, currency: 'USD' };
    expect(await gateway.refund(refund)).toBe('refused');
  });

  it('reads a signed webhook event and rejects any other', async () => {
    const paymentId = randomUUID();
    await payWith(cards.good, { paymentId });
    const { body, headers } = bench.noticeOf(paymentId);
    expect(gateway.readNotice(body, headers)).toEqual({ paymentId });
    const changed = Buffer.from(body.toString().replace(paymentId, randomUUID()));
    const forged = bench.forgeNotice(paymentId);
    for (const [payload, by] of [
      [changed, headers],
      [body, {}],
      [forged.body, forged.headers],
      [Buffer.alloc(0), headers],
    ] as const)
      expect(() => gateway.readNotice(payload, by)).toThrow(
        expect.objectContaining({ status: 400, code: 'payments.bad_signature' }),
      );
  });
});
