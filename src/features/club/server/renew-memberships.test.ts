import { afterEach, describe, expect, it, vi } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { type Gateway, reconcilePayments } from '#features/payments/server/public.ts';
import { createTestGateway } from '#features/payments/server/gateway/test-gateway.ts';
import { addDays } from '#platform/shared/dates.ts';
import { paymentPurposes } from '#app/server/payment-purposes.ts';
import { processMember } from './renew-memberships.ts';
import { createClubFixture } from '#test/support/api/club-testing.ts';

const portal = await testPortal();
const { pool } = portal.services.database;
const { newDiver, read, join, payAt, buy, goTo, runClubMaintenance, noticeKindsOf } = createClubFixture(portal);

afterEach(() => vi.useRealTimers());

/** Runs the job twice on every day of the range. */
async function liveThrough(from: string, until: string): Promise<void> {
  for (let day = from; day <= until; day = addDays(day, 1)) {
    goTo(day);
    await runClubMaintenance();
    await runClubMaintenance();
  }
}

interface NotificationRow {
  kind: string;
  values: Record<string, unknown>;
}
async function listNewNotifications(affiliateId: number, seen: Set<string>): Promise<NotificationRow[]> {
  const { rows } = await pool.query<NotificationRow & { id: string }>(
    `select id, kind, values from notification
     where affiliate_id = $1 and kind like 'club.%' order by timestamp, id`,
    [affiliateId],
  );
  const fresh = rows.filter(({ id }) => !seen.has(id));
  for (const { id } of fresh) seen.add(id);
  return fresh;
}

