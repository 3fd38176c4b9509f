import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { paymentPurposes } from '#app/server/payment-purposes.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { findAuditProblems } from '#test/support/api/audit-testing.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { createClubFixture } from '#test/support/api/club-testing.ts';
import { findPendingCharge, openPayment, reconcilePayments, reserveCharge, sendDelayedTestWebhook } from './public.ts';
import { createFirstYearPayment, createQuote } from '#test/support/api/payments-testing.ts';

const portal = await testPortal();
const { services } = portal;
const { pool, db } = services.database;
const { newDiver, join, payAt, read, buy } = createClubFixture(portal);
const stateOf = async (url: string) => (await portal.request(null, 'GET', `/api/shop${url}`)).json().state;

const reconcile = (now = new Date()) =>
  reconcilePayments(paymentPurposes).run(
    { services, database: services.database, now, log: portal.app.log } as unknown as JobContext,
    {},
  );

async function open(email: string): Promise<string> {
  return (await join(email, 'first')).json().payUrl;
}

async function audited(affiliateId: number): Promise<[string, number | null, number][]> {
  const { rows } = await pool.query(
    `select action, actor_affiliate_id as actor, (data ->> 'amountMinor')::int as amount from audit_entry
     where subject = $1 and action like 'payments.%' order by seq`,
    [`person:${affiliateId}`],
  );
  return rows.map(({ action, actor, amount }) => [action, actor, amount]);
}

describe('test gateway page', () => {
  it('accepts card 4242 once', async () => {
    const { email, affiliateId } = await newDiver();
    const url = await open(email);
    expect((await payAt(url, '4242')).json()).toMatchObject({ state: 'paid', amountMinor: 2695 });
    const repeated = await payAt(url, '4242');
    expect([repeated.statusCode, repeated.json().errors[0].code]).toEqual([409, 'payments.settled']);
    expect(await stateOf(url)).toBe('paid');
    expect(await audited(affiliateId)).toEqual([['payments.paid', affiliateId, 2695]]);
    expect(await findAuditProblems(services)).toEqual([]);
  });

  it('accepts one of several concurrent payments', async () => {
    const { email, affiliateId } = await newDiver();
    const url = await open(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => payAt(url, '4242')));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(19).fill(409)]);
    expect((await read(email)).history).toHaveLength(1);
    expect(await audited(affiliateId)).toHaveLength(1);
  });

  it('declines card 0002 and allows another card', async () => {
    const { email, affiliateId } = await newDiver();
    const url = await open(email);
    expect((await payAt(url, '0002')).json().state).toBe('declined');
    expect(await stateOf(url)).toBe('open');
    expect(await read(email)).toMatchObject({ status: 'eligible', history: [] });
    expect((await payAt(url, '4242')).json().state).toBe('paid');
    expect((await audited(affiliateId)).map(([action]) => action)).toEqual(['payments.paid']);
  });

  it.each(['1111', '', 4242])('returns 400 for the card %s', async (card) => {
    const { email } = await newDiver();
    const url = await open(email);
    expect((await payAt(url, card as string)).statusCode).toBe(400);
    expect(await stateOf(url)).toBe('open');
  });

  it.each(['x'.repeat(43), 'x', '%00'])('returns 400 or 404 for the link %s', async (token) => {
    for (const method of ['GET', 'POST'] as const) {
      const answer = await portal.request(
        null,
        method,
        `/api/shop/pay/${token}`,
        method === 'POST' ? { card: '4242' } : undefined,
      );
      expect(token.length < 20 ? [400] : [404]).toContain(answer.statusCode);
    }
  });
});

