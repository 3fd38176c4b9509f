import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClubFixture } from '#test/support/api/club-testing.ts';
import { openPayment, reconcilePayments } from '#features/payments/server/public.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { signWebhook, startStripeServer } from '#platform/testing/stripe/server.ts';
import { checkLedger } from './check-ledger.ts';
import { paymentPurposes } from './payment-purposes.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { createFirstYearPayment } from '#test/support/api/payments-testing.ts';

const stripe = await startStripeServer();
const portal = await testPortal(stripe.settings);
const { services } = portal;
const { pool, inTransaction } = services.database;
const { newDiver, join, read, goTo, runClubMaintenance } = createClubFixture(portal);
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

const reconcile = (now = minutes(5)) =>
  reconcilePayments(paymentPurposes).run(
    { services, database: services.database, now, log: portal.app.log } as unknown as JobContext,
    {},
  );

async function openPage(payUrl: string): Promise<string> {
  const answer = await portal.request(null, 'POST', `/api/shop${payUrl}/page`);
  expect(answer.json(), answer.body).toMatchObject({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/c\/pay\//),
  });
  return answer.json().url.split('/').at(-1);
}

/** A new diver with an open Stripe page for a first club year. */
async function openCheckout() {
  const { email, affiliateId } = await newDiver();
  const { payUrl } = (await join(email, 'first')).json();
  const pageId = await openPage(payUrl);
  const paymentId = stripe.sessions.get(pageId)?.client_reference_id ?? '';
  return { email, affiliateId, payUrl, pageId, paymentId };
}

type Checkout = Awaited<ReturnType<typeof openCheckout>>;

/** Stripe's event for a completed page. */
const eventOf = ({ pageId }: Pick<Checkout, 'pageId'>) =>
  stripe.events.find(
    ({ type, data }) => type === 'checkout.session.completed' && (data.object as { id: string }).id === pageId,
  ) ?? {};
const send = ({ body, headers }: ReturnType<typeof signWebhook>) =>
  portal.app.inject({ method: 'POST', url: '/api/shop/webhooks/stripe', headers, payload: body });
const sendWebhook = async (checkout: Checkout) => (await send(signWebhook(eventOf(checkout)))).statusCode;
const settle = async ({ email, paymentId }: Checkout) =>
  (await portal.request(email, 'POST', `/api/shop/payments/${paymentId}/settle`)).json().state;

/** Checks that the year, the payment and the ledger transaction exist once. */
async function expectOneYear({ email, paymentId }: Checkout): Promise<void> {
  expect(await read(email)).toMatchObject({ status: 'active', history: [{ kind: 'first' }] });
  const { rows } = await pool.query(
    'select state, gateway, charge_id as "chargeId" from payment where payment_id = $1',
    [paymentId],
  );
  expect(rows).toEqual([{ state: 'paid', gateway: 'stripe', chargeId: expect.stringMatching(/^pi_/) }]);
  const { rowCount } = await pool.query("select from ledger_transaction where kind = 'payment' and reference = $1", [
    paymentId,
  ]);
  expect(rowCount).toBe(1);
}

afterEach(() => vi.useRealTimers());

