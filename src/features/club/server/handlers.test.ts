import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { toIsoDate } from '#features/account/shared/rules.ts';
import { addDays, addYear } from '#features/club/shared/membership-rules.ts';
import { findDiscount, checkDiscount, releaseDiscount, redeemDiscount } from './public.ts';
import { createClubFixture } from '#test/support/api/club-testing.ts';

const portal = await testPortal();
const { pool } = portal.services.database;
const { newDiver, read, join, payAt, buy, goTo, newsOf } = createClubFixture(portal);
const today = toIsoDate(new Date());
const renewal = (email: string, isRenewing: boolean, version: number) =>
  portal.request(email, 'PUT', '/api/shop/club/renewal', { isRenewing, version });
const usd = (minor: number) => ({ minor, currency: 'USD' });
/** Untaxed: digital goods are, in the US. */
const price = (minor: number) => ({ ...usd(minor), taxMinor: 0, isTaxIncluded: false, totalMinor: minor });
const sek = (minor: number) => ({ minor, currency: 'SEK' });

afterEach(() => vi.useRealTimers());

describe('the club in the demo', () => {
  it('has a diver in a first year, with the code used and the free eCard waiting', async () => {
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

  it('has somebody in a trial, somebody who left, somebody who may join, and some who may not', async () => {
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

describe('a trial', () => {
  it('begins at once, once in a life, for who was certified lately', async () => {
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
    expect(await newsOf(affiliateId)).toEqual(['club.trial_began']);
  });

  it('is one, however many begin it at the same moment', async () => {
    const { email, affiliateId } = await newDiver(today);
    const answers = await Promise.all(Array.from({ length: 20 }, () => join(email, 'trial')));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(19).fill(409)]);
    expect((await read(email)).history).toHaveLength(1);
    expect(await newsOf(affiliateId)).toEqual(['club.trial_began']);
  });

  it('is not for who was certified a year ago, and stores nothing for them', async () => {
    const { email, affiliateId } = await newDiver(addDays(today, -366));
    expect((await join(email, 'trial')).json().errors[0].code).toBe('club.not_allowed');
    const { rowCount } = await pool.query('select from membership where affiliate_id = $1', [affiliateId]);
    expect(rowCount).toBe(0);
  });

  it('ends with the first year, which is as much longer', async () => {
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

describe('a year', () => {
  it('begins when it is paid, with an eCard and a code, and keeps the card to renew', async () => {
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
    expect(await newsOf(affiliateId)).toEqual(['club.joined']);
  });

  it('asked for again with the same key is the same payment, before it is paid and after', async () => {
    const { email, affiliateId } = await newDiver();
    const key = randomUUID();
    const [one, two] = [await join(email, 'first', true, key), await join(email, 'first', true, key)];
    await payAt(one.json().payUrl, '4242');
    expect((await payAt(two.json().payUrl, '4242')).json().errors[0].code).toBe('payments.settled');
    expect((await join(email, 'first', true, key)).json()).toMatchObject({ payUrl: null, club: { status: 'active' } });
    const { rowCount } = await pool.query('select from payment where affiliate_id = $1', [affiliateId]);
    expect(rowCount).toBe(1);
  });

  it('asked for with a key that was for something else is refused', async () => {
    const { email } = await newDiver();
    const key = randomUUID();
    await join(email, 'first', true, key);
    expect((await join(email, 'first', false, key)).json().errors[0].code).toBe('payments.changed');
  });

  it('that is not offered is refused', async () => {
    const { email } = await newDiver();
    for (const kind of ['regular', 'partner', 'reactivation', 'trial'] as const)
      expect((await join(email, kind)).json().errors[0].code).toBe('club.not_allowed');
    for (const role of ['student', 'store', 'staff'])
      expect((await join(`${role}@demo.test`, 'first')).json().errors[0].code).toBe('club.not_allowed');
  });

  it('is one, however many were begun and are paid at the same moment', async () => {
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
    expect(await newsOf(affiliateId)).toEqual(['club.joined']);
  });

  it('whose price has changed meanwhile does not begin, and the money goes back', async () => {
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

  it('of who learns with a partner store renews for less', async () => {
    const { email, affiliateId } = await newDiver();
    await buy(email, 'first');
    await pool.query(
      `insert into enrollment (affiliate_id, package_id, source, store_number) values ($1, 'deep', 'code', 20001)`,
      [affiliateId],
    );
    expect((await read(email)).renewal?.price).toEqual(price(3995));
  });

  it('of who said so of a code does as well; a store that nobody knows is none', async () => {
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

describe('renewal by itself', () => {
  it('is turned off and on again', async () => {
    const { email } = await newDiver();
    const { version } = await buy(email, 'first');
    const off = (await renewal(email, false, version)).json();
    expect(off).toMatchObject({ isRenewing: false, status: 'active', endsOn: addYear(today), version: version + 1 });
    expect((await renewal(email, true, off.version)).json()).toMatchObject({ isRenewing: true });
  });

  it('is refused for who has seen something older', async () => {
    const { email } = await newDiver();
    const { version } = await buy(email, 'first');
    const answer = await renewal(email, false, version - 1);
    expect([answer.statusCode, answer.json().errors[0]]).toMatchObject([409, { code: 'club.stale', path: 'version' }]);
    expect((await read(email)).isRenewing).toBe(true);
  });

  it('needs a card that is kept', async () => {
    const { email } = await newDiver();
    const { version, isRenewing, paymentHint } = await buy(email, 'first', '4242', false);
    expect([isRenewing, paymentHint]).toEqual([false, null]);
    expect((await renewal(email, true, version)).json().errors[0].code).toBe('club.no_payment_method');
  });

  it('is not for who has no year that could be renewed', async () => {
    const { email } = await newDiver(today);
    expect((await renewal(email, true, 0)).json().errors[0].code).toBe('club.not_allowed');
    const { version } = (await join(email, 'trial')).json().club;
    expect((await renewal(email, true, version)).json().errors[0].code).toBe('club.not_allowed');
    expect((await renewal(email, false, version)).json().status).toBe('trial');
  });
});

describe('bad input', () => {
  it.each([
    ['no key', { kind: 'first', isRenewing: true }, 'key'],
    ['a key that is none', { key: 'x', kind: 'first', isRenewing: true }, 'key'],
    ['an unknown kind', { key: randomUUID(), kind: 'lifetime', isRenewing: true }, 'kind'],
    ['a price of its own', { key: randomUUID(), kind: 'first', isRenewing: true, amountMinor: 1 }, 'amountMinor'],
  ])('with %s is refused', async (_name, payload, path) => {
    const answer = await portal.request('instructor@demo.test', 'POST', '/api/shop/club/join', payload);
    expect([answer.statusCode, answer.json().errors[0]]).toMatchObject([400, { code: 'request.invalid', path }]);
  });
});

describe('the code of a year', () => {
  it('is found while it is unused, and used once', async () => {
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

  it('is good again when what it was used for is given up, and only for who has it', async () => {
    const { email, affiliateId } = await newDiver();
    const code = (await buy(email, 'first')).discount?.code ?? '';
    const other = await newDiver();
    await buy(other.email, 'first');
    const { database } = portal.services;
    const now = new Date();
    const asking = { db: database.db, now };
    const inTransaction = <Result>(work: (db: typeof asking) => Promise<Result>) =>
      database.inTransaction('test', (db) => work({ db, now }));
    expect(await checkDiscount(asking, affiliateId, code)).toBe('usable');
    expect(await checkDiscount(asking, other.affiliateId, code)).toBeNull();
    const use = { affiliateId, code, usedFor: 'Dry Suit', saved: { minor: 4475, currency: 'USD', usdMinor: 4475 } };
    expect(await inTransaction((doing) => redeemDiscount(doing, use))).toBe(true);
    expect(await checkDiscount(asking, affiliateId, code)).toBe('used');
    await inTransaction((doing) => releaseDiscount(doing, { affiliateId: other.affiliateId, code }));
    expect(await findDiscount(asking, affiliateId)).toBeNull();
    await inTransaction((doing) => releaseDiscount(doing, { affiliateId, code }));
    expect(await findDiscount(asking, affiliateId)).toBe(code);
    expect((await read(email)).discount).toMatchObject({ isUsed: false, usedFor: null, saved: null });
    expect(await inTransaction((doing) => redeemDiscount(doing, use))).toBe(true);
  });

  it('is over with its year', async () => {
    const { email, affiliateId } = await newDiver();
    goTo('2027-01-10');
    const code = (await buy(email, 'first', '4242', false)).discount?.code ?? '';
    const { db } = portal.services.database;
    expect(await checkDiscount({ db, now: new Date('2028-01-09T12:00:00Z') }, affiliateId, code)).toBe('usable');
    expect(await checkDiscount({ db, now: new Date('2028-02-11T12:00:00Z') }, affiliateId, code)).toBe('over');
  });
});
