import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { purposes } from '../../../app/purposes.ts';
import { testPortal } from '../../../app/testing.ts';
import { verifyAudit } from '../../../platform/server/audit.ts';
import type { JobContext } from '../../../platform/server/jobs.ts';
import { clubTools } from '../../club/server/testing.ts';
import { findCharging, openPayment, reserveCharge, sweepPayments } from './public.ts';

const portal = await testPortal();
const { services } = portal;
const { pool, db } = services.database;
const { newDiver, join, payAt, read, buy } = clubTools(portal);
const stateOf = async (url: string) => (await portal.request(null, 'GET', `/api/shop${url}`)).json().state;

const sweep = (now = new Date()) =>
  sweepPayments(purposes).run(
    { services, database: services.database, now, log: portal.app.log } as unknown as JobContext,
    {},
  );

async function open(email: string): Promise<string> {
  return (await join(email, 'first')).json().payUrl;
}

async function audited(affiliateId: number): Promise<[string, number | null, number][]> {
  const { rows } = await pool.query(
    `select action, actor_affiliate_id as actor, (data ->> 'amountMinor')::int as amount from audit_entry
     where subject = $1 and action like 'shop.%' order by seq`,
    [`person:${affiliateId}`],
  );
  return rows.map(({ action, actor, amount }) => [action, actor, amount]);
}

describe('the page of the test gateway', () => {
  it('takes 4242, once', async () => {
    const { email, affiliateId } = await newDiver();
    const url = await open(email);
    expect((await payAt(url, '4242')).json()).toMatchObject({ state: 'paid', amountMinor: 2695 });
    const again = await payAt(url, '4242');
    expect([again.statusCode, again.json().errors[0].code]).toEqual([409, 'shop.payment_settled']);
    expect(await stateOf(url)).toBe('paid');
    expect(await audited(affiliateId)).toEqual([['shop.payment_paid', affiliateId, 2695]]);
    expect((await verifyAudit(db)).firstBroken).toBeNull();
  });

  it('takes one of many at the same moment', async () => {
    const { email, affiliateId } = await newDiver();
    const url = await open(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => payAt(url, '4242')));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(19).fill(409)]);
    expect((await read(email)).history).toHaveLength(1);
    expect(await audited(affiliateId)).toHaveLength(1);
  });

  it('declines 0002, and another card can be tried', async () => {
    const { email, affiliateId } = await newDiver();
    const url = await open(email);
    expect((await payAt(url, '0002')).json().state).toBe('declined');
    expect(await read(email)).toMatchObject({ status: 'eligible', history: [] });
    expect((await payAt(url, '4242')).json().state).toBe('paid');
    expect((await audited(affiliateId)).map(([action]) => action)).toEqual([
      'shop.payment_declined',
      'shop.payment_paid',
    ]);
  });

  it.each(['1111', '', 4242])('does not know the card %s', async (card) => {
    const { email } = await newDiver();
    const url = await open(email);
    expect((await payAt(url, card as string)).statusCode).toBe(400);
    expect(await stateOf(url)).toBe('open');
  });

  it.each(['x'.repeat(43), 'x', '%00'])('does not know the link %s', async (token) => {
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

describe('a payment', () => {
  it('that nobody made in time is given up, and can be begun again', async () => {
    const { email } = await newDiver();
    const key = randomUUID();
    const url = (await join(email, 'first', true, key)).json().payUrl;
    await sweep(new Date(Date.now() + 59 * 60_000));
    expect(await stateOf(url)).toBe('open');
    await sweep(new Date(Date.now() + 61 * 60_000));
    expect(await stateOf(url)).toBe('expired');
    const late = await payAt(url, '4242');
    expect([late.statusCode, late.json().errors[0].code]).toEqual([404, 'shop.no_payment']);
    const again = (await join(email, 'first', true, key)).json().payUrl;
    expect((await payAt(again, '4242')).json().state).toBe('paid');
  });

  it('keeps its amount: the same key for another is refused', async () => {
    const { affiliateId } = await newDiver();
    const request = {
      affiliateId,
      key: randomUUID(),
      purpose: 'club',
      reference: { kind: 'first', isRenewing: false },
      amountMinor: 2695,
      currency: 'USD',
      description: 'x',
      returnPath: '/club',
      isCardKept: false,
    };
    const ask = (changed: Partial<typeof request>) =>
      services.database.inTransaction('test', (tx) =>
        openPayment({ db: tx, now: new Date(), services }, { ...request, ...changed }),
      );
    const { paymentId } = await ask({});
    expect((await ask({ reference: { isRenewing: false, kind: 'first' } })).paymentId).toBe(paymentId);
    for (const changed of [{ amountMinor: 1 }, { currency: 'EUR' }, { reference: { kind: 'first', isRenewing: true } }])
      await expect(ask(changed)).rejects.toMatchObject({ code: 'shop.payment_changed' });
  });

  it('whose amount was changed on the way is not taken', async () => {
    const { email, affiliateId } = await newDiver();
    const url = await open(email);
    await pool.query('update payment set amount_minor = 1 where affiliate_id = $1', [affiliateId]);
    expect((await payAt(url, '4242')).json().state).toBe('expired');
    expect((await read(email)).history).toEqual([]);
    expect(await audited(affiliateId)).toEqual([['shop.payment_expired', affiliateId, 1]]);
  });

  it('of a kept card that was left in the middle is finished by whoever sweeps', async () => {
    const { email, affiliateId } = await newDiver();
    const { endsOn } = await buy(email, 'first');
    await services.database.inTransaction('test', (tx) =>
      reserveCharge(
        { db: tx, now: new Date() },
        {
          affiliateId,
          key: 'a renewal',
          purpose: 'club',
          reference: { kind: 'regular', dueOn: endsOn, number: 1 },
          amountMinor: 4995,
          currency: 'USD',
          description: 'x',
          returnPath: '/club',
          method: 'test_4242',
          hint: '4242',
        },
      ),
    );
    await sweep(new Date(Date.now() + 60_000));
    expect(await findCharging(db, affiliateId, 'club')).not.toBeNull();
    await sweep(new Date(Date.now() + 2 * 3_600_000));
    await sweep(new Date(Date.now() + 2 * 3_600_000));
    expect(await findCharging(db, affiliateId, 'club')).toBeNull();
    expect((await read(email)).history).toHaveLength(2);
    expect((await audited(affiliateId)).at(-1)).toEqual(['shop.payment_paid', null, 4995]);
  });
});