describe('club year paid with Stripe', () => {
  it('starts on the webhook, before the diver returns', async () => {
    const checkout = await openCheckout();
    expect((await portal.request(null, 'GET', `/api/shop${checkout.payUrl}`)).json()).toMatchObject({
      gateway: 'stripe',
    });
    stripe.page.pay(checkout.pageId, '4242');
    expect(await sendWebhook(checkout)).toBe(200);
    await expectOneYear(checkout);
    expect(await settle(checkout)).toBe('paid');
    await expectOneYear(checkout);
  });

  it('starts when the diver returns, and a late webhook changes nothing', async () => {
    const checkout = await openCheckout();
    stripe.page.pay(checkout.pageId, '4242');
    expect(await settle(checkout)).toBe('paid');
    await expectOneYear(checkout);
    expect(await sendWebhook(checkout)).toBe(200);
    await expectOneYear(checkout);
  });

  it('starts once on concurrent and repeated webhooks', async () => {
    const checkout = await openCheckout();
    stripe.page.pay(checkout.pageId, '4242');
    expect(await Promise.all([sendWebhook(checkout), sendWebhook(checkout), settle(checkout)])).toEqual([
      200,
      200,
      'paid',
    ]);
    expect(await sendWebhook(checkout)).toBe(200);
    await expectOneYear(checkout);
  });

  it('starts by reconciliation without a webhook or a returning diver', async () => {
    const checkout = await openCheckout();
    stripe.page.pay(checkout.pageId, '4242');
    await reconcile();
    await expectOneYear(checkout);
    expect(await settle(checkout)).toBe('paid');
  });

  it('starts after a declined card and a passed challenge', async () => {
    const checkout = await openCheckout();
    stripe.page.pay(checkout.pageId, '0002');
    stripe.page.pay(checkout.pageId, '3220');
    expect(await settle(checkout)).toBe('open');
    stripe.page.answerChallenge(checkout.pageId, true);
    expect(await sendWebhook(checkout)).toBe(200);
    await expectOneYear(checkout);
  });

  it('returns the same Stripe page when its link is opened again', async () => {
    const { pageId, payUrl } = await openCheckout();
    expect(await Promise.all([openPage(payUrl), openPage(payUrl)])).toEqual([pageId, pageId]);
  });

  it('opens a new Stripe page after the first one expired unpaid', async () => {
    const checkout = await openCheckout();
    stripe.page.expire(checkout.pageId);
    expect(await settle(checkout)).toBe('open');
    const pageId = await openPage(checkout.payUrl);
    expect(pageId).not.toBe(checkout.pageId);
    stripe.page.pay(pageId, '4242');
    expect(await sendWebhook({ ...checkout, pageId })).toBe(200);
    await expectOneYear(checkout);
  });

  it('expires when it was not paid in time', async () => {
    const checkout = await openCheckout();
    vi.useFakeTimers({ toFake: ['Date'], now: minutes(61) });
    await reconcile(new Date());
    expect(await settle(checkout)).toBe('expired');
    expect(await read(checkout.email)).toMatchObject({ status: 'eligible', history: [] });
  });

  it('refunds a second payment for the same year', async () => {
    const checkout = await openCheckout();
    const second = (await join(checkout.email, 'first')).json().payUrl;
    const other = await openPage(second);
    for (const pageId of [checkout.pageId, other]) {
      stripe.page.pay(pageId, '4242');
      expect(await sendWebhook({ ...checkout, pageId })).toBe(200);
    }
    await expectOneYear(checkout);
    await reconcile();
    const intent = stripe.sessions.get(other)?.payment_intent;
    expect(stripe.refunds.filter(({ payment_intent: id }) => id === intent)).toMatchObject([{ amount: 2695 }]);
    await reconcile();
    expect(stripe.refunds.filter(({ payment_intent: id }) => id === intent)).toHaveLength(1);
  });
});

describe('Stripe refund of a club payment', () => {
  /** Two payments for the same year; the second one is returned. */
  async function payTwice() {
    const checkout = await openCheckout();
    const other = await openPage((await join(checkout.email, 'first')).json().payUrl);
    for (const pageId of [checkout.pageId, other]) {
      stripe.page.pay(pageId, '4242');
      await sendWebhook({ ...checkout, pageId });
    }
    const intent = stripe.sessions.get(other)?.payment_intent;
    const sent = () => stripe.refunds.filter(({ payment_intent: id }) => id === intent);
    const listNotifications = async () =>
      (
        await pool.query<{ kind: string }>(
          `select kind from notification where affiliate_id = $1 and kind ~ 'returned' order by timestamp`,
          [checkout.affiliateId],
        )
      ).rows.map(({ kind }) => kind);
    const end = async (status: 'succeeded' | 'failed') => {
      const last = sent().at(-1);
      if (last !== undefined) stripe.endRefund(last, status);
      expect((await send(signWebhook(stripe.events.at(-1) ?? {}))).statusCode).toBe(200);
    };
    return { sent, listNotifications, end };
  }

  it('notifies the diver when the refund succeeded, not while it is pending', async () => {
    const { sent, listNotifications, end } = await payTwice();
    stripe.beginRefunds('pending');
    await reconcile();
    await reconcile(minutes(10));
    expect([sent().length, await listNotifications()]).toEqual([1, []]);
    await end('succeeded');
    expect(await listNotifications()).toEqual(['club.returned']);
    stripe.beginRefunds('succeeded');
  });

  it('notifies the diver of a failed refund, reverses it in the ledger and retries the next day', async () => {
    const { sent, listNotifications, end } = await payTwice();
    await reconcile();
    expect(await listNotifications()).toEqual(['club.returned']);
    await end('failed');
    expect(await listNotifications()).toEqual(['club.returned', 'payments.not_returned']);
    const findLedgerErrors = async () => (await inTransaction('test', checkLedger)).wrong;
    expect(await findLedgerErrors()).toEqual([expect.stringMatching(/^late payment .*: 2695 USD not refunded$/)]);
    await reconcile(minutes(1_450));
    await reconcile(minutes(1_460));
    expect(sent().map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    expect(await findLedgerErrors()).toEqual([]);
  });
});

describe('Stripe webhook', () => {
  it('returns 400 for an invalid signature and changes nothing', async () => {
    const checkout = await openCheckout();
    stripe.page.pay(checkout.pageId, '4242');
    const event = eventOf(checkout);
    const { body, headers } = signWebhook(event);
    const day = Math.floor(Date.now() / 1_000) - 86_400;
    for (const wrong of [
      signWebhook(event, { secret: 'whsec_another' }),
      signWebhook(event, { at: day }),
      { body: Buffer.concat([body, Buffer.from(' ')]), headers },
      { body, headers: { 'content-type': 'application/json' } },
    ]) {
      const answer = await send(wrong);
      expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, 'payments.bad_signature']);
    }
    expect((await read(checkout.email)).history).toEqual([]);
    expect(await sendWebhook(checkout)).toBe(200);
    await expectOneYear(checkout);
  });

  it('checks the payment with Stripe instead of trusting the event', async () => {
    const paid = await openCheckout();
    stripe.page.pay(paid.pageId, '4242');
    const open = await openCheckout();
    const event = JSON.parse(JSON.stringify(eventOf(paid)).replaceAll(paid.paymentId, open.paymentId));
    expect((await send(signWebhook(event))).statusCode).toBe(200);
    expect((await read(open.email)).history).toEqual([]);
  });

  it('returns 200 for an unknown payment and ignores it', async () => {
    const { pageId } = await openCheckout();
    stripe.page.pay(pageId, '4242');
    const event = JSON.stringify(eventOf({ pageId }));
    const paymentId = stripe.sessions.get(pageId)?.client_reference_id ?? '';
    for (const other of [randomUUID(), 'cart-7'])
      expect((await send(signWebhook(JSON.parse(event.replaceAll(paymentId, other))))).statusCode).toBe(200);
  });

  it('returns 503 when Stripe is unreachable, so Stripe retries', async () => {
    const checkout = await openCheckout();
    stripe.page.pay(checkout.pageId, '4242');
    const webhook = signWebhook(eventOf(checkout));
    await stripe.close();
    const answer = await send(webhook);
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([503, 'payments.gateway_down']);
    await stripe.open();
    expect((await send(webhook)).statusCode).toBe(200);
    await expectOneYear(checkout);
  });

  it('returns 404 for the test gateway', async () => {
    const { body, headers } = signWebhook({});
    const url = '/api/shop/webhooks/test';
    expect((await portal.app.inject({ method: 'POST', url, headers, payload: body })).statusCode).toBe(404);
  });
});

