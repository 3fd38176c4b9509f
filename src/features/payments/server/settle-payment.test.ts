import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPaymentsFixture } from '#test/support/api/payments-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { sql } from 'kysely';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import type { Gateway } from './gateway/gateway.ts';
import type { PaymentPurpose } from './payment-purpose.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { settlePayment } from './settle-payment.ts';
import { createTestGateway } from './gateway/test-gateway.ts';

const portal = await testPortal();
const { services } = portal;
const { pool } = services.database;
const tools = await createPaymentsFixture(portal);
const { newPerson, open, charge, settle, reconcile, pay, stateOf, refundedOf, refundsOf, gatewayEntriesOf } = tools;
const { stock, purposes, createContext } = tools;
const real = createTestGateway(services);

afterEach(() => {
  stock.isEmpty = false;
  vi.useRealTimers();
});

/** A gateway that performs the call but loses the connection before responding. */
function cutOff(...calls: ('openPage' | 'findPage' | 'charge' | 'refund')[]): Gateway {
  const die = (call: (typeof calls)[number]) => async (request: never) => {
    await real[call](request);
    throw new Error('connection lost');
  };
  return { ...real, ...Object.fromEntries(calls.map((call) => [call, die(call)])) };
}

describe('settlePayment with a paid page', () => {
  it('fulfills the purchase exactly once when settled concurrently', async () => {
    const { affiliateId } = await newPerson();
    const { paymentId, url } = await open(affiliateId);
    await pay(url, '4242');
    expect([await stateOf(paymentId), await refundedOf(paymentId)]).toEqual(['open', []]);
    const settled = await Promise.all(Array.from({ length: 20 }, () => settle(paymentId)));
    expect(new Set(settled.map((payment) => payment?.state))).toEqual(new Set(['paid']));
    expect(await refundedOf(paymentId)).toEqual([0]);
    const { rows } = await pool.query(
      `select e.account, e.amount_minor from ledger_transaction join ledger_entry e using (transaction_id)
       where kind = 'payment' and reference = $1 order by account`,
      [paymentId],
    );
    expect(rows).toEqual([
      { account: 'gateway', amount_minor: 4200 },
      { account: 'received:club', amount_minor: -4200 },
    ]);
  });

  it('is run by the reconcile job when no webhook arrives', async () => {
    const { affiliateId } = await newPerson();
    const { paymentId, url } = await open(affiliateId);
    await pay(url, '4242');
    await reconcile(1);
    expect(await stateOf(paymentId)).toBe('open');
    await reconcile(4);
    expect([await stateOf(paymentId), await refundedOf(paymentId)]).toEqual(['paid', [0]]);
  });

  it('accepts a page paid at the last moment', async () => {
    const { affiliateId } = await newPerson();
    const { paymentId, url } = await open(affiliateId);
    await pay(url, '4242');
    await reconcile(24 * 60);
    expect([await stateOf(paymentId), await refundedOf(paymentId)]).toEqual(['paid', [0]]);
  });

  it('accepts a paid page after the payment expired', async () => {
    const { affiliateId } = await newPerson();
    const { paymentId, url } = await open(affiliateId);
    await pay(url, '4242');
    await pool.query(`update payment set state = 'expired', settled_at = now() where payment_id = $1`, [paymentId]);
    expect((await settle(paymentId))?.state).toBe('paid');
    expect(await refundedOf(paymentId)).toEqual([0]);
  });

  it('returns the money in full when the purchase is no longer available', async () => {
    const { affiliateId } = await newPerson();
    const { paymentId, url } = await open(affiliateId);
    await pay(url, '4242');
    stock.isEmpty = true;
    expect((await settle(paymentId))?.state).toBe('returned');
    expect([await refundedOf(paymentId), await refundsOf(paymentId)]).toEqual([[], [[4200, 'open']]]);
    expect((await settle(paymentId))?.state).toBe('returned');
    await reconcile(4);
    await reconcile(8);
    expect(await refundsOf(paymentId)).toEqual([[4200, 'done']]);
    expect(await gatewayEntriesOf(paymentId)).toEqual([
      ['page', 4200],
      ['refund', 4200],
    ]);
  });

  it('leaves the payment open when fulfillment fails, until a retry succeeds', async () => {
    const { affiliateId } = await newPerson();
    const { paymentId, url } = await open(affiliateId);
    await pay(url, '4242');
    await pool.query('insert into delivery values ($1)', [paymentId]);
    await expect(settle(paymentId)).rejects.toThrow('delivery_pkey');
    expect(await stateOf(paymentId)).toBe('open');
    const { rowCount } = await pool.query('select from ledger_transaction where reference = $1', [paymentId]);
    expect(rowCount).toBe(0);
    await pool.query('delete from delivery where payment_id = $1', [paymentId]);
    expect((await settle(paymentId))?.state).toBe('paid');
  });
});