describe('test gateway challenge', () => {
  const answerAt = (url: string, isConfirmed: boolean) =>
    portal.request(null, 'POST', `/api/shop${url}/challenge`, { isConfirmed });

  it('is required by card 3220 and completes the payment when passed', async () => {
    const { email } = await newDiver();
    const url = await open(email);
    expect((await payAt(url, '3220')).json()).toMatchObject({ state: 'open', isChallenged: true });
    const reload = await portal.request(null, 'GET', `/api/shop${url}`);
    expect(reload.json()).toMatchObject({ state: 'open', isChallenged: true });
    expect((await answerAt(url, false)).json()).toMatchObject({ state: 'declined', isChallenged: false });
    expect((await read(email)).history).toEqual([]);
    await payAt(url, '3220');
    expect((await answerAt(url, true)).json()).toMatchObject({ state: 'paid', isChallenged: false });
    expect((await read(email)).history).toHaveLength(1);
  });

  it('cannot be passed when none is pending', async () => {
    const { email } = await newDiver();
    const url = await open(email);
    expect((await answerAt(url, true)).json().errors[0].code).toBe('payments.settled');
    expect(await stateOf(url)).toBe('open');
  });

  it('can be replaced by another card', async () => {
    const { email } = await newDiver();
    const url = await open(email);
    await payAt(url, '3220');
    expect((await payAt(url, '4242')).json()).toMatchObject({ state: 'paid', isChallenged: false });
  });
});

describe('test gateway webhook', () => {
  const listWebhookJobs = async () =>
    (
      await pool.query<{ data: { paymentId: string }; waits: boolean }>(
        `select data, start_after > now() + interval '20 seconds' as waits from pgboss.job
         where name = 'payments.test_news'`,
      )
    ).rows;

  it('is processed once when it arrives twice', async () => {
    const { email, affiliateId } = await newDiver();
    expect((await payAt(await open(email), '4242', 'twice')).json().state).toBe('paid');
    expect((await read(email)).history).toHaveLength(1);
    expect(await audited(affiliateId)).toHaveLength(1);
  });

  it('settles the payment once when it arrives late', async () => {
    const { email, affiliateId } = await newDiver();
    const url = await open(email);
    expect((await payAt(url, '4242', 'late')).json().state).toBe('paid');
    // The test page shows the payment as paid; the portal has not received the webhook.
    expect([await stateOf(url), (await read(email)).history]).toEqual(['paid', []]);
    const [job, ...others] = await listWebhookJobs();
    expect([job?.waits, others]).toEqual([true, []]);
    const context = { services, now: new Date() } as unknown as JobContext;
    await sendDelayedTestWebhook(paymentPurposes).run(context, job?.data ?? { paymentId: '' });
    await sendDelayedTestWebhook(paymentPurposes).run(context, job?.data ?? { paymentId: '' });
    expect((await read(email)).history).toHaveLength(1);
    expect(await audited(affiliateId)).toHaveLength(1);
  });

  it("can be replaced by settling one's own payment when it never arrives", async () => {
    const [{ email, affiliateId }, other] = [await newDiver(), await newDiver()];
    const url = await open(email);
    const { rows } = await pool.query<{ payment_id: string }>(
      'select payment_id from payment where affiliate_id = $1',
      [affiliateId],
    );
    const settle = (person: string | null, id = rows[0]?.payment_id) =>
      portal.request(person, 'POST', `/api/shop/payments/${id}/settle`);
    expect((await settle(email)).json()).toEqual({ state: 'open' });
    await payAt(url, '4242', 'never');
    for (const answer of [await settle(other.email), await settle(email, randomUUID())])
      expect([answer.statusCode, answer.json().errors[0].code]).toEqual([404, 'payments.none']);
    expect((await settle(null)).statusCode).toBe(401);
    expect((await settle(email, 'x')).statusCode).toBe(400);
    expect((await read(email)).history).toEqual([]);
    expect((await settle(email)).json()).toEqual({ state: 'paid' });
    expect((await settle(email)).json()).toEqual({ state: 'paid' });
    expect((await read(email)).history).toHaveLength(1);
  });
});