describe('club renewal with Stripe', () => {
  async function goToEnd(card: string) {
    const checkout = await openCheckout();
    stripe.page.pay(checkout.pageId, card);
    await sendWebhook(checkout);
    const { endsOn } = await read(checkout.email);
    goTo(endsOn ?? '');
    const { customer } = stripe.sessions.get(checkout.pageId) ?? {};
    const invoices = () => [...stripe.invoices.values()].filter((invoice) => invoice.customer === customer);
    return { ...checkout, invoices };
  }

  it('pays one invoice with the stored card', async () => {
    const { email, invoices } = await goToEnd('4242');
    await runClubMaintenance();
    await runClubMaintenance();
    expect(invoices()).toMatchObject([{ status: 'paid', total: 4995, amount_paid: 4995, currency: 'usd' }]);
    expect((await read(email)).history).toHaveLength(2);
  });

  it('becomes past due and voids the invoice when the stored card is declined', async () => {
    const { email, invoices } = await goToEnd('0341');
    await runClubMaintenance();
    expect(invoices()).toMatchObject([{ status: 'void', amount_paid: 0 }]);
    expect(await read(email)).toMatchObject({ status: 'past_due', history: [{ kind: 'first' }] });
  });

  it('charges once when the response was lost and reconciled a week later', async () => {
    const { email, invoices } = await goToEnd('4242');
    const others = ['list', 'invoice', 'line', 'finalize'].map(() => null);
    stripe.failures.push(...others, 'lost', 'lost', 'lost');
    await runClubMaintenance().catch(() => undefined);
    expect(invoices()).toMatchObject([{ status: 'paid' }]);
    expect((await read(email)).history).toHaveLength(1);
    stripe.forgetKeys();
    await reconcile(minutes(7 * 1_440));
    expect(invoices()).toMatchObject([{ status: 'paid', total: 4995 }]);
    expect((await read(email)).history).toHaveLength(2);
  });
});

it('returns 404 for payment links of the test gateway', async () => {
  const { affiliateId } = await newDiver();
  const before = { ...services, env: { ...services.env, PAYMENT_GATEWAY: 'test' as const } };
  const request = { ...createFirstYearPayment(affiliateId), isCardKept: false };
  const { url } = await inTransaction('test', (db) => openPayment({ db, now: new Date(), services: before }, request));
  expect((await portal.request(null, 'POST', `/api/shop${url}/page`)).statusCode).toBe(404);
  const { payUrl } = await openCheckout();
  expect((await portal.request(null, 'POST', `/api/shop${payUrl}`, { card: '4242' })).statusCode).toBe(404);
});