describe('membership over several years', () => {
  it('reminds, renews, declines three times, expires and reactivates, and notifies once each', async () => {
    const { email, affiliateId } = await newDiver('2026-12-20');
    const seen = new Set<string>();
    const listNewKinds = async () => (await listNewNotifications(affiliateId, seen)).map(({ kind }) => kind);

    goTo('2027-01-01');
    await join(email, 'trial');
    await liveThrough('2027-01-02', '2027-03-10');
    expect(await listNewKinds()).toEqual(['club.trial_began', 'club.ends_soon']);
    await buy(email, 'first', '4242');
    expect(await read(email)).toMatchObject({ status: 'active', endsOn: '2028-04-01' });
    expect(await listNewKinds()).toEqual(['club.joined']);

    // Nothing happens until the last month of the year.
    await liveThrough('2027-03-11', '2027-03-20');
    await liveThrough('2028-02-28', '2028-03-01');
    expect(await listNewKinds()).toEqual([]);
    await liveThrough('2028-03-02', '2028-03-31');
    const price = { minor: 4995, currency: 'USD' };
    expect(
      (await listNewNotifications(affiliateId, seen)).map(({ kind, values }) => [kind, values.days, values.price]),
    ).toEqual([
      ['club.renews_soon', 30, price],
      ['club.renews_soon', 7, price],
      ['club.renews_soon', 1, price],
    ]);
    const firstCode = (await read(email)).discount?.code;

    // On the renewal date the membership is active until the job has run.
    goTo('2028-04-01');
    expect(await read(email)).toMatchObject({ status: 'active', isRenewing: true });
    await liveThrough('2028-04-01', '2028-04-20');
    const renewed = await read(email);
    expect(renewed).toMatchObject({ status: 'active', endsOn: '2029-04-01', ecard: { isRedeemed: false } });
    expect(renewed.history.map(({ kind, price }) => [kind, price.minor])).toEqual([
      ['regular', 4995],
      ['first', 2695],
      ['trial', 0],
    ]);
    expect(renewed.discount?.code).not.toBe(firstCode);
    expect(await listNewKinds()).toEqual(['club.renewed']);

    // The card stops working.
    await pool.query(
      `update membership set payment_method = 'test_9995', payment_hint = '9995' where affiliate_id = $1`,
      [affiliateId],
    );
    await liveThrough('2029-02-20', '2029-03-31');
    expect(await listNewKinds()).toEqual(['club.renews_soon', 'club.renews_soon', 'club.renews_soon']);
    await liveThrough('2029-04-01', '2029-04-14');
    expect((await listNewNotifications(affiliateId, seen)).map(({ kind, values }) => [kind, values.date])).toEqual([
      ['club.declined', '2029-04-08'],
      ['club.declined', '2029-04-15'],
    ]);
    // Past-due members keep access.
    expect(await read(email)).toMatchObject({
      status: 'past_due',
      endsOn: '2029-04-01',
      ecard: { isRedeemed: false },
      offers: [{ kind: 'regular' }],
      renewal: { on: '2029-04-15' },
    });
    await liveThrough('2029-04-15', '2029-05-01');
    expect(await listNewKinds()).toEqual(['club.expired']);
    expect(await read(email)).toMatchObject({
      status: 'expired',
      isRenewing: false,
      endsOn: '2029-04-01',
      ecard: null,
      discount: null,
      offers: [{ kind: 'reactivation', price: { minor: 3495 } }],
    });
    const { rows: tries } = await pool.query(
      'select number, outcome from renewal_try where affiliate_id = $1 order by due_on, number',
      [affiliateId],
    );
    expect(tries).toEqual([
      { number: 1, outcome: 'paid' },
      { number: 1, outcome: 'declined' },
      { number: 2, outcome: 'declined' },
      { number: 3, outcome: 'declined' },
    ]);

    // Reactivated without automatic renewal.
    goTo('2030-03-31');
    await buy(email, 'reactivation', '4242', false);
    expect(await listNewKinds()).toEqual(['club.joined']);
    await liveThrough('2031-02-25', '2031-04-10');
    expect(
      (await listNewNotifications(affiliateId, seen)).map(({ kind, values }) => [kind, values.days ?? values.kind]),
    ).toEqual([
      ['club.ends_soon', 30],
      ['club.ends_soon', 7],
      ['club.ends_soon', 1],
      ['club.expired', 'year'],
    ]);
    const total = await pool.query<{ paid: number }>(
      `select sum(amount_minor)::int as paid from payment where affiliate_id = $1 and state = 'paid'`,
      [affiliateId],
    );
    expect(total.rows).toEqual([{ paid: 2695 + 4995 + 3495 }]);
  }, 120_000);

  it('runs until its end and is not charged after renewal was turned off', async () => {
    const { email, affiliateId } = await newDiver();
    goTo('2027-05-01');
    const { version } = await buy(email, 'first');
    await portal.request(email, 'PUT', '/api/shop/club/renewal', { isRenewing: false, version });
    goTo('2028-04-30');
    expect(await read(email)).toMatchObject({ status: 'active', isRenewing: false });
    await runClubMaintenance();
    await liveThrough('2028-05-01', '2028-05-20');
    expect(await noticeKindsOf(affiliateId)).toEqual(['club.joined', 'club.ends_soon', 'club.expired']);
    expect((await read(email)).history).toHaveLength(1);
  });

  it('continues when a past-due year is paid with another card', async () => {
    const { email, affiliateId } = await newDiver();
    goTo('2027-06-01');
    await buy(email, 'first', '9995');
    await liveThrough('2028-06-01', '2028-06-03');
    expect(await read(email)).toMatchObject({ status: 'past_due', paymentHint: '9995' });
    const page = await buy(email, 'regular', '4242');
    expect(page).toMatchObject({ status: 'active', endsOn: '2029-06-01', paymentHint: '4242', isRenewing: true });
    await liveThrough('2028-06-08', '2028-06-20');
    expect(await noticeKindsOf(affiliateId)).toEqual(['club.joined', 'club.declined', 'club.renewed']);
  });

  it('is not charged again after a manual renewal', async () => {
    const { email } = await newDiver();
    goTo('2027-06-01');
    await buy(email, 'first', '4242');
    goTo('2028-05-20');
    expect(await buy(email, 'regular', '4242')).toMatchObject({ endsOn: '2029-06-01', offers: [] });
    await liveThrough('2028-06-01', '2028-06-16');
    expect(await read(email)).toMatchObject({ status: 'active', endsOn: '2029-06-01', history: [{}, {}] });
  });
});

