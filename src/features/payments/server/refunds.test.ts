import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { paymentTools } from '../../../app/payments-testing.ts';
import { testPortal } from '../../../app/testing.ts';
import type { JobContext } from '../../../platform/server/jobs.ts';
import type { Gateway } from './gateway.ts';
import { refundPayments, reserveRefund } from './public.ts';
import { settleRefund } from './refunds.ts';
import { testGateway } from './test-gateway.ts';

const portal = await testPortal();
const { services } = portal;
const { pool, inTransaction } = services.database;
const tools = await paymentTools(portal);
const { newPerson, open, pay, settle, reconcile, givenOf, refundsOf, movedOf, balances, purposes, doing } = tools;

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

describe('a refund', () => {
  it('goes back by its job, once, and the books say so', async () => {
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
    await Promise.all([1, 2, 3].map(() => refundPayments(purposes).run(context, { refundId })));
    expect(await refundsOf(paymentId)).toEqual([[1200, 'done']]);
    expect(await givenOf(paymentId)).toEqual([1200]);
    expect(await movedOf(paymentId)).toContainEqual(['refund', 1200]);
    const after = await balances();
    expect((after.gateway ?? 0) - (before.gateway ?? 0)).toBe(3000);
    expect((after['received:club'] ?? 0) - (before['received:club'] ?? 0)).toBe(-3000);
  });

  it('that is asked for again is the same one, and for another amount is refused', async () => {
    const paymentId = await withPaid();
    const refundId = randomUUID();
    await reserve(paymentId, 1200, refundId);
    await reserve(paymentId, 1200, refundId);
    expect(await refundsOf(paymentId)).toEqual([[1200, 'open']]);
    await expect(reserve(paymentId, 1300, refundId)).rejects.toMatchObject({ code: 'payments.changed' });
    await expect(reserve(await withPaid(), 1200, refundId)).rejects.toMatchObject({ code: 'payments.changed' });
  });

  it('is never more than is left, however many want one at the same moment', async () => {
    const paymentId = await withPaid();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => reserve(paymentId, 1000)));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(refused).toEqual(Array(6).fill('payments.refund_too_much'));
    expect(await leftOf(paymentId)).toBe(200);
    await expect(reserve(paymentId, 201)).rejects.toMatchObject({ code: 'payments.refund_too_much' });
    await reserve(paymentId, 200);
    await reconcile(4);
    expect((await refundsOf(paymentId)).map(([, state]) => state)).toEqual(Array(5).fill('done'));
    expect(await givenOf(paymentId)).toEqual([4200]);
  });

  it('is only of what was paid', async () => {
    const { paymentId } = await open((await newPerson()).affiliateId);
    await expect(reserve(paymentId, 1)).rejects.toMatchObject({ code: 'payments.none' });
    await expect(reserve(randomUUID(), 1)).rejects.toMatchObject({ code: 'payments.none' });
  });

  it('is made exactly if what decided it is kept', async () => {
    const paymentId = await withPaid();
    const failing = inTransaction('test', async (db) => {
      await reserveRefund(db, { paymentId, refundId: randomUUID(), amountMinor: 1 });
      throw new Error('thought better of it');
    });
    await expect(failing).rejects.toThrow('thought better of it');
    expect([await refundsOf(paymentId), await leftOf(paymentId)]).toEqual([[], 4200]);
    const outside = reserveRefund(services.database.db, { paymentId, refundId: randomUUID(), amountMinor: 1 });
    await expect(outside).rejects.toThrow('in the transaction');
  });

  it('that the payment service refuses is not booked, is told, and can be tried again', async () => {
    const paymentId = await withPaid();
    const refundId = randomUUID();
    await reserve(paymentId, 4200, refundId);
    const before = await balances();
    const refusing: Gateway = { ...testGateway(services), refund: async () => 'refused' };
    const told: string[] = [];
    const club = {
      ...purposes.club,
      refundRefused: async (_doing: unknown, _payment: unknown, refund: { refundId: string; state: string }) =>
        void told.push(`${refund.refundId} ${refund.state}`),
    };
    await settleRefund(doing(), { club }, refundId, refusing);
    await settleRefund(doing(), { club }, refundId, refusing);
    expect(told).toEqual([`${refundId} refused`]);
    expect([await refundsOf(paymentId), await leftOf(paymentId)]).toEqual([[[4200, 'refused']], 4200]);
    expect(await balances()).toEqual(before);
    await reserve(paymentId, 4200);
    await reconcile(4);
    expect(await givenOf(paymentId)).toEqual([4200]);
  });
});
