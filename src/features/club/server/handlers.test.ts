import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { toIsoDate, addDays, addYear } from '#platform/shared/dates.ts';
import { findDiscount, checkDiscount, releaseDiscount, redeemDiscount } from './public.ts';
import { createClubFixture } from '#test/support/api/club-testing.ts';

const portal = await testPortal();
const { pool } = portal.services.database;
const { newDiver, read, join, payAt, buy, goTo, noticeKindsOf } = createClubFixture(portal);
/** The portal stays on this day, also when the tests run past midnight. */
const today = toIsoDate();
const renewal = (email: string, isRenewing: boolean, version: number) =>
  portal.request(email, 'PUT', '/api/shop/club/renewal', { isRenewing, version });
const usd = (minor: number) => ({ minor, currency: 'USD' });
/** Digital products are not taxed in the US. */
const price = (minor: number) => ({ ...usd(minor), taxMinor: 0, isTaxIncluded: false, totalMinor: minor });
const sek = (minor: number) => ({ minor, currency: 'SEK' });

beforeEach(() => goTo(today));
afterEach(() => vi.useRealTimers());

describe('club demo data', () => {
  it('has a diver in the first year with a used code and an unused eCard', async () => {
    const page = await read('diver@demo.test');
    expect(page).toMatchObject({
      status: 'active',
      isRenewing: true,
      paymentHint: '4242',
      offers: [],
      renewal: { on: page.endsOn, price: { ...sek(42_500), taxMinor: 8_500, isTaxIncluded: true, totalMinor: 42_500 } },
      ecard: { isRedeemed: false, saved: null },
      discount: { code: 'BLUE25-7TR4', isUsed: true, usedFor: 'Dry Suit', saved: sek(47_500) },
      history: [{ kind: 'first', price: sek(28_500), saved: sek(47_500) }],
    });
    expect(page.endsOn?.slice(8)).toBe('03');
    expect(page.history[0]?.endsOn).toBe(page.endsOn);
    expect(page.choices.map(({ refusal }) => refusal)).toContain('club.no_photo');
  });

  it('has a trial, a former member, an eligible diver and people who cannot join', async () => {
    expect(await read('candidate@demo.test')).toMatchObject({ status: 'trial', ecard: null, discount: null });
    expect(await read('guardian@demo.test')).toMatchObject({
      status: 'expired',
      offers: [{ kind: 'reactivation', price: { minor: 2_750, currency: 'GBP' } }],
    });
    expect(await read('instructor@demo.test')).toMatchObject({ status: 'eligible', endsOn: null, version: 0 });
    for (const role of ['student', 'store', 'staff'])
      expect(await read(`${role}@demo.test`)).toMatchObject({ status: 'none', offers: [], history: [] });
  });
});

describe('trial', () => {
  it('starts immediately, once, for recently certified divers', async () => {
    const { email, affiliateId } = await newDiver(today);
    expect((await read(email)).offers).toEqual([
      { kind: 'trial', price: price(0) },
      { kind: 'first', price: price(2695) },
    ]);
    const key = randomUUID();
    const first = await join(email, 'trial', true, key);
    expect(first.json()).toMatchObject({
      payUrl: null,
      club: {
        status: 'trial',
        endsOn: addDays(today, 90),
        isRenewing: false,
        ecard: null,
        discount: null,
        renewal: null,
      },
    });
    expect((await join(email, 'trial', true, key)).json()).toEqual(first.json());
    expect((await join(email, 'trial')).json().errors[0]).toMatchObject({ code: 'club.not_allowed', path: 'kind' });
    expect(await noticeKindsOf(affiliateId)).toEqual(['club.trial_began']);
  });

  it('starts once when requested concurrently', async () => {
    const { email, affiliateId } = await newDiver(today);
    const answers = await Promise.all(Array.from({ length: 20 }, () => join(email, 'trial')));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(19).fill(409)]);
    expect((await read(email)).history).toHaveLength(1);
    expect(await noticeKindsOf(affiliateId)).toEqual(['club.trial_began']);
  });

  it('returns an error and stores nothing for someone certified over a year ago', async () => {
    const { email, affiliateId } = await newDiver(addDays(today, -366));
    expect((await join(email, 'trial')).json().errors[0].code).toBe('club.not_allowed');
    const { rowCount } = await pool.query('select from membership where affiliate_id = $1', [affiliateId]);
    expect(rowCount).toBe(0);
  });

  it('ends with the first year, which is extended by the rest of the trial', async () => {
    const { email } = await newDiver(today);
    await join(email, 'trial');
    const page = await buy(email, 'first');
    expect(page).toMatchObject({ status: 'active', endsOn: addYear(addDays(today, 90)) });
    expect(page.history.map(({ kind, startsOn, endsOn }) => [kind, startsOn, endsOn])).toContainEqual([
      'trial',
      today,
      today,
    ]);
    expect(page.ecard).toMatchObject({ isRedeemed: false });
  });
});