describe('renewMemberships', () => {
  it('continues with other members when one fails', async () => {
    const [broken, fine] = [await newDiver(), await newDiver()];
    goTo('2027-07-01');
    for (const { email } of [broken, fine]) await buy(email, 'first', '4242');
    await pool.query(
      `update membership set payment_hint = payment_method, payment_method = '' where affiliate_id = $1`,
      [broken.affiliateId],
    );
    await pool.query(
      `insert into renewal_try (affiliate_id, due_on, number, outcome) values ($1, '2028-07-01', 1, 'paid')`,
      [broken.affiliateId],
    );
    goTo('2028-07-01');
    await expect(runClubMaintenance()).rejects.toThrow('membership renewal failed');
    expect(await read(fine.email)).toMatchObject({ endsOn: '2029-07-01' });
    expect(await read(broken.email)).toMatchObject({ endsOn: '2028-07-01' });
    await pool.query('delete from renewal_try where affiliate_id = $1', [broken.affiliateId]);
    await runClubMaintenance();
    expect(await read(broken.email)).toMatchObject({ status: 'past_due' });
  });

  it('does not send a notification again after it was deleted', async () => {
    const { email, affiliateId } = await newDiver();
    goTo('2027-07-01');
    await buy(email, 'first', '4242');
    await portal.request(email, 'PUT', '/api/shop/club/renewal', { isRenewing: false, version: 2 });
    for (const day of ['2028-06-24', '2028-07-01']) {
      goTo(day);
      const ctx = { services: portal.services, now: new Date(), correlationId: 'test' };
      await pool.query('delete from notification where affiliate_id = $1', [affiliateId]);
      await processMember(ctx, paymentPurposes, affiliateId);
      expect(await noticeKindsOf(affiliateId)).toHaveLength(1);
      await pool.query('delete from notification where affiliate_id = $1', [affiliateId]);
      await Promise.all([
        processMember(ctx, paymentPurposes, affiliateId),
        processMember(ctx, paymentPurposes, affiliateId),
      ]);
      expect(await noticeKindsOf(affiliateId)).toEqual([]);
    }
  });

  it('charges once after a crash and when run concurrently', async () => {
    const { email, affiliateId } = await newDiver();
    goTo('2027-08-01');
    await buy(email, 'first', '4242');
    goTo('2028-08-01');
    // Stores each charge like a real payment service, but may lose the connection before responding.
    const charged = new Map<string, number>();
    let isCutOff = true;
    const gateway: Gateway = {
      ...createTestGateway(portal.services),
      charge: async ({ key, amountMinor }) => {
        charged.set(key, amountMinor);
        if (isCutOff) throw new Error('connection lost');
        return { state: 'paid', chargeId: key };
      },
    };
    const ctx = { services: portal.services, now: new Date(), correlationId: 'test' };
    await expect(processMember(ctx, paymentPurposes, affiliateId, gateway)).rejects.toMatchObject({
      code: 'payments.gateway_down',
    });
    expect(await read(email)).toMatchObject({ status: 'active', endsOn: '2028-08-01' });
    // Manual payment for the same year is blocked while the charge is pending.
    expect((await join(email, 'regular')).json().errors[0].code).toBe('club.not_allowed');
    isCutOff = false;
    await Promise.all(Array.from({ length: 10 }, () => processMember(ctx, paymentPurposes, affiliateId, gateway)));
    expect([...charged.values()]).toEqual([4995]);
    expect(await read(email)).toMatchObject({ status: 'active', endsOn: '2029-08-01', history: [{}, {}] });
    expect(await noticeKindsOf(affiliateId)).toEqual(['club.joined', 'club.renewed']);
  });

  it('returns a manual payment while a charge is pending', async () => {
    const { email, affiliateId } = await newDiver();
    goTo('2027-09-01');
    await buy(email, 'first', '4242');
    goTo('2028-09-01');
    const { payUrl } = (await join(email, 'regular')).json();
    const ctx = { services: portal.services, now: new Date(), correlationId: 'test' };
    const dead: Gateway = {
      ...createTestGateway(portal.services),
      charge: () => Promise.reject(new Error('connection lost')),
    };
    await expect(processMember(ctx, paymentPurposes, affiliateId, dead)).rejects.toMatchObject({
      code: 'payments.gateway_down',
    });
    expect((await payAt(payUrl, '4242')).json().state).toBe('returned');
    await runClubMaintenance();
    expect((await read(email)).history).toHaveLength(2);
    const context = { ...ctx, database: portal.services.database, log: portal.app.log } as unknown as JobContext;
    await reconcilePayments(paymentPurposes).run(context, {});
    await reconcilePayments(paymentPurposes).run(context, {});
    expect(await noticeKindsOf(affiliateId)).toEqual(['club.joined', 'club.renewed', 'club.returned']);
  });
});
