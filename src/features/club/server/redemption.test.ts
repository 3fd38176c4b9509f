import { describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { toIsoDate, addDays } from '#platform/shared/dates.ts';
import { createClubFixture } from '#test/support/api/club-testing.ts';

const portal = await testPortal();
const { pool } = portal.services.database;
const { newDiver, certify, read, join, buy, noticeKindsOf } = createClubFixture(portal);
const openWater = { levelID: 10, stockId: 35 };

async function approvePhoto(affiliateId: number, status: 'approved' | 'pending' = 'approved'): Promise<void> {
  await pool.query(
    `insert into person_photo (affiliate_id, file_key, status, uploaded_by, decided_at)
     values ($1, 'photos/x.jpg', $2, $1, case when $2 = 'approved' then now() end)`,
    [affiliateId, status],
  );
}

async function licenseOf(affiliateId: number, levelID = openWater.levelID): Promise<number> {
  const { rows } = await pool.query<{ license_id: number }>(
    'select license_id from certification where affiliate_id = $1 and level_id = $2',
    [affiliateId, levelID],
  );
  return rows[0]?.license_id ?? 0;
}

/** A member in the first year, with an approved photo and an Open Water certification without eCard. */
async function newMember() {
  const diver = await newDiver();
  await approvePhoto(diver.affiliateId);
  await buy(diver.email, 'first');
  return { ...diver, licenseID: await licenseOf(diver.affiliateId) };
}

async function redeem(
  { email, affiliateId }: { email: string; affiliateId: number },
  licenseID: number,
  stockId = openWater.stockId,
  changed: { sub?: string; affiliate_id?: number } = {},
) {
  const { rows } = await pool.query<{ sub: string }>('select sub from person where affiliate_id = $1', [affiliateId]);
  return portal.request(email, 'POST', '/api/ecards/ecardRedemption', {
    metadata: { correlationId: 'c-1', domain: 'portal.example' },
    data: {
      sub: changed.sub ?? rows[0]?.sub,
      current_redemption: {
        name: 'Bluewater Club',
        product_id: stockId,
        certification_id: licenseID,
        certification_name: 'Open Water Diver',
        affiliate_id: changed.affiliate_id ?? affiliateId,
        ecard_stock_id: stockId,
      },
    },
  });
}

async function expectNothing(affiliateId: number): Promise<void> {
  const { rows } = await pool.query(
    `select (select count(*)::int from certification where affiliate_id = $1 and ecard_source = 'redemption') as cards,
       (select count(*)::int from membership_period where affiliate_id = $1 and ecard_license_id is not null) as years`,
    [affiliateId],
  );
  expect(rows).toEqual([{ cards: 0, years: 0 }]);
}

describe('POST ecardRedemption', () => {
  it('issues the eCard, counts the saving and notifies the member', async () => {
    const member = await newMember();
    const answer = await redeem(member, member.licenseID);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { licenseID: member.licenseID, redeemedDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    ]);
    const page = await read(member.email);
    expect(page.ecard).toEqual({
      isRedeemed: true,
      licenseID: member.licenseID,
      levelID: 10,
      levelName: expect.stringContaining('Open Water'),
      on: toIsoDate(new Date()),
      saved: { minor: 3495, currency: 'USD' },
    });
    expect(page.history[0]?.saved.minor).toBe(3495);
    expect(page.choices).toMatchObject([{ licenseID: member.licenseID, refusal: 'club.has_ecard' }]);
    expect(await noticeKindsOf(member.affiliateId)).toEqual(['club.joined', 'club.ecard_redeemed']);
    const { rows } = await pool.query('select ecard_source from certification where license_id = $1', [
      member.licenseID,
    ]);
    expect(rows).toEqual([{ ecard_source: 'redemption' }]);
  });

  it('issues one eCard when requested concurrently', async () => {
    const member = await newMember();
    const other = await certify(member.affiliateId, 30);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 === 0 ? redeem(member, member.licenseID) : redeem(member, other, 46),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const codes = answers.filter(({ statusCode }) => statusCode !== 200).map((answer) => answer.json().errors[0].code);
    expect(new Set(codes)).toEqual(new Set(['club.already_redeemed']));
    const { rowCount } = await pool.query(
      `select from certification where affiliate_id = $1 and ecard_source = 'redemption'`,
      [member.affiliateId],
    );
    expect(rowCount).toBe(1);
  });

  it('returns 409 without a membership and in a trial', async () => {
    const today = toIsoDate(new Date());
    const diver = await newDiver(addDays(today, -3));
    await approvePhoto(diver.affiliateId);
    const licenseID = await licenseOf(diver.affiliateId);
    expect((await redeem(diver, licenseID)).json().errors[0].code).toBe('club.not_member');
    await join(diver.email, 'trial');
    const inTrial = await redeem(diver, licenseID);
    expect([inTrial.statusCode, inTrial.json().errors[0].code]).toEqual([409, 'club.not_member']);
    await expectNothing(diver.affiliateId);
  });

  it('returns an error without an approved photo', async () => {
    const diver = await newDiver();
    await buy(diver.email, 'first');
    const licenseID = await licenseOf(diver.affiliateId);
    expect((await redeem(diver, licenseID)).json().errors[0].code).toBe('club.no_photo');
    await approvePhoto(diver.affiliateId, 'pending');
    expect((await redeem(diver, licenseID)).json().errors[0].code).toBe('club.no_photo');
    expect(await read(diver.email)).toMatchObject({ photo: 'pending', choices: [{ refusal: 'club.no_photo' }] });
    await expectNothing(diver.affiliateId);
    await approvePhoto(diver.affiliateId);
    expect((await redeem(diver, licenseID)).statusCode).toBe(200);
  });

  it('returns an error for a level without the benefit and for one with an eCard', async () => {
    const member = await newMember();
    const ice = await certify(member.affiliateId, 56);
    const answer = await redeem(member, ice, 63);
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([422, 'club.not_eligible_level']);
    await pool.query(
      `update certification set ecard_at = now(), ecard_source = 'order', code = '7KQ2-9XMD-4T' where license_id = $1`,
      [member.licenseID],
    );
    expect((await redeem(member, member.licenseID)).json().errors[0].code).toBe('club.has_ecard');
    await expectNothing(member.affiliateId);
  });

  it("returns an error for other people's, unknown or mismatching certifications", async () => {
    const [member, other] = [await newMember(), await newMember()];
    const lost = await certify(member.affiliateId, 40);
    await pool.query(
      `update certification set revoked_at = now(), revoked_reason = 'A mistake.' where license_id = $1`,
      [lost],
    );
    const future = await certify(member.affiliateId, 51, addDays(toIsoDate(new Date()), 2));
    const { affiliateId, licenseID } = member;
    const where = 'data.current_redemption.';
    for (const [answer, status, code, path] of [
      [await redeem(member, other.licenseID), 404, 'not_found', `${where}certification_id`],
      [await redeem(member, 999_999_999), 404, 'not_found', `${where}certification_id`],
      [await redeem(member, lost, 47), 404, 'not_found', `${where}certification_id`],
      [await redeem(member, future, 58), 404, 'not_found', `${where}certification_id`],
      [await redeem(member, licenseID, 46), 400, 'request.invalid', `${where}ecard_stock_id`],
      [await redeem(member, licenseID, 35, { sub: 'somebody' }), 404, 'not_found', 'data.sub'],
      [
        await redeem(member, licenseID, 35, { affiliate_id: other.affiliateId }),
        404,
        'not_found',
        `${where}affiliate_id`,
      ],
    ] as const)
      expect([answer.statusCode, answer.json().errors[0]]).toMatchObject([status, { code, path }]);
    await expectNothing(affiliateId);
    await expectNothing(other.affiliateId);
  });

  it.each([
    ['nothing', {}],
    ['a fraction', { certification_id: 1.5 }],
    ['words', { ecard_stock_id: 'thirty' }],
    ['unknown fields', { price: 0 }],
  ])('returns 400 for %s', async (_name, redemption) => {
    const answer = await portal.request('diver@demo.test', 'POST', '/api/ecards/ecardRedemption', {
      metadata: { correlationId: '', domain: '' },
      data: { sub: 'x', current_redemption: redemption },
    });
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([400, 'request.invalid']);
  });
});