describe('membership year', () => {
  it('starts when paid, with an eCard and a code, and stores the card for renewal', async () => {
    const { email, affiliateId } = await newDiver();
    const answer = (await join(email, 'first')).json();
    expect(answer).toMatchObject({
      payUrl: expect.stringMatching(/^\/pay\/[\w-]{20,}$/),
      club: { status: 'eligible' },
    });
    expect((await portal.request(null, 'GET', `/api/shop${answer.payUrl}`)).json()).toEqual({
      paymentId: expect.any(String),
      state: 'open',
      gateway: 'test',
      isChallenged: false,
      description: 'Bluewater Club: first year',
      amountMinor: 2695,
      currency: 'USD',
      isCardKept: true,
      returnPath: '/club',
      isOwn: false,
    });
    expect((await payAt(answer.payUrl, '4242')).json().state).toBe('paid');
    expect(await read(email)).toMatchObject({
      status: 'active',
      endsOn: addYear(today),
      isRenewing: true,
      paymentHint: '4242',
      offers: [],
      renewal: { on: addYear(today), price: usd(4995) },
      ecard: { isRedeemed: false, licenseID: null },
      discount: { code: expect.stringMatching(/^BLUE25-[A-Z2-9]{4}$/), isUsed: false },
      history: [{ kind: 'first', startsOn: today, price: usd(2695), saved: usd(0) }],
    });
    expect(await noticeKindsOf(affiliateId)).toEqual(['club.joined']);
  });

  it('is one payment for a repeated key, before and after it is paid', async () => {
    const { email, affiliateId } = await newDiver();
    const key = randomUUID();
    const [one, two] = [await join(email, 'first', true, key), await join(email, 'first', true, key)];
    await payAt(one.json().payUrl, '4242');
    expect((await payAt(two.json().payUrl, '4242')).json().errors[0].code).toBe('payments.settled');
    expect((await join(email, 'first', true, key)).json()).toMatchObject({ payUrl: null, club: { status: 'active' } });
    const { rowCount } = await pool.query('select from payment where affiliate_id = $1', [affiliateId]);
    expect(rowCount).toBe(1);
  });

  it('rejects a key that was used for another request', async () => {
    const { email } = await newDiver();
    const key = randomUUID();
    await join(email, 'first', true, key);
    expect((await join(email, 'first', false, key)).json().errors[0].code).toBe('payments.changed');
  });

  it('rejects a kind that is not offered', async () => {
    const { email } = await newDiver();
    for (const kind of ['regular', 'partner', 'reactivation', 'trial'] as const)
      expect((await join(email, kind)).json().errors[0].code).toBe('club.not_allowed');
    for (const role of ['student', 'store', 'staff'])
      expect((await join(`${role}@demo.test`, 'first')).json().errors[0].code).toBe('club.not_allowed');
  });

  it('starts once when several payments are made concurrently', async () => {
    const { email, affiliateId } = await newDiver();
    const urls = await Promise.all(Array.from({ length: 20 }, async () => (await join(email, 'first')).json().payUrl));
    const paid = await Promise.all(urls.map((url) => payAt(url, '4242')));
    expect(paid.map((answer) => answer.json().state).toSorted()).toEqual(['paid', ...Array(19).fill('returned')]);
    const { rows: refunds } = await pool.query(
      'select sum(amount_minor)::int as minor from payment_refund where affiliate_id = $1',
      [affiliateId],
    );
    expect(refunds).toEqual([{ minor: 19 * 2695 }]);
    expect((await read(email)).history).toHaveLength(1);
    expect(await noticeKindsOf(affiliateId)).toEqual(['club.joined']);
  });

  it('does not start and returns the money when the price has changed', async () => {
    const { email } = await newDiver();
    goTo('2027-01-10');
    await buy(email, 'first', '4242', false);
    goTo('2029-01-09');
    const { payUrl } = (await join(email, 'reactivation')).json();
    vi.setSystemTime(new Date('2029-01-10T00:10:00Z'));
    await pool.query(`update payment set expires_at = '2029-01-11' where state = 'open'`);
    expect((await payAt(payUrl, '4242')).json().state).toBe('returned');
    expect(await read(email)).toMatchObject({ status: 'eligible', offers: [{ kind: 'regular', price: usd(4995) }] });
  });

  it('renews for less with a partner store', async () => {
    const { email, affiliateId } = await newDiver();
    await buy(email, 'first');
    await pool.query(
      `insert into enrollment (affiliate_id, package_id, source, store_number) values ($1, 'deep', 'code', 20001)`,
      [affiliateId],
    );
    expect((await read(email)).renewal?.price).toEqual(price(3995));
  });

  it('renews for less with a code of a partner store, but not of an unknown one', async () => {
    const { email, affiliateId } = await newDiver();
    await buy(email, 'first');
    const insert = `insert into access_code (code, package_id, certification_name, holder_affiliate_id, store_number)
      values ($2, 'deep', 'Deep', $1, $3)`;
    await pool.query(insert, [affiliateId, 'AAAA-BBBB-CCCC', 99_999]);
    expect((await read(email)).renewal?.price).toEqual(price(4995));
    await pool.query(insert, [affiliateId, 'AAAA-BBBB-DDDD', 20_001]);
    expect((await read(email)).renewal?.price).toEqual(price(3995));
  });
});

