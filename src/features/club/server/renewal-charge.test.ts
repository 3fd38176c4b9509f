import { afterEach, describe, expect, it, vi } from 'vitest';
import { paymentPurposes } from '#app/server/payment-purposes.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { eraseDueAccounts } from '#features/account/server/public.ts';
import { findPendingCharge, type Gateway, reconcilePayments } from '#features/payments/server/public.ts';
import { createTestGateway } from '#features/payments/server/gateway/test-gateway.ts';
import { processMember } from './renew-memberships.ts';
import { listDueMembers } from './queries.ts';
import { createClubFixture } from '#test/support/api/club-testing.ts';

const portal = await testPortal();
const { services } = portal;
const { pool, db } = services.database;
const { newDiver, certify, read, join, payAt, buy, goTo, runClubMaintenance, noticeKindsOf } =
  createClubFixture(portal);
const dead: Gateway = {
  ...createTestGateway(services),
  charge: () => Promise.reject(new Error('connection lost')),
};
const createContext = () => ({ services, now: new Date(), correlationId: 'test' });
const context = (now: Date) =>
  ({ services, database: services.database, now, log: portal.app.log }) as unknown as JobContext;

afterEach(() => vi.useRealTimers());

/** A member on the renewal date, with a charge whose result is unknown. */
async function withCharge(card = '4242') {
  const diver = await newDiver();
  goTo('2027-09-01');
  await buy(diver.email, 'first', card);
  goTo('2028-09-01');
  await expect(processMember(createContext(), paymentPurposes, diver.affiliateId, dead)).rejects.toMatchObject({
    code: 'payments.gateway_down',
  });
  return diver;
}

const spans = async (email: string) =>
  (await read(email)).history.map(({ kind, startsOn, endsOn }) => [kind, startsOn, endsOn]);
const askDeletion = (affiliateId: number) =>
  pool.query(
    `insert into account_deletion (affiliate_id, requested_by, due_at) values ($1, $1, now() - interval '1 second')`,
    [affiliateId],
  );
const paymentsOf = async (affiliateId: number) =>
  (
    await pool.query('select state, method, hint from payment where affiliate_id = $1 order by created_at', [
      affiliateId,
    ])
  ).rows;
const cardOf = async (affiliateId: number) =>
  (await pool.query('select payment_method, payment_hint from membership where affiliate_id = $1', [affiliateId]))
    .rows[0];
const noCard = { payment_method: null, payment_hint: null };

describe('with a pending charge', () => {
  it('renewal cannot be turned off', async () => {
    const { email, affiliateId } = await withCharge();
    const turnOff = async () =>
      portal.request(email, 'PUT', '/api/shop/club/renewal', {
        isRenewing: false,
        version: (await read(email)).version,
      });
    const response = await turnOff();
    expect([response.statusCode, response.json().errors[0].code]).toEqual([409, 'club.charging']);
    expect(await read(email)).toMatchObject({ isRenewing: true });
    await processMember(createContext(), paymentPurposes, affiliateId);
    expect((await turnOff()).json()).toMatchObject({ isRenewing: false, endsOn: '2029-09-01' });
  });

  it('a trial cannot start', async () => {
    const { email, affiliateId } = await withCharge();
    await certify(affiliateId, 20, '2028-09-05');
    goTo('2028-09-20');
    expect((await read(email)).offers.map(({ kind }) => kind)).toContain('trial');
    expect((await join(email, 'trial')).json().errors[0]).toMatchObject({ code: 'club.not_allowed', path: 'kind' });
    await processMember(createContext(), paymentPurposes, affiliateId);
    expect(await spans(email)).toEqual([
      ['regular', '2028-09-01', '2029-09-01'],
      ['first', '2027-09-01', '2028-09-01'],
    ]);
  });

  it('a period that started anyway comes first and the paid year follows it', async () => {
    const { email, affiliateId } = await withCharge();
    await pool.query(
      `insert into membership_period (affiliate_id, kind, starts_on, ends_on, price_minor, currency)
       values ($1, 'trial', '2028-09-10', '2028-12-09', 0, 'USD'), ($1, 'regular', '2029-03-01', '2030-03-01', 0, 'USD')`,
      [affiliateId],
    );
    await processMember(createContext(), paymentPurposes, affiliateId);
    expect(await spans(email)).toContainEqual(['regular', '2030-03-01', '2031-03-01']);
    expect(await findPendingCharge(db, affiliateId, 'club')).toBeNull();
  });
});

