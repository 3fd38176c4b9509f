import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { createOrdersFixture } from '#test/support/api/orders-testing.ts';
import { diver as demoDiver, type Person, staff, store } from '#test/support/api/shop-testing.ts';
import type { ClubPage } from '#features/club/shared/contract.ts';

const { portal, newBuyer, buy, request, rows, refund, whole, reconcile, assertLedgerIsConsistent } =
  await createOrdersFixture();

const certifications = async <Body>(person: Person, method: 'GET' | 'POST', path: string, body?: object) => {
  const answer = await request(person.email, method, `/api/certifications/${path}`, body);
  const parsed = answer.body === '' ? null : answer.json();
  return { status: answer.statusCode, body: parsed as Body & { errors?: { code: string }[] } };
};
const club = async ({ email }: Person): Promise<ClubPage> => (await request(email, 'GET', '/api/shop/club')).json();
const unredeemed = async (person: Person) =>
  (await certifications<{ couponCode: string; certificationName: string }[]>(person, 'GET', 'codes/unredeemed')).body;
const grant = (person: Person, packageId = 'club-year', key: string = randomUUID(), by = staff, reason = 'A prize.') =>
  certifications<{ certificationName: string }>(by, 'POST', 'desk/codes', {
    key,
    affiliateId: person.id,
    packageId,
    reason,
  });
const years = ({ id }: Person) =>
  rows<{ kind: string }>('select kind from membership_period where affiliate_id = $1 order by starts_on', [id]);

describe('club year granted by staff', () => {
  it('returns 409 when the key was used for another person or another code', async () => {
    const [person, other] = [await newBuyer(), await newBuyer()];
    const key = randomUUID();
    expect((await grant(person, 'club-year', key)).status).toBe(200);
    for (const [who, what] of [
      [other, 'club-year'],
      [person, 'specialty-of-choice'],
    ] as const) {
      const { status, body } = await grant(who, what, key);
      expect([status, body.errors?.[0]?.code]).toEqual([409, 'request.key_reused']);
    }
    expect((await grant(person, 'club-year', key)).status).toBe(200);
  });

  it("carries the club's name and starts once when the owner opens the dashboard in several tabs", async () => {
    const person = await newBuyer();
    const key = randomUUID();
    expect((await grant(person, 'club-year', key)).body).toEqual({
      certificationName: '1-year Bluewater Club membership',
    });
    expect((await grant(person, 'club-year', key)).status).toBe(200);
    expect(await years(person)).toEqual([]);
    const lists = await Promise.all(Array.from({ length: 8 }, () => unredeemed(person)));
    expect(lists.flat()).toEqual([]);
    expect(await years(person)).toEqual([{ kind: 'gift' }]);
    expect((await club(person)).status).toBe('active');
    const [audited] = await rows<{ data: object }>(
      `select data from audit_entry where subject = $1 and action = 'learning.code_granted'`,
      [`person:${person.id}`],
    );
    expect(audited?.data).toEqual({ packageId: 'club-year', reason: 'A prize.' });
  });

  it('starts with the first visit after the email address was verified', async () => {
    const person = await newBuyer();
    await grant(person);
    const [row] = await rows<{ sub: string }>('select sub from person where affiliate_id = $1', [person.id]);
    const { token } = await portal.services.tokens.mint({
      sub: row?.sub ?? '',
      affiliateId: person.id,
      affiliateTypeId: affiliateType.diver,
      sessionId: randomUUID(),
      isEmailVerified: false,
    });
    const unverified = await portal.app.inject({
      url: '/api/certifications/codes/unredeemed',
      headers: { authorization: `Bearer ${token}`, 'affiliate-id': String(person.id) },
    });
    expect([unverified.statusCode, unverified.json<unknown[]>().length]).toEqual([200, 1]);
    expect(await years(person)).toEqual([]);
    expect(await unredeemed(person)).toEqual([]);
    expect(await years(person)).toEqual([{ kind: 'gift' }]);
  });

  it('adds a year for a current member', async () => {
    const person = await newBuyer();
    for (let at = 0; at < 2; at += 1) {
      await grant(person);
      await unredeemed(person);
    }
    expect(await years(person)).toHaveLength(2);
    const { endsOn } = await club(person);
    expect(endsOn?.slice(0, 4)).toBe(String(new Date().getUTCFullYear() + 2));
  });

  it('requires staff, a reason and a person', async () => {
    const person = await newBuyer();
    expect((await grant(person, 'club-year', randomUUID(), demoDiver)).status).toBe(403);
    expect((await grant(person, 'club-year', randomUUID(), staff, '  ')).status).toBe(400);
    expect((await grant(person, 'open-water')).status).toBe(400);
    expect((await grant({ id: 999_999, email: '' })).status).toBe(404);
    expect((await grant(store)).body.errors?.[0]?.code).toBe('learning.code_other_package');
    expect(await rows('select from access_code where holder_affiliate_id = $1', [person.id])).toEqual([]);
  });
});

