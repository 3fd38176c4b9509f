import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPaymentsFixture } from '#test/support/api/payments-testing.ts';
import { affiliateType } from '#domain/roles.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import type { Gateway } from './gateway/gateway.ts';
import type { PaymentPurposes } from './payment-purpose.ts';
import { sendRefund, reserveRefund, reserveReturn } from './public.ts';
import { settleRefund } from './refunds.ts';
import { createTestGateway } from './gateway/test-gateway.ts';

const portal = await testPortal();
const { services } = portal;
const { pool, inTransaction } = services.database;
const tools = await createPaymentsFixture(portal);
const {
  newPerson,
  open,
  pay,
  settle,
  reconcile,
  refundedOf,
  refundsOf,
  gatewayEntriesOf,
  balances,
  purposes,
  stock,
  createContext,
} = tools;

/** The state of each refund before it was rejected. */
const rejectedRefundStates: string[] = [];
const listening: PaymentPurposes = {
  club: {
    ...purposes.club,
    async refundRejected(_ctx, _payment, { refundId, state }) {
      rejectedRefundStates.push(`${refundId} ${state}`);
      return true;
    },
    deskPath: () => '/the/desk',
  },
};
const answering = (outcome: 'refused' | 'pending'): Gateway => ({
  ...createTestGateway(services),
  refund: async () => outcome,
});
/** The notifications sent to the owner and the desk. */
const listNotifications = async (paymentId: string) =>
  (
    await pool.query<{ kind: string; url: string; isStaff: boolean }>(
      `select distinct n.kind, n.url, p.affiliate_type_id = ${affiliateType.staff} as "isStaff"
       from notification n join person p using (affiliate_id), payment
       where payment_id = $1 and n.kind like 'payments.%'
         and (n.affiliate_id = payment.affiliate_id or n.url = '/the/desk' or n.url like '%/' || payment.affiliate_id)
         and n.timestamp >= payment.settled_at order by n.kind`,
      [paymentId],
    )
  ).rows;

async function withPaid(): Promise<string> {
  const { paymentId, url } = await open((await newPerson()).affiliateId);
  await pay(url, '4242');
  await settle(paymentId);
  return paymentId;
}
const reserve = (paymentId: string, amountMinor: number, refundId: string = randomUUID()) =>
  inTransaction('test', (db) => reserveRefund(db, { paymentId, refundId, amountMinor }));
const leftOf = async (paymentId: string) =>
  (
    await pool.query<{ left: number }>(
      'select (amount_minor - refunded_minor) as left from payment where payment_id = $1',
      [paymentId],
    )
  ).rows[0]?.left;