describe('POST pay/{token}/page', () => {
  it('returns the page while there is something to pay', async () => {
    const { email } = await newDiver();
    const url = await open(email);
    const page = () => portal.request(null, 'POST', `/api/shop${url}/page`);
    expect((await page()).json()).toEqual({ url });
    expect((await page()).json()).toEqual({ url });
    await payAt(url, '4242', 'never');
    // A second visit must not lead to a second payment, and settles the first one.
    expect((await page()).json().errors[0].code).toBe('payments.settled');
    expect((await read(email)).history).toHaveLength(1);
  });
});

describe('payments', () => {
  it('expire when not paid in time and can be started again', async () => {
    const { email } = await newDiver();
    const key = randomUUID();
    const url = (await join(email, 'first', true, key)).json().payUrl;
    await reconcile(new Date(Date.now() + 59 * 60_000));
    expect(await stateOf(url)).toBe('open');
    await reconcile(new Date(Date.now() + 61 * 60_000));
    expect(await stateOf(url)).toBe('expired');
    const late = await payAt(url, '4242');
    expect([late.statusCode, late.json().errors[0].code]).toEqual([404, 'payments.none']);
    const secondPayUrl = (await join(email, 'first', true, key)).json().payUrl;
    expect((await payAt(secondPayUrl, '4242')).json().state).toBe('paid');
  });

  it('reject the same key with a different amount', async () => {
    const { affiliateId } = await newDiver();
    const request = { ...createFirstYearPayment(affiliateId), isCardKept: false };
    const ask = (changed: Partial<typeof request>) =>
      services.database.inTransaction('test', (tx) =>
        openPayment({ db: tx, now: new Date(), services }, { ...request, ...changed }),
      );
    const { paymentId } = await ask({});
    const reordered = Object.fromEntries(Object.entries(request.reference).toReversed()) as typeof request.reference;
    expect((await ask({ reference: reordered })).paymentId).toBe(paymentId);
    const isRenewing = { ...request.reference, isRenewing: true };
    for (const changed of [{ amountMinor: 1 }, { currency: 'EUR' }, { reference: isRenewing }])
      await expect(ask(changed)).rejects.toMatchObject({ code: 'payments.changed' });
  });

  it('are returned when the amount was changed', async () => {
    const { email, affiliateId } = await newDiver();
    const url = await open(email);
    await pool.query('update payment set amount_minor = 1 where affiliate_id = $1', [affiliateId]);
    expect((await payAt(url, '4242')).json().state).toBe('returned');
    expect((await read(email)).history).toEqual([]);
    expect(await audited(affiliateId)).toEqual([['payments.returned', affiliateId, 1]]);
    await reconcile(new Date(Date.now() + 3_600_000));
    expect((await audited(affiliateId)).at(-1)).toEqual(['payments.refunded', null, 1]);
  });

  it('are completed by the next run after a crash when a stored card was charged', async () => {
    const { email, affiliateId } = await newDiver();
    const { endsOn } = await buy(email, 'first');
    await services.database.inTransaction('test', (tx) =>
      reserveCharge(
        { db: tx, now: new Date(), services },
        {
          affiliateId,
          key: 'a renewal',
          purpose: 'club',
          reference: { kind: 'regular', dueOn: endsOn, number: 1, quote: createQuote(4995, 'USD') },
          amountMinor: 4995,
          currency: 'USD',
          description: 'x',
          returnPath: '/club',
          method: 'test_4242',
          hint: '4242',
        },
      ),
    );
    await reconcile(new Date(Date.now() + 60_000));
    expect(await findPendingCharge(db, affiliateId, 'club')).not.toBeNull();
    await reconcile(new Date(Date.now() + 2 * 3_600_000));
    await reconcile(new Date(Date.now() + 2 * 3_600_000));
    expect(await findPendingCharge(db, affiliateId, 'club')).toBeNull();
    expect((await read(email)).history).toHaveLength(2);
    expect((await audited(affiliateId)).at(-1)).toEqual(['payments.paid', null, 4995]);
  });
});