describe('club year bought as a gift', () => {
  it('is not redeemed for the buyer and starts for the recipient', async () => {
    const buyer = await newBuyer();
    const { lines, orderId, totalMinor } = await buy(buyer, [{ productId: 3101 }]);
    expect([totalMinor, lines[0]?.state]).toEqual([4_995, 'given']);
    const [code = ''] = lines[0]?.codes ?? [];
    expect(await unredeemed(buyer)).toMatchObject([
      { couponCode: code, certificationName: '1-year Bluewater Club membership' },
    ]);
    expect(await years(buyer)).toEqual([]);
    const friend = await newBuyer();
    await rows('update access_code set given_by = holder_affiliate_id, holder_affiliate_id = $2 where code = $1', [
      code,
      friend.id,
    ]);
    expect(await unredeemed(friend)).toEqual([]);
    expect((await club(friend)).status).toBe('active');
    expect(orderId).toBeDefined();
    await assertLedgerIsConsistent();
  });

  it('can be redeemed once by the buyer', async () => {
    const buyer = await newBuyer();
    const bought = await buy(buyer, [{ productId: 3101 }]);
    const [code = ''] = bought.lines[0]?.codes ?? [];
    const redeem = () => certifications<object>(buyer, 'POST', `codes/${code}/redeem`);
    expect((await redeem()).body).toEqual({ redirect: '/club', isSpecialityProduct: false, packageId: 'club-year' });
    expect((await redeem()).body.errors?.[0]?.code).toBe('225');
    expect(await years(buyer)).toHaveLength(1);
  });

  it('cannot be redeemed after a refund', async () => {
    const buyer = await newBuyer();
    const bought = await buy(buyer, [{ productId: 3101 }]);
    expect((await refund(bought.orderId, whole(bought, 0))).status).toBe(200);
    await reconcile();
    const [code = ''] = bought.lines[0]?.codes ?? [];
    const redeemed = await certifications<object>(buyer, 'POST', `codes/${code}/redeem`);
    expect(redeemed.body.errors?.[0]?.code).toBe('226');
    expect(await years(buyer)).toEqual([]);
  });
});

describe('specialty of choice', () => {
  it('asks for a choice and is redeemed by choosing', async () => {
    const buyer = await newBuyer();
    const bought = await buy(buyer, [{ productId: 2101 }]);
    const [code = ''] = bought.lines[0]?.codes ?? [];
    expect((await certifications<object>(buyer, 'POST', `codes/${code}/redeem`)).body).toEqual({
      redirect: null,
      isSpecialityProduct: true,
      packageId: 'specialty-of-choice',
    });
    const choices = await certifications<{ packageId: string }[]>(buyer, 'GET', 'codes/packages/specialty-of-choice');
    expect(choices.body.map(({ packageId }) => packageId)).toContain('deep');
    const choose = (packageId: string) =>
      certifications<object>(buyer, 'POST', `codes/${code}/redeem/specialty?packageid=${packageId}`);
    expect((await choose('open-water')).body.errors?.[0]?.code).toBe('learning.code_other_package');
    expect((await choose('deep')).body).toEqual({
      redirect: '/training/course/deep',
      isSpecialityProduct: true,
      packageId: 'deep',
    });
    await grant(buyer, 'specialty-of-choice');
    expect(await unredeemed(buyer)).toHaveLength(1);
  });
});
