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

/** Somebody wants to join, and stands before Stripe's page. */
async function begin() {
  const { email, affiliateId } = await newDiver();
  const { payUrl } = (await join(email, 'first')).json();
  const pageId = await openPage(payUrl);
  const paymentId = stripe.sessions.get(pageId)?.client_reference_id ?? '';
  return { email, affiliateId, payUrl, pageId, paymentId };
}

type Begun = Awaited<ReturnType<typeof begin>>;

/** What Stripe tells when a page is done. */
const eventOf = ({ pageId }: Pick<Begun, 'pageId'>) =>
  stripe.events.find(
    ({ type, data }) => type === 'checkout.session.completed' && (data.object as { id: string }).id === pageId,
  ) ?? {};
const send = ({ body, headers }: ReturnType<typeof signWebhook>) =>
  portal.app.inject({ method: 'POST', url: '/api/shop/webhooks/stripe', headers, payload: body });
const sendWebhook = async (begun: Begun) => (await send(signWebhook(eventOf(begun)))).statusCode;
const comeBack = async ({ email, paymentId }: Begun) =>
  (await portal.request(email, 'POST', `/api/shop/payments/${paymentId}/settle`)).json().state;

/** The year, the money and the books, each once. */
async function expectOneYear({ email, paymentId }: Begun): Promise<void> {
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

describe('a year in the club, paid by Stripe', () => {
  it('begins when Stripe tells, before anybody comes back', async () => {
    const begun = await begin();
    expect((await portal.request(null, 'GET', `/api/shop${begun.payUrl}`)).json()).toMatchObject({ gateway: 'stripe' });
    stripe.page.pay(begun.pageId, '4242');
    expect(await sendWebhook(begun)).toBe(200);
    await expectOneYear(begun);
    expect(await comeBack(begun)).toBe('paid');
    await expectOneYear(begun);
  });

  it('begins when somebody comes back, and what Stripe tells late changes nothing', async () => {
    const begun = await begin();
    stripe.page.pay(begun.pageId, '4242');
    expect(await comeBack(begun)).toBe('paid');
    await expectOneYear(begun);
    expect(await sendWebhook(begun)).toBe(200);
    await expectOneYear(begun);
  });

  it('begins once when Stripe tells twice, at the same moment and again', async () => {
    const begun = await begin();
    stripe.page.pay(begun.pageId, '4242');
    expect(await Promise.all([sendWebhook(begun), sendWebhook(begun), comeBack(begun)])).toEqual([200, 200, 'paid']);
    expect(await sendWebhook(begun)).toBe(200);
    await expectOneYear(begun);
  });

  it('begins when Stripe never tells and nobody comes back', async () => {
    const begun = await begin();
    stripe.page.pay(begun.pageId, '4242');
    await reconcile();
    await expectOneYear(begun);
    expect(await comeBack(begun)).toBe('paid');
  });

  it('waits for a challenge, and for a card that is not declined', async () => {
    const begun = await begin();
    stripe.page.pay(begun.pageId, '0002');
    stripe.page.pay(begun.pageId, '3220');
    expect(await comeBack(begun)).toBe('open');
    stripe.page.answerChallenge(begun.pageId, true);
    expect(await sendWebhook(begun)).toBe(200);
    await expectOneYear(begun);
  });

  it('has one page, however often its link is opened', async () => {
    const { pageId, payUrl } = await begin();
    expect(await Promise.all([openPage(payUrl), openPage(payUrl)])).toEqual([pageId, pageId]);
  });

  it('has another page when nobody paid on the first, and the first is over', async () => {
    const begun = await begin();
    stripe.page.expire(begun.pageId);
    expect(await comeBack(begun)).toBe('open');
    const pageId = await openPage(begun.payUrl);
    expect(pageId).not.toBe(begun.pageId);
    stripe.page.pay(pageId, '4242');
    expect(await sendWebhook({ ...begun, pageId })).toBe(200);
    await expectOneYear(begun);
  });

  it('that nobody paid for in time is given up', async () => {
    const begun = await begin();
    vi.useFakeTimers({ toFake: ['Date'], now: minutes(61) });
    await reconcile(new Date());
    expect(await comeBack(begun)).toBe('expired');
    expect(await read(begun.email)).toMatchObject({ status: 'eligible', history: [] });
  });

  it('cannot be had twice: the money that came for the second goes back', async () => {
    const begun = await begin();
    const second = (await join(begun.email, 'first')).json().payUrl;
    const other = await openPage(second);
    for (const pageId of [begun.pageId, other]) {
      stripe.page.pay(pageId, '4242');
      expect(await sendWebhook({ ...begun, pageId })).toBe(200);
    }
    await expectOneYear(begun);
    await reconcile();
    const intent = stripe.sessions.get(other)?.payment_intent;
    expect(stripe.refunds.filter(({ payment_intent: id }) => id === intent)).toMatchObject([{ amount: 2695 }]);
    await reconcile();
    expect(stripe.refunds.filter(({ payment_intent: id }) => id === intent)).toHaveLength(1);
  });
});

describe('money of the club that goes back by Stripe', () => {
  /** A second year was paid that could not be had. */
  async function withReturned() {
    const begun = await begin();
    const other = await openPage((await join(begun.email, 'first')).json().payUrl);
    for (const pageId of [begun.pageId, other]) {
      stripe.page.pay(pageId, '4242');
      await sendWebhook({ ...begun, pageId });
    }
    const intent = stripe.sessions.get(other)?.payment_intent;
    const sent = () => stripe.refunds.filter(({ payment_intent: id }) => id === intent);
    const news = async () =>
      (
        await pool.query<{ kind: string }>(
          `select kind from notification where affiliate_id = $1 and kind ~ 'returned' order by timestamp`,
          [begun.affiliateId],
        )
      ).rows.map(({ kind }) => kind);
    const end = async (status: 'succeeded' | 'failed') => {
      const last = sent().at(-1);
      if (last !== undefined) stripe.endRefund(last, status);
      expect((await send(signWebhook(stripe.events.at(-1) ?? {}))).statusCode).toBe(200);
    };
    return { sent, news, end };
  }

  it('is told as gone when Stripe says so, and not while it is on its way', async () => {
    const { sent, news, end } = await withReturned();
    stripe.beginRefunds('pending');
    await reconcile();
    await reconcile(minutes(10));
    expect([sent().length, await news()]).toEqual([1, []]);
    await end('succeeded');
    expect(await news()).toEqual(['club.returned']);
    stripe.beginRefunds('succeeded');
  });

  it('and comes back from the bank is told, booked back, and sent again the next day', async () => {
    const { sent, news, end } = await withReturned();
    await reconcile();
    expect(await news()).toEqual(['club.returned']);
    await end('failed');
    expect(await news()).toEqual(['club.returned', 'payments.not_returned']);
    const wrongs = async () => (await inTransaction('test', checkLedger)).wrong;
    expect(await wrongs()).toEqual([expect.stringMatching(/came too late, and 2695 USD of it does not go back$/)]);
    await reconcile(minutes(1_450));
    await reconcile(minutes(1_460));
    expect(sent().map(({ status }) => status)).toEqual(['failed', 'succeeded']);
    expect(await wrongs()).toEqual([]);
  });
});

describe('a notice', () => {
  it('that Stripe did not sign is refused, and changes nothing', async () => {
    const begun = await begin();
    stripe.page.pay(begun.pageId, '4242');
    const event = eventOf(begun);
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
    expect((await read(begun.email)).history).toEqual([]);
    expect(await sendWebhook(begun)).toBe(200);
    await expectOneYear(begun);
  });

  it('is not believed: Stripe is asked', async () => {
    const paid = await begin();
    stripe.page.pay(paid.pageId, '4242');
    const open = await begin();
    const event = JSON.parse(JSON.stringify(eventOf(paid)).replaceAll(paid.paymentId, open.paymentId));
    expect((await send(signWebhook(event))).statusCode).toBe(200);
    expect((await read(open.email)).history).toEqual([]);
  });

  it('of a payment that is not ours is taken and left alone', async () => {
    const { pageId } = await begin();
    stripe.page.pay(pageId, '4242');
    const event = JSON.stringify(eventOf({ pageId }));
    const paymentId = stripe.sessions.get(pageId)?.client_reference_id ?? '';
    for (const other of [randomUUID(), 'cart-7'])
      expect((await send(signWebhook(JSON.parse(event.replaceAll(paymentId, other))))).statusCode).toBe(200);
  });

  it('that finds Stripe down is refused, so that Stripe tells again', async () => {
    const begun = await begin();
    stripe.page.pay(begun.pageId, '4242');
    const notice = signWebhook(eventOf(begun));
    await stripe.close();
    const answer = await send(notice);
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([503, 'payments.gateway_down']);
    await stripe.open();
    expect((await send(notice)).statusCode).toBe(200);
    await expectOneYear(begun);
  });

  it('for the test gateway finds nobody here', async () => {
    const { body, headers } = signWebhook({});
    const url = '/api/shop/webhooks/test';
    expect((await portal.app.inject({ method: 'POST', url, headers, payload: body })).statusCode).toBe(404);
  });
});

describe('the next year', () => {
  async function goToEnd(card: string) {
    const begun = await begin();
    stripe.page.pay(begun.pageId, card);
    await sendWebhook(begun);
    const { endsOn } = await read(begun.email);
    goTo(endsOn ?? '');
    const { customer } = stripe.sessions.get(begun.pageId) ?? {};
    const invoices = () => [...stripe.invoices.values()].filter((invoice) => invoice.customer === customer);
    return { ...begun, invoices };
  }

  it('is an invoice that the kept card pays, once', async () => {
    const { email, invoices } = await goToEnd('4242');
    await runClubMaintenance();
    await runClubMaintenance();
    expect(invoices()).toMatchObject([{ status: 'paid', total: 4995, amount_paid: 4995, currency: 'usd' }]);
    expect((await read(email)).history).toHaveLength(2);
  });

  it('is past due where the kept card is declined, and nobody can pay that invoice any more', async () => {
    const { email, invoices } = await goToEnd('0341');
    await runClubMaintenance();
    expect(invoices()).toMatchObject([{ status: 'void', amount_paid: 0 }]);
    expect(await read(email)).toMatchObject({ status: 'past_due', history: [{ kind: 'first' }] });
  });

  it('is charged once, even if the answer was lost and found a week later', async () => {
    const { email, invoices } = await goToEnd('4242');
    const others = ['list', 'invoice', 'line', 'finalize'].map(() => null);
    stripe.faults.push(...others, 'lost', 'lost', 'lost');
    await runClubMaintenance().catch(() => undefined);
    expect(invoices()).toMatchObject([{ status: 'paid' }]);
    expect((await read(email)).history).toHaveLength(1);
    stripe.forgetKeys();
    await reconcile(minutes(7 * 1_440));
    expect(invoices()).toMatchObject([{ status: 'paid', total: 4995 }]);
    expect((await read(email)).history).toHaveLength(2);
  });
});

it('a link from before Stripe was set up, or from the test gateway, leads nowhere', async () => {
  const { affiliateId } = await newDiver();
  const before = { ...services, env: { ...services.env, PAYMENT_GATEWAY: 'test' as const } };
  const request = { ...createFirstYearPayment(affiliateId), isCardKept: false };
  const { url } = await inTransaction('test', (db) => openPayment({ db, now: new Date(), services: before }, request));
  expect((await portal.request(null, 'POST', `/api/shop${url}/page`)).statusCode).toBe(404);
  const { payUrl } = await begin();
  expect((await portal.request(null, 'POST', `/api/shop${payUrl}`, { card: '4242' })).statusCode).toBe(404);
});