describe('settlePayment with two payments for the last item', () => {
  it('fulfills one and returns the other', async () => {
    const [first, second] = [await newPerson(), await newPerson()];
    const payments = [await open(first.affiliateId), await open(second.affiliateId)];
    for (const { url } of payments) await pay(url, '4242');
    await pool.query('create table last_one (is_taken boolean primary key)');
    const takeLast = sql`insert into last_one values (true) on conflict do nothing returning is_taken`;
    const club: PaymentPurpose = {
      ...purposes.club,
      paid: async ({ db }) => (await takeLast.execute(db)).rows.length > 0,
    };
    const settled = await Promise.all(
      payments.map(({ paymentId }) => settlePayment(createContext(), { club }, paymentId)),
    );
    expect(settled.map((payment) => payment?.state).toSorted()).toEqual(['paid', 'returned']);
    const refunds = await Promise.all(payments.map(({ paymentId }) => refundsOf(paymentId)));
    expect(refunds.flat()).toEqual([[4200, 'open']]);
  });
});

describe('settlePayment after a crash', () => {
  it('charges the card once', async () => {
    const { affiliateId } = await newPerson();
    const paymentId = await charge(affiliateId);
    await expect(settle(paymentId, cutOff('charge'))).rejects.toMatchObject({ code: 'payments.gateway_down' });
    expect([await stateOf(paymentId), await refundedOf(paymentId)]).toEqual(['open', []]);
    expect(await reconcile(4, cutOff('charge'))).not.toEqual([]);
    expect(await reconcile(8)).toEqual([]);
    expect([await stateOf(paymentId), await refundedOf(paymentId)]).toEqual(['paid', [0]]);
    expect(await gatewayEntriesOf(paymentId)).toEqual([['charge', 4200]]);
  });

  it('refunds the money once', async () => {
    const { affiliateId } = await newPerson();
    const { paymentId, url } = await open(affiliateId);
    await pay(url, '4242');
    stock.isEmpty = true;
    await settle(paymentId);
    expect(await reconcile(4, cutOff('refund'))).not.toEqual([]);
    expect(await refundsOf(paymentId)).toEqual([[4200, 'open']]);
    expect(await reconcile(8)).toEqual([]);
    expect(await refundsOf(paymentId)).toEqual([[4200, 'done']]);
    expect((await gatewayEntriesOf(paymentId)).filter(([kind]) => kind === 'refund')).toEqual([['refund', 4200]]);
  });

  it('settles the other payments when one fails', async () => {
    const [first, second] = [await newPerson(), await newPerson()];
    const [bad, good] = [await open(first.affiliateId), await open(second.affiliateId)];
    for (const { url } of [bad, good]) await pay(url, '4242');
    const gateway: Gateway = {
      ...real,
      findPage: (pageId) =>
        pageId.startsWith(bad.paymentId) ? Promise.reject(new Error('page not found')) : real.findPage(pageId),
    };
    expect(await reconcile(4, gateway)).toMatchObject([{ code: 'payments.gateway_down' }]);
    expect([await stateOf(bad.paymentId), await stateOf(good.paymentId)]).toEqual(['open', 'paid']);
    // A payment that was just checked is not checked again immediately.
    expect(await reconcile(6, gateway)).toEqual([]);
    expect(await reconcile(8)).toEqual([]);
    expect(await stateOf(bad.paymentId)).toBe('paid');
  });

  it('fails the reconcile job when the gateway fails for all payments, after each was tried', async () => {
    const payments = [];
    for (const { affiliateId } of [await newPerson(), await newPerson()]) payments.push(await open(affiliateId));
    for (const { url } of payments) await pay(url, '4242');
    const now = new Date(Date.now() + 4 * 60_000);
    const context = { services, database: services.database, now, log: portal.app.log } as unknown as JobContext;
    const tried: string[] = [];
    const gateway: Gateway = {
      ...real,
      findPage: (pageId) => {
        tried.push(pageId);
        return Promise.reject(new Error('connection refused'));
      },
    };
    await expect(reconcilePayments(purposes, gateway).run(context, {})).rejects.toThrow(
      'none of 2 payments and refunds could be settled',
    );
    expect(tried).toHaveLength(2);
    expect(await reconcile(8)).toEqual([]);
    for (const { paymentId } of payments) expect(await stateOf(paymentId)).toBe('paid');
  });
});

describe('settlePayment with an unpaid page', () => {
  it('leaves the payment open until the payment service reports the page as expired', async () => {
    const { affiliateId } = await newPerson();
    const { paymentId, url, key } = await open(affiliateId);
    await pay(url, '0002');
    await reconcile(61);
    expect(await stateOf(paymentId)).toBe('open');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 });
    await reconcile(4);
    expect(await stateOf(paymentId)).toBe('expired');
    vi.useRealTimers();
    // A restarted payment has a new page; the old one can no longer be paid.
    const repeated = await open(affiliateId, { key });
    expect(repeated.paymentId).toBe(paymentId);
    expect((await pay(repeated.url, '4242')).json().state).toBe('paid');
    expect((await settle(paymentId))?.state).toBe('paid');
    expect(await gatewayEntriesOf(paymentId)).toEqual([['page', 4200]]);
  });
});

describe('settlePayment with a stored card', () => {
  it.each(['test_0002', 'test_9995', 'test_3220'])('declines %s when the cardholder is not present', async (method) => {
    const { affiliateId } = await newPerson();
    const paymentId = await charge(affiliateId, method);
    expect((await settle(paymentId))?.state).toBe('declined');
    expect([await refundedOf(paymentId), await gatewayEntriesOf(paymentId)]).toEqual([[], []]);
  });
});
