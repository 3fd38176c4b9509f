import { afterEach, describe, expect, it, vi } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { type Gateway, reconcilePayments } from '#features/payments/server/public.ts';
import { createTestGateway } from '#features/payments/server/gateway/test-gateway.ts';
import { addDays } from '#features/club/shared/membership-rules.ts';
import { paymentPurposes } from '#app/server/payment-purposes.ts';
import { processMember } from './renew-memberships.ts';
import { createClubFixture } from '#test/support/api/club-testing.ts';

const portal = await testPortal();
const { pool } = portal.services.database;
const { newDiver, read, join, payAt, buy, goTo, runClubMaintenance, newsOf } = createClubFixture(portal);

afterEach(() => vi.useRealTimers());

/** Every day from one to the other, and more than once a day. */
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

describe('a life in the club', () => {
  it('is reminded, renewed, declined three times, ended, and begun again, and each is told once', async () => {
    const { email, affiliateId } = await newDiver('2026-12-20');
    const seen = new Set<string>();
    const news = async () => (await listNewNotifications(affiliateId, seen)).map(({ kind }) => kind);

    goTo('2027-01-01');
    await join(email, 'trial');
    await liveThrough('2027-01-02', '2027-03-10');
    expect(await news()).toEqual(['club.trial_began', 'club.ends_soon']);
    await buy(email, 'first', '4242');
    expect(await read(email)).toMatchObject({ status: 'active', endsOn: '2028-04-01' });
    expect(await news()).toEqual(['club.joined']);

    // A year in which nothing happens until its last month.
    await liveThrough('2027-03-11', '2027-03-20');
    await liveThrough('2028-02-28', '2028-03-01');
    expect(await news()).toEqual([]);
    await liveThrough('2028-03-02', '2028-03-31');
    expect(
      (await listNewNotifications(affiliateId, seen)).map(({ kind, values }) => [kind, values.days, values.price]),
    ).toEqual([
      ['club.renews_soon', 30, '$49.95'],
      ['club.renews_soon', 7, '$49.95'],
      ['club.renews_soon', 1, '$49.95'],
    ]);
    const firstCode = (await read(email)).discount?.code;

    // The day of the renewal: before the job has run nothing is wrong.
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
    expect(await news()).toEqual(['club.renewed']);

    // The card stops working.
    await pool.query(
      `update membership set payment_method = 'test_9995', payment_hint = '9995' where affiliate_id = $1`,
      [affiliateId],
    );
    await liveThrough('2029-02-20', '2029-03-31');
    expect(await news()).toEqual(['club.renews_soon', 'club.renews_soon', 'club.renews_soon']);
    await liveThrough('2029-04-01', '2029-04-14');
    expect((await listNewNotifications(affiliateId, seen)).map(({ kind, values }) => [kind, day(values.date)])).toEqual(
      [
        ['club.declined', '2029-04-08'],
        ['club.declined', '2029-04-15'],
      ],
    );
    // Past due keeps access.
    expect(await read(email)).toMatchObject({
      status: 'past_due',
      endsOn: '2029-04-01',
      ecard: { isRedeemed: false },
      offers: [{ kind: 'regular' }],
      renewal: { on: '2029-04-15' },
    });
    await liveThrough('2029-04-15', '2029-05-01');
    expect(await news()).toEqual(['club.expired']);
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

    // Back again, without renewal.
    goTo('2030-03-31');
    await buy(email, 'reactivation', '4242', false);
    expect(await news()).toEqual(['club.joined']);
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

  it('of who cancels goes on to its end, and is not charged', async () => {
    const { email, affiliateId } = await newDiver();
    goTo('2027-05-01');
    const { version } = await buy(email, 'first');
    await portal.request(email, 'PUT', '/api/shop/club/renewal', { isRenewing: false, version });
    goTo('2028-04-30');
    expect(await read(email)).toMatchObject({ status: 'active', isRenewing: false });
    await runClubMaintenance();
    await liveThrough('2028-05-01', '2028-05-20');
    expect(await newsOf(affiliateId)).toEqual(['club.joined', 'club.ends_soon', 'club.expired']);
    expect((await read(email)).history).toHaveLength(1);
  });

  it('that is past due goes on when it is paid with another card', async () => {
    const { email, affiliateId } = await newDiver();
    goTo('2027-06-01');
    await buy(email, 'first', '9995');
    await liveThrough('2028-06-01', '2028-06-03');
    expect(await read(email)).toMatchObject({ status: 'past_due', paymentHint: '9995' });
    const page = await buy(email, 'regular', '4242');
    expect(page).toMatchObject({ status: 'active', endsOn: '2029-06-01', paymentHint: '4242', isRenewing: true });
    await liveThrough('2028-06-08', '2028-06-20');
    expect(await newsOf(affiliateId)).toEqual(['club.joined', 'club.declined', 'club.renewed']);
  });

  it('that is renewed by hand before its end is not charged again on the day', async () => {
    const { email } = await newDiver();
    goTo('2027-06-01');
    await buy(email, 'first', '4242');
    goTo('2028-05-20');
    expect(await buy(email, 'regular', '4242')).toMatchObject({ endsOn: '2029-06-01', offers: [] });
    await liveThrough('2028-06-01', '2028-06-16');
    expect(await read(email)).toMatchObject({ status: 'active', endsOn: '2029-06-01', history: [{}, {}] });
  });
});

describe('whoever looks after the club', () => {
  it('does not stop at somebody who cannot be looked after', async () => {
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

  it('says nothing again because somebody has deleted it', async () => {
    const { email, affiliateId } = await newDiver();
    goTo('2027-07-01');
    await buy(email, 'first', '4242');
    await portal.request(email, 'PUT', '/api/shop/club/renewal', { isRenewing: false, version: 2 });
    for (const day of ['2028-06-24', '2028-07-01']) {
      goTo(day);
      const doing = { services: portal.services, now: new Date(), correlationId: 'test' };
      await pool.query('delete from notification where affiliate_id = $1', [affiliateId]);
      await processMember(doing, paymentPurposes, affiliateId);
      expect(await newsOf(affiliateId)).toHaveLength(1);
      await pool.query('delete from notification where affiliate_id = $1', [affiliateId]);
      await Promise.all([
        processMember(doing, paymentPurposes, affiliateId),
        processMember(doing, paymentPurposes, affiliateId),
      ]);
      expect(await newsOf(affiliateId)).toEqual([]);
    }
  });

  it('charges once, though it dies after the charge or does it many times at once', async () => {
    const { email, affiliateId } = await newDiver();
    goTo('2027-08-01');
    await buy(email, 'first', '4242');
    goTo('2028-08-01');
    // A payment service as they are: it remembers what it was asked, and may be cut off before it answers.
    const charged = new Map<string, number>();
    let isCutOff = true;
    const gateway: Gateway = {
      ...createTestGateway(portal.services),
      charge: async ({ key, amountMinor }) => {
        charged.set(key, amountMinor);
        if (isCutOff) throw new Error('the line is dead');
        return { state: 'paid', chargeId: key };
      },
    };
    const doing = { services: portal.services, now: new Date(), correlationId: 'test' };
    await expect(processMember(doing, paymentPurposes, affiliateId, gateway)).rejects.toMatchObject({
      code: 'payments.gateway_down',
    });
    expect(await read(email)).toMatchObject({ status: 'active', endsOn: '2028-08-01' });
    // Meanwhile nobody can pay for the same year by hand.
    expect((await join(email, 'regular')).json().errors[0].code).toBe('club.not_allowed');
    isCutOff = false;
    await Promise.all(Array.from({ length: 10 }, () => processMember(doing, paymentPurposes, affiliateId, gateway)));
    expect([...charged.values()]).toEqual([4995]);
    expect(await read(email)).toMatchObject({ status: 'active', endsOn: '2029-08-01', history: [{}, {}] });
    expect(await newsOf(affiliateId)).toEqual(['club.joined', 'club.renewed']);
  });

  it('lets a year that was begun by hand wait for a charge that is under way', async () => {
    const { email, affiliateId } = await newDiver();
    goTo('2027-09-01');
    await buy(email, 'first', '4242');
    goTo('2028-09-01');
    const { payUrl } = (await join(email, 'regular')).json();
    const doing = { services: portal.services, now: new Date(), correlationId: 'test' };
    const dead: Gateway = {
      ...createTestGateway(portal.services),
      charge: () => Promise.reject(new Error('the line is dead')),
    };
    await expect(processMember(doing, paymentPurposes, affiliateId, dead)).rejects.toMatchObject({
      code: 'payments.gateway_down',
    });
    expect((await payAt(payUrl, '4242')).json().state).toBe('returned');
    await runClubMaintenance();
    expect((await read(email)).history).toHaveLength(2);
    const context = { ...doing, database: portal.services.database, log: portal.app.log } as unknown as JobContext;
    await reconcilePayments(paymentPurposes).run(context, {});
    await reconcilePayments(paymentPurposes).run(context, {});
    expect(await newsOf(affiliateId)).toEqual(['club.joined', 'club.renewed', 'club.returned']);
  });
});

function day(value: unknown): string {
  return new Date(Number(value)).toISOString().slice(0, 10);
}