describe('refunds', () => {
  it('are sent once by their job and booked', async () => {
    const before = await balances();
    const paymentId = await withPaid();
    const refundId = randomUUID();
    await reserve(paymentId, 1200, refundId);
    expect([await refundsOf(paymentId), await leftOf(paymentId)]).toEqual([[[1200, 'open']], 3000]);
    const { rows } = await pool.query(
      `select data from pgboss.job where name = 'payments.refund' and data ->> 'refundId' = $1`,
      [refundId],
    );
    expect(rows).toEqual([{ data: { refundId } }]);
    const context = { services, now: new Date() } as unknown as JobContext;
    await Promise.all([1, 2, 3].map(() => sendRefund(purposes).run(context, { refundId })));
    expect(await refundsOf(paymentId)).toEqual([[1200, 'done']]);
    expect(await refundedOf(paymentId)).toEqual([1200]);
    expect(await gatewayEntriesOf(paymentId)).toContainEqual(['refund', 1200]);
    const after = await balances();
    expect((after.gateway ?? 0) - (before.gateway ?? 0)).toBe(3000);
    expect((after['received:club'] ?? 0) - (before['received:club'] ?? 0)).toBe(-3000);
  });

  it('are idempotent and reject another amount', async () => {
    const paymentId = await withPaid();
    const refundId = randomUUID();
    await reserve(paymentId, 1200, refundId);
    await reserve(paymentId, 1200, refundId);
    expect(await refundsOf(paymentId)).toEqual([[1200, 'open']]);
    await expect(reserve(paymentId, 1300, refundId)).rejects.toMatchObject({ code: 'payments.changed' });
    await expect(reserve(await withPaid(), 1200, refundId)).rejects.toMatchObject({ code: 'payments.changed' });
  });

  it('never exceed the remaining amount, also concurrently', async () => {
    const paymentId = await withPaid();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => reserve(paymentId, 1000)));
    const errorCodes = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(errorCodes).toEqual(Array(6).fill('payments.refund_too_much'));
    expect(await leftOf(paymentId)).toBe(200);
    await expect(reserve(paymentId, 201)).rejects.toMatchObject({ code: 'payments.refund_too_much' });
    await reserve(paymentId, 200);
    await reconcile(4);
    expect((await refundsOf(paymentId)).map(([, state]) => state)).toEqual(Array(5).fill('done'));
    expect(await refundedOf(paymentId)).toEqual([4200]);
  });

  it('require a paid payment', async () => {
    const { paymentId } = await open((await newPerson()).affiliateId);
    await expect(reserve(paymentId, 1)).rejects.toMatchObject({ code: 'payments.none' });
    await expect(reserve(randomUUID(), 1)).rejects.toMatchObject({ code: 'payments.none' });
  });

  it('are reserved only if the transaction commits', async () => {
    const paymentId = await withPaid();
    const failing = inTransaction('test', async (db) => {
      await reserveRefund(db, { paymentId, refundId: randomUUID(), amountMinor: 1 });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect([await refundsOf(paymentId), await leftOf(paymentId)]).toEqual([[], 4200]);
    const outside = reserveRefund(services.database.db, { paymentId, refundId: randomUUID(), amountMinor: 1 });
    await expect(outside).rejects.toThrow('in a transaction');
  });

  it('are not booked when rejected, notify the owner and the desk, and can be retried', async () => {
    const paymentId = await withPaid();
    const refundId = randomUUID();
    await reserve(paymentId, 4200, refundId);
    const before = await balances();
    await settleRefund(createContext(), listening, refundId, answering('refused'));
    await settleRefund(createContext(), listening, refundId, answering('refused'));
    expect(rejectedRefundStates.splice(0)).toEqual([`${refundId} open`]);
    expect([await refundsOf(paymentId), await leftOf(paymentId)]).toEqual([[[4200, 'refused']], 4200]);
    expect(await balances()).toEqual(before);
    expect(await listNotifications(paymentId)).toEqual([
      { kind: 'payments.not_returned', url: '/', isStaff: false },
      { kind: 'payments.return_refused', url: '/the/desk', isStaff: true },
    ]);
    await reserve(paymentId, 4200);
    await reconcile(4);
    expect(await refundedOf(paymentId)).toEqual([4200]);
  });

  it('are neither booked nor notified while pending', async () => {
    const paymentId = await withPaid();
    const refundId = randomUUID();
    await reserve(paymentId, 4200, refundId);
    const before = await balances();
    expect(await reconcile(4, answering('pending'))).toEqual([]);
    expect([await refundsOf(paymentId), await refundedOf(paymentId)]).toEqual([[[4200, 'open']], [0]]);
    expect(await balances()).toEqual(before);
    expect(await reconcile(8)).toEqual([]);
    expect([await refundsOf(paymentId), await refundedOf(paymentId)]).toEqual([[[4200, 'done']], [4200]]);
  });

  it('are booked back and notified when a bank returns them, and can be retried', async () => {
    const paymentId = await withPaid();
    const refundId = randomUUID();
    const before = await balances();
    await reserve(paymentId, 4200, refundId);
    await settleRefund(createContext(), listening, refundId);
    await settleRefund(createContext(), listening, refundId, answering('pending'));
    expect([await refundsOf(paymentId), rejectedRefundStates]).toEqual([[[4200, 'done']], []]);
    await settleRefund(createContext(), listening, refundId, answering('refused'));
    await settleRefund(createContext(), listening, refundId, answering('refused'));
    expect(rejectedRefundStates.splice(0)).toEqual([`${refundId} done`]);
    expect([await refundsOf(paymentId), await leftOf(paymentId)]).toEqual([[[4200, 'refused']], 4200]);
    expect(await balances()).toEqual(before);
    expect((await listNotifications(paymentId)).map(({ kind }) => kind)).toEqual([
      'payments.not_returned',
      'payments.return_refused',
    ]);
    await reserve(paymentId, 4200);
  });
});

describe('late payments whose return was rejected', () => {
  async function createRejectedReturn(): Promise<string> {
    const { paymentId, url } = await open((await newPerson()).affiliateId);
    await pay(url, '4242');
    stock.isEmpty = true;
    await settle(paymentId);
    stock.isEmpty = false;
    await reconcile(4, answering('refused'));
    expect(await refundsOf(paymentId)).toEqual([[4200, 'refused']]);
    return paymentId;
  }
  const day = 24 * 60;

  it('are retried daily for two weeks and notified once', async () => {
    const paymentId = await createRejectedReturn();
    for (const minutes of [60, day, day + 10, day + 20, 2 * day + 30, 2 * day + 40])
      expect(await reconcile(minutes, answering('refused'))).toEqual([]);
    expect(await refundsOf(paymentId)).toEqual(Array.from({ length: 3 }, () => [4200, 'refused']));
    expect(await listNotifications(paymentId)).toHaveLength(2);
    await reconcile(15 * day, answering('refused'));
    expect(await refundsOf(paymentId)).toHaveLength(3);
    await reconcile(4 * day, answering('refused'));
    await reconcile(4 * day + 4);
    expect((await refundsOf(paymentId)).at(-1)).toEqual([4200, 'done']);
    expect((await gatewayEntriesOf(paymentId)).filter(([kind]) => kind === 'refund')).toEqual([['refund', 4200]]);
    await reconcile(6 * day);
    expect(await refundsOf(paymentId)).toHaveLength(4);
  });

  it('are retried once when several requests ask for it', async () => {
    const paymentId = await createRejectedReturn();
    const reserve = () => inTransaction('test', (db) => reserveReturn(db, paymentId));
    const reservations = await Promise.all([reserve(), reserve(), reserve()]);
    expect(reservations.filter((one) => one !== null)).toMatchObject([{ paymentId, amountMinor: 4200 }]);
    await reconcile(8);
    expect(await reserve()).toBeNull();
    expect((await refundsOf(paymentId)).map(([, state]) => state)).toEqual(['refused', 'done']);
    const paid = await withPaid();
    await expect(inTransaction('test', (db) => reserveReturn(db, paid))).rejects.toMatchObject({
      code: 'payments.none',
    });
  });
});