describe('automatic renewal', () => {
  it('can be turned off and on again', async () => {
    const { email } = await newDiver();
    const { version } = await buy(email, 'first');
    const off = (await renewal(email, false, version)).json();
    expect(off).toMatchObject({ isRenewing: false, status: 'active', endsOn: addYear(today), version: version + 1 });
    expect((await renewal(email, true, off.version)).json()).toMatchObject({ isRenewing: true });
  });

  it('returns 409 for an outdated version', async () => {
    const { email } = await newDiver();
    const { version } = await buy(email, 'first');
    const answer = await renewal(email, false, version - 1);
    expect([answer.statusCode, answer.json().errors[0]]).toMatchObject([409, { code: 'club.stale', path: 'version' }]);
    expect((await read(email)).isRenewing).toBe(true);
  });

  it('requires a stored card', async () => {
    const { email } = await newDiver();
    const { version, isRenewing, paymentHint } = await buy(email, 'first', '4242', false);
    expect([isRenewing, paymentHint]).toEqual([false, null]);
    expect((await renewal(email, true, version)).json().errors[0].code).toBe('club.no_payment_method');
  });

  it('requires a year that can be renewed', async () => {
    const { email } = await newDiver(today);
    expect((await renewal(email, true, 0)).json().errors[0].code).toBe('club.not_allowed');
    const { version } = (await join(email, 'trial')).json().club;
    expect((await renewal(email, true, version)).json().errors[0].code).toBe('club.not_allowed');
    expect((await renewal(email, false, version)).json().status).toBe('trial');
  });
});