describe('members who requested deletion', () => {
  it('are neither reminded nor charged unless they cancel the request', async () => {
    const { email, affiliateId } = await newDiver();
    goTo('2027-05-01');
    await buy(email, 'first');
    await askDeletion(affiliateId);
    for (const day of ['2028-04-24', '2028-05-01']) {
      goTo(day);
      await runClubMaintenance();
      // Covers a request made after the list of members was read.
      await processMember(createContext(), paymentPurposes, affiliateId);
    }
    expect(await noticeKindsOf(affiliateId)).toEqual(['club.joined']);
    expect(await paymentsOf(affiliateId)).toHaveLength(1);
    await pool.query('delete from account_deletion where affiliate_id = $1', [affiliateId]);
    await runClubMaintenance();
    expect(await noticeKindsOf(affiliateId)).toEqual(['club.joined', 'club.renewed']);
  });

  it('are not listed as due', async () => {
    const [{ affiliateId, email }, other] = [await newDiver(), await newDiver()];
    goTo('2031-05-01');
    for (const one of [email, other.email]) await buy(one, 'first');
    await askDeletion(affiliateId);
    goTo('2032-05-01');

    const due = (await listDueMembers(db, { today: '2032-05-01' })).map((one) => one.affiliateId);
    expect(due).toContain(other.affiliateId);
    expect(due).not.toContain(affiliateId);
    await pool.query('delete from account_deletion where affiliate_id = $1', [affiliateId]);
  });

  it.each([
    ['4242', 'returned', [[4995, 'done']]],
    ['9995', 'declined', []],
  ])('are erased before the charge of card %s ends, which is then %s', async (card, state, refunds) => {
    const { affiliateId } = await withCharge(card);
    await askDeletion(affiliateId);
    await eraseDueAccounts.run(context(new Date()), {});
    expect(await paymentsOf(affiliateId)).toEqual([
      { state: 'paid', method: null, hint: null },
      { state: 'open', method: `test_${card}`, hint: card },
    ]);
    await reconcilePayments(paymentPurposes).run(context(new Date(Date.now() + 3_600_000)), {});
    expect((await paymentsOf(affiliateId))[1]).toEqual({ state, method: null, hint: null });
    expect((await pool.query('select from membership where affiliate_id = $1', [affiliateId])).rowCount).toBe(0);
    expect((await pool.query('select from membership_period where affiliate_id = $1', [affiliateId])).rowCount).toBe(1);
    expect(await noticeKindsOf(affiliateId)).toEqual([]);
    const { rows } = await pool.query('select amount_minor, state from payment_refund where affiliate_id = $1', [
      affiliateId,
    ]);
    expect(rows.map((row) => [row.amount_minor, row.state])).toEqual(refunds);
  });

  it('cannot pay with an old link after they are erased', async () => {
    const { email, affiliateId } = await newDiver();
    await buy(email, 'first', '4242', false);
    await pool.query(
      `update membership_period set starts_on = '2020-01-01', ends_on = '2021-01-01' where affiliate_id = $1`,
      [affiliateId],
    );
    const { payUrl } = (await join(email, 'regular')).json();
    await askDeletion(affiliateId);
    await eraseDueAccounts.run(context(new Date()), {});
    const answer = await payAt(payUrl, '4242');
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([404, 'payments.none']);
    expect((await pool.query('select from membership where affiliate_id = $1', [affiliateId])).rowCount).toBe(0);
  });
});

describe('stored card', () => {
  it('is deleted when the membership ends after declines or without renewal', async () => {
    const [declined, off] = [await newDiver(), await newDiver()];
    goTo('2034-02-01');
    await buy(declined.email, 'first', '9995');
    const { version } = await buy(off.email, 'first', '4242');
    await portal.request(off.email, 'PUT', '/api/shop/club/renewal', { isRenewing: false, version });
    goTo('2035-01-31');
    await runClubMaintenance();
    // Until then renewal can be turned on again.
    expect(await cardOf(off.affiliateId)).toEqual({ payment_method: 'test_4242', payment_hint: '4242' });
    for (const day of ['2035-02-01', '2035-02-08']) {
      goTo(day);
      await runClubMaintenance();
    }
    expect(await cardOf(off.affiliateId)).toEqual(noCard);
    expect(await cardOf(declined.affiliateId)).toEqual({ payment_method: 'test_9995', payment_hint: '9995' });
    goTo('2035-02-15');
    await runClubMaintenance();
    expect(await cardOf(declined.affiliateId)).toEqual(noCard);
  });

  it('is deleted when the next year is paid without storing the card', async () => {
    const { email, affiliateId } = await newDiver();
    goTo('2036-02-01');
    await buy(email, 'first', '4242');
    goTo('2037-01-20');
    await buy(email, 'regular', '4242', false);
    expect(await cardOf(affiliateId)).toEqual(noCard);
  });
});
