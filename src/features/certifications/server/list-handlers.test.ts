import { beforeEach, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { CardInfo } from '#features/certifications/shared/contract.ts';
import { levels } from '#domain/certification-levels.ts';
import {
  cardDay,
  createCertificationsFixture,
  isoDay,
  openWaterInfo,
} from '#test/support/api/certifications-testing.ts';
import { demoAffiliateIds, type DemoPersonName } from '#test/support/api/demo-people-testing.ts';

const portal = await testPortal();
const { call, clear, give, rows } = createCertificationsFixture(portal);
const list = async (as: DemoPersonName, path: string) => {
  const { status, body } = await call<CardInfo[]>(as, 'GET', path);
  expect(status).toBe(200);
  return body;
};
const namesOf = (cards: CardInfo[]) => cards.map(({ levelName }) => levelName);
const all = 'ecards/eCard/GetCardListConsumer';
const allPro = 'ecards/eCard/GetAllCardListPro';
const eCards = 'ecards/GeteCardListConsumer';
const eCardsPro = 'ecards/GetAlleCardListPro';

beforeEach(clear);

describe('listing certifications', () => {
  it('returns all list fields, newest first', async () => {
    const licenseID = await give('diver', 10);
    await give('diver', 53, { certDate: '2025-10-19', hasECard: false });
    await give('student', 40);
    const [suit, openWater, ...more] = await list('diver', all);
    expect(more).toEqual([]);
    expect(openWater).toEqual(openWaterInfo(licenseID));
    expect(suit).toMatchObject({ levelName: 'Dry Suit', certDate: '19-OCT-2025', hasECard: false });
  });

  it('includes them from their date on', async () => {
    await give('diver', 10, { certDate: isoDay(1) });
    await give('diver', 40, { certDate: isoDay(0) });
    for (const path of [all, eCards, 'ecards/GeteCardTopConsumer/5', 'certifications/certifications/me'])
      expect((await list('diver', path)).map(({ certDate }) => certDate)).toEqual([cardDay(0)]);
    expect((await call('diver', 'GET', `ecards/cards/1`)).status).toBe(404);
  });

  it('lists those with an eCard as eCards', async () => {
    await give('diver', 10);
    await give('diver', 53, { hasECard: false });
    expect(namesOf(await list('diver', eCards))).toEqual(['Open Water']);
  });

  it("uses the requested language, or the person's own", async () => {
    await give('diver', 10);
    const [name] = namesOf(await list('diver', `${all}?culture=de-DE`));
    expect(name).toBe(portal.services.messages.format('de-DE', 'certifications.level.open_water'));
    expect((await call('diver', 'GET', `${all}?culture=xx-XX`)).body.errors[0]).toMatchObject({ path: 'culture' });
  });

  it('marks revoked ones', async () => {
    const licenseID = await give('diver', 10);
    await rows("update certification set revoked_at = now(), revoked_reason = 'x' where license_id = $1", [licenseID]);
    expect(await list('diver', all)).toMatchObject([{ isRevoked: true }]);
    expect(await list('diver', 'ecards/GeteCardTopConsumer/5')).toEqual([]);
  });
});

it('shows a diver their own professional card in every list', async () => {
  await give('diver', 10);
  await give('diver', 70);
  for (const path of [all, eCards, 'ecards/GeteCardTopConsumer/5'])
    expect(namesOf(await list('diver', path)).toSorted()).toEqual(['Divemaster', 'Open Water']);
});

describe('professional lists', () => {
  beforeEach(async () => {
    for (const levelID of [10, 70, 80]) await give('instructor', levelID);
    await give('instructor', 53, { hasECard: false });
  });

  it('include professional cards', async () => {
    expect(namesOf(await list('instructor', allPro)).toSorted()).toEqual([
      'Divemaster',
      'Dry Suit',
      'Instructor',
      'Open Water',
    ]);
    expect(namesOf(await list('instructor', eCardsPro)).toSorted()).toEqual(['Divemaster', 'Instructor', 'Open Water']);
    expect(namesOf(await list('instructor', 'ecards/GeteCardTopPro/2'))).toEqual(['Instructor', 'Divemaster']);
  });

  it('exclude professional cards from the diver endpoints', async () => {
    expect(namesOf(await list('instructor', all)).toSorted()).toEqual(['Dry Suit', 'Open Water']);
    expect(namesOf(await list('instructor', eCards))).toEqual(['Open Water']);
    expect(namesOf(await list('instructor', 'ecards/GeteCardTopConsumer/5'))).toEqual(['Open Water']);
  });

  it.each(['diver', 'guardian', 'store', 'staff'] as const)('are rejected for a %s', async (as) => {
    for (const path of [allPro, eCardsPro, 'ecards/GeteCardTopPro/5'])
      expect((await call(as, 'GET', path)).body.errors[0]?.code).toBe('access.denied');
    for (const path of [all, eCards, 'ecards/GeteCardTopConsumer/5']) expect(await list(as, path)).toEqual([]);
  });

  it('filter by card group', async () => {
    const me = 'certifications/certifications/me';
    expect(namesOf(await list('instructor', me)).toSorted()).toEqual(['Dry Suit', 'Open Water']);
    expect(namesOf(await list('instructor', `${me}?cardGroupCode=card-group-pro`)).toSorted()).toEqual([
      'Divemaster',
      'Instructor',
    ]);
    await give('diver', 70);
    expect(namesOf(await list('diver', `${me}?cardGroupCode=card-group-pro`))).toEqual(['Divemaster']);
    await give('minor', 11);
    expect(await list('minor', me)).toEqual([]);
    expect(namesOf(await list('minor', `${me}?cardGroupCode=card-group-child`))).toEqual(['Junior Open Water']);
    expect(await list('minor', `${me}?cardGroupCode=nothing`)).toEqual([]);
  });
});

describe('top cards', () => {
  it('returns at most five, highest first', async () => {
    for (const levelID of [50, 51, 52, 10, 20, 30, 40]) await give('diver', levelID);
    for (const n of [5, 6, 1_000]) {
      const names = namesOf(await list('diver', `ecards/GeteCardTopConsumer/${n}`));
      expect(names.slice(0, 4)).toEqual(['Rescue', 'Advanced', 'Adventure Diver', 'Open Water']);
      expect(names).toHaveLength(5);
    }
    expect(namesOf(await list('diver', 'ecards/GeteCardTopConsumer/1'))).toEqual(['Rescue']);
  });

  it.each(['0', '-1', 'many', '1.5', '1001'])('rejects %s', async (n) => {
    const { status, body } = await call('diver', 'GET', `ecards/GeteCardTopConsumer/${n}`);
    expect([status, body.errors[0]?.path]).toEqual([400, 'n']);
  });
});

describe("another person's certifications", () => {
  const read = () =>
    rows<{ actor: number }>(
      "select actor_affiliate_id::int as actor from audit_entry where action = 'certifications.read' order by seq",
    );

  it('are visible to a guardian and staff, with an audit entry', async () => {
    await give('minor', 11);
    const before = (await read()).length;
    for (const as of ['guardian', 'staff'] as const)
      expect(namesOf(await list(as, `${all}?affiliateId=${demoAffiliateIds.minor}`))).toEqual(['Junior Open Water']);
    expect((await read()).slice(before)).toEqual([
      { actor: demoAffiliateIds.guardian },
      { actor: demoAffiliateIds.staff },
    ]);
    await list('minor', `${all}?affiliateId=${demoAffiliateIds.minor}`);
    expect(await read()).toHaveLength(before + 2);
  });

  it.each([all, eCards, 'ecards/GeteCardTopConsumer/5'])('return 404 for others: %s', async (path) => {
    await give('minor', 11);
    for (const as of ['diver', 'instructor', 'store'] as const)
      expect((await call(as, 'GET', `${path}?affiliateId=${demoAffiliateIds.minor}`)).status).toBe(404);
    expect((await call('instructor', 'GET', `${allPro}?affiliateId=${demoAffiliateIds.diver}`)).status).toBe(404);
    expect((await call('staff', 'GET', `${path}?affiliateId=999999`)).status).toBe(404);
  });

  it.each(['x', '0', '-4'])('reject the number %s', async (affiliateId) => {
    const { status, body } = await call('diver', 'GET', `${all}?affiliateId=${affiliateId}`);
    expect([status, body.errors[0]?.path]).toEqual([400, 'affiliateId']);
  });

  it('report yes or no to authorized readers', async () => {
    await give('minor', 11);
    const has = (as: DemoPersonName, of: DemoPersonName) =>
      call<{ hasCertification: boolean }>(as, 'GET', `certifications/certifications/${demoAffiliateIds[of]}`);
    expect((await has('minor', 'minor')).body).toEqual({ hasCertification: true });
    expect((await has('guardian', 'minor')).body).toEqual({ hasCertification: true });
    expect((await has('staff', 'student')).body).toEqual({ hasCertification: false });
    expect((await has('diver', 'minor')).status).toBe(404);
    await rows("update certification set revoked_at = now(), revoked_reason = 'x'");
    expect((await has('minor', 'minor')).body).toEqual({ hasCertification: false });
    await give('student', 10, { certDate: isoDay(3) });
    expect((await has('student', 'student')).body).toEqual({ hasCertification: false });
  });
});

describe('eCards for sale', () => {
  it('are those for divers, and for professionals also professional ones', async () => {
    const path = 'ecards/certification-cards?cardType=eCard';
    const ofDiver = await list('diver', path);
    expect(ofDiver).toHaveLength(levels.filter(({ group }) => group !== 'card-group-pro').length);
    expect(ofDiver[0]).toEqual({
      levelID: 10,
      eCardStockID: 35,
      levelName: 'Open Water',
      // The diver lives in Sweden.
      priceMinor: 37_000,
      currency: 'SEK',
      popularity: 1,
    });
    expect(await list('instructor', path)).toHaveLength(levels.length);
  });

  it('can be filtered by kind', async () => {
    for (const query of ['', '?cardType=plastic'])
      expect((await call('diver', 'GET', `ecards/certification-cards${query}`)).body.errors[0]).toMatchObject({
        code: 'request.invalid',
        path: 'cardType',
      });
  });
});