describe('POST club/join with invalid input', () => {
  it.each([
    ['no key', { kind: 'first', isRenewing: true }, 'key'],
    ['an invalid key', { key: 'x', kind: 'first', isRenewing: true }, 'key'],
    ['an unknown kind', { key: randomUUID(), kind: 'lifetime', isRenewing: true }, 'kind'],
    ['a price', { key: randomUUID(), kind: 'first', isRenewing: true, amountMinor: 1 }, 'amountMinor'],
  ])('returns 400 with %s', async (_name, payload, path) => {
    const answer = await portal.request('instructor@demo.test', 'POST', '/api/shop/club/join', payload);
    expect([answer.statusCode, answer.json().errors[0]]).toMatchObject([400, { code: 'request.invalid', path }]);
  });
});

describe('discount code of a year', () => {
  it('is found while unused and redeemed once', async () => {
    const { email, affiliateId } = await newDiver();
    const code = (await buy(email, 'first')).discount?.code ?? '';
    const other = await newDiver();
    await buy(other.email, 'first');
    const { database } = portal.services;
    const now = new Date();
    expect(await findDiscount({ db: database.db, now }, affiliateId)).toBe(code);
    const use = (id: number, of = code) =>
      database.inTransaction('test', (db) =>
        redeemDiscount(
          { db, now },
          { affiliateId: id, code: of, usedFor: 'Dry Suit', saved: { minor: 4475, currency: 'USD', usdMinor: 4475 } },
        ),
      );
    expect([await use(other.affiliateId), await use(affiliateId, 'BLUE25-XXXX')]).toEqual([false, false]);
    const uses = await Promise.all(Array.from({ length: 20 }, () => use(affiliateId)));
    expect(uses.filter(Boolean)).toHaveLength(1);
    expect(await findDiscount({ db: database.db, now }, affiliateId)).toBeNull();
    expect((await read(email)).discount).toEqual({
      code,
      isUsed: true,
      on: today,
      usedFor: 'Dry Suit',
      saved: usd(4475),
    });
  });

  it('is usable again after the order is cancelled, only for its owner', async () => {
    const { email, affiliateId } = await newDiver();
    const code = (await buy(email, 'first')).discount?.code ?? '';
    const other = await newDiver();
    await buy(other.email, 'first');
    const { database } = portal.services;
    const now = new Date();
    const ctx = { db: database.db, now };
    const inTransaction = <Result>(work: (db: typeof ctx) => Promise<Result>) =>
      database.inTransaction('test', (db) => work({ db, now }));
    expect(await checkDiscount(ctx, affiliateId, code)).toBe('usable');
    expect(await checkDiscount(ctx, other.affiliateId, code)).toBeNull();
    const use = { affiliateId, code, usedFor: 'Dry Suit', saved: { minor: 4475, currency: 'USD', usdMinor: 4475 } };
    expect(await inTransaction((tx) => redeemDiscount(tx, use))).toBe(true);
    expect(await checkDiscount(ctx, affiliateId, code)).toBe('used');
    await inTransaction((tx) => releaseDiscount(tx, { affiliateId: other.affiliateId, code }));
    expect(await findDiscount(ctx, affiliateId)).toBeNull();
    await inTransaction((tx) => releaseDiscount(tx, { affiliateId, code }));
    expect(await findDiscount(ctx, affiliateId)).toBe(code);
    expect((await read(email)).discount).toMatchObject({ isUsed: false, usedFor: null, saved: null });
    expect(await inTransaction((tx) => redeemDiscount(tx, use))).toBe(true);
  });

  it('expires with its year', async () => {
    const { email, affiliateId } = await newDiver();
    goTo('2027-01-10');
    const code = (await buy(email, 'first', '4242', false)).discount?.code ?? '';
    const { db } = portal.services.database;
    expect(await checkDiscount({ db, now: new Date('2028-01-09T12:00:00Z') }, affiliateId, code)).toBe('usable');
    expect(await checkDiscount({ db, now: new Date('2028-02-11T12:00:00Z') }, affiliateId, code)).toBe('over');
  });
});
