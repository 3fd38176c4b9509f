import { describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { createCertificationsFixture } from '#test/support/api/certifications-testing.ts';
import { demoAffiliateIds, type DemoPersonName } from '#test/support/api/demo-people-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { FoundPerson, PersonFile } from '#features/association/shared/contract.ts';

const portal = await testPortal();
const { call, rows } = createCertificationsFixture(portal);
const search = async (typed: string, query = '') =>
  (await call<{ items: FoundPerson[]; total: number }>('staff', 'GET', find(typed, query))).body;
const find = (typed: string, query = '') => `desk/people?search=${encodeURIComponent(typed)}${query}`;
const idsOf = async (typed: string, query?: string) =>
  (await search(typed, query)).items.map(({ affiliateId }) => affiliateId);
const open = (affiliateId: number | string) => call<PersonFile>('staff', 'GET', `desk/people/${affiliateId}`);
const newestEntry = async () =>
  (await rows<Record<string, unknown>>('select * from audit_entry order by seq desc limit 1'))[0];
const invite = async (
  givenName: string,
  family: string,
  email: string | null = null,
  type: number = affiliateType.diver,
) =>
  Number(
    (
      await rows<{ id: number }>(
        `insert into person (sub, given_name, family_name, email, affiliate_type_id)
         values (gen_random_uuid(), $1, $2, $3, $4) returning affiliate_id as id`,
        [givenName, family, email, type],
      )
    )[0]?.id,
  );

describe('GET people', () => {
  it.each(['diver', 'instructor', 'store', 'guardian', null] as (DemoPersonName | null)[])(
    'returns 401 or 403 to %s',
    async (as) => {
      const before = await newestEntry();
      expect((await call(as, 'GET', find('Maren'))).status).toBe(as === null ? 401 : 403);
      expect((await call(as, 'GET', `desk/people/${demoAffiliateIds.diver}`)).status).toBe(as === null ? 401 : 403);
      expect(await newestEntry()).toEqual(before);
    },
  );

  it('finds people by every word of the name, ignoring case and accents', async () => {
    expect(await idsOf('tomas')).toEqual([demoAffiliateIds.instructor]);
    expect(await idsOf('TOMÁS rey')).toEqual([demoAffiliateIds.instructor]);
    expect(await idsOf('reyes tomas')).toEqual([demoAffiliateIds.instructor]);
    expect(await idsOf('tomas lindqvist')).toEqual([]);
    const [soren, kosar] = [await invite('Søren', 'O’Brien'), await invite('كوثر', 'المنصور')];
    expect(await idsOf("soren o'brien")).toEqual([soren]);
    expect(await idsOf('كَوثر')).toEqual([kosar]);
  });

  it('escapes pattern characters', async () => {
    const odd = await invite('Percival_%', 'Quoit');
    expect(await idsOf('percival_%')).toEqual([odd]);
    expect(await idsOf('percivalx')).toEqual([]);
    expect(await idsOf('%')).toEqual([]);
    expect(await idsOf('percival %')).toEqual([odd]);
  });

  it('finds people by part of the email and by complete numbers only', async () => {
    expect(await idsOf('DIVER@demo.test')).toEqual([demoAffiliateIds.diver]);
    expect((await idsOf('@demo.te')).length).toBeGreaterThan(5);
    expect(await idsOf('400001')).toEqual([demoAffiliateIds.diver]);
    expect(await idsOf('#400001')).toEqual([demoAffiliateIds.diver]);
    expect(await idsOf('100001')).toEqual([demoAffiliateIds.instructor]);
    expect(await idsOf('20001')).toEqual([demoAffiliateIds.store]);
    expect(await idsOf('40000')).toEqual([]);
    expect(await idsOf('999999999999999')).toEqual([]);
  });

  it('filters by kind', async () => {
    expect(await idsOf('400005', '&kind=professional')).toEqual([demoAffiliateIds.instructor]);
    expect(await idsOf('400005', '&kind=diver')).toEqual([]);
    expect(await idsOf('kelder', '&kind=store')).toEqual([demoAffiliateIds.store]);
  });

  it("returns the person's details", async () => {
    expect((await search('400003')).items).toEqual([
      {
        affiliateId: demoAffiliateIds.minor,
        name: 'Ida Okafor',
        role: 'diver',
        email: 'minor@demo.test',
        birthdate: '2014-03-09',
        isMinor: true,
        memberNumber: null,
        memberStatus: null,
        storeNumber: null,
        city: expect.any(String),
        country: expect.any(String),
      },
    ]);
  });

  it('does not find erased people', async () => {
    const erased = await invite('Wendeline', 'Quaver', 'wendeline@demo.test');
    expect(await idsOf('wendeline')).toEqual([erased]);
    await rows("update person set sub = 'erased:' || gen_random_uuid() where affiliate_id = $1", [erased]);
    for (const typed of ['wendeline', 'wendeline@demo.test', String(erased)]) expect(await idsOf(typed)).toEqual([]);
    expect((await open(erased)).status).toBe(404);
  });

  it('returns pages, with names that start with the search first', async () => {
    await rows(`insert into person (sub, given_name, family_name)
      select gen_random_uuid(), 'Zzyla' || n, 'Paged' from generate_series(100, 160) n`);
    const last = await invite('Paged', 'Aaa');
    const [first, second] = [await search('paged'), await search('paged', '&page=2')];
    expect([first.total, first.items.length, second.total, second.items.length]).toEqual([62, 50, 62, 12]);
    expect(first.items[0]?.affiliateId).toBe(last);
    const all = [...first.items, ...second.items].map(({ affiliateId }) => affiliateId);
    expect(new Set(all).size).toBe(62);
    expect(await search('paged', '&page=3')).toEqual({ items: [], total: 62, hasMoreMatches: false });
  });

  it('returns names that begin with the text first, then family names, then names that contain it', async () => {
    const contains = await invite('Quenna', 'Vexmora');
    const family = await invite('Aldo', 'Vexmo');
    const given = await invite('Vexmon', 'Zuri');
    const exact = await invite('Vexmo', 'Aa');
    const middle = await invite('Bela', 'Quist');
    await rows("update person set middle_name = 'Vexmo' where affiliate_id = $1", [middle]);
    expect(await idsOf('vexmo')).toEqual([exact, given, family, contains, middle]);
    expect(await idsOf('exmor')).toEqual([contains]);
    expect(await idsOf('VEXMO aldo')).toEqual([family]);
    expect(await idsOf('aldo ve')).toEqual([family]);
    expect(await idsOf('bela qui')).toEqual([middle]);
    expect(await idsOf('vex aldo')).toEqual([family]);
    expect(await idsOf('quist bela vex')).toEqual([middle]);
  });

  it('finds one or two letters at the beginning of a word only', async () => {
    const person = await invite('Yxeline', 'Wqorth');
    expect(await idsOf('yx')).toEqual([person]);
    expect(await idsOf('wq')).toEqual([person]);
    expect(await idsOf('yx w')).toEqual([person]);
    expect(await idsOf('xe')).not.toContain(person);
    expect(await idsOf('qo')).not.toContain(person);
  });

  it('follows a change of the name', async () => {
    const person = await invite('Ottoline', 'Brezhny');
    await rows("update person set family_name = 'Umlåuf' where affiliate_id = $1", [person]);
    expect(await idsOf('brezhny')).toEqual([]);
    expect(await idsOf('umlauf')).toEqual([person]);
  });

  it('returns at most 500 matches and says that there are more', async () => {
    await rows(`insert into person (sub, given_name, family_name)
      select gen_random_uuid(), 'Crowd' || n, 'Ofpeople' from generate_series(1001, 1500) n`);
    expect(await search('crowd')).toMatchObject({ total: 500, hasMoreMatches: false });
    await invite('Crowd', 'Zz', 'crowd-zz@crowd.test');
    expect(await search('crowd')).toMatchObject({ total: 500, hasMoreMatches: true });
    expect((await search('crowd', '&page=10')).items).toHaveLength(50);
    expect((await search('crowd', '&page=11')).items).toEqual([]);
  });

  it('returns addresses that begin with the text first', async () => {
    const contains = await invite('Ab', 'Mailer', 'x.zed@mail-order.test');
    const starts = await invite('Cd', 'Mailer', 'Zed@mail-order.test');
    expect(await idsOf('zed@MAIL')).toEqual([starts, contains]);
  });

  it('is audited without the search text', async () => {
    await search('Lindqvist');
    const entry = await newestEntry();
    expect(entry).toMatchObject({
      action: 'person.search',
      subject: 'search',
      data: { length: 9, hits: 1, page: 1, kind: 'all' },
    });
    expect(Number(entry?.['actor_affiliate_id'])).toBe(demoAffiliateIds.staff);
    expect(JSON.stringify(entry)).not.toContain('indqvist');
  });

  it.each([
    ['', 'search'],
    [`?search=${'x'.repeat(101)}`, 'search'],
    ['?search=%20', 'search'],
    ['?search=a%00b', 'search'],
    ['?search=a&page=0', 'page'],
    ['?search=a&page=1000000', 'page'],
    ['?search=a&kind=pirate', 'kind'],
    ['?search=a&order=name', 'order'],
  ])('returns 400 for %j and records nothing', async (query, path) => {
    const before = await newestEntry();
    const { status, body } = await call('staff', 'GET', `desk/people${query}`);
    expect([status, body.errors[0]?.path]).toEqual([400, path]);
    expect(await newestEntry()).toEqual(before);
  });
});

describe('GET people/{affiliateId}', () => {
  it("returns the person's data and records the access", async () => {
    const { body } = await open(demoAffiliateIds.minor);
    expect(body).toMatchObject({
      affiliateId: demoAffiliateIds.minor,
      name: 'Ida Okafor',
      isMinor: true,
      language: 'en-US',
      guardians: [{ affiliateId: demoAffiliateIds.guardian, name: 'Adaeze Okafor' }],
      children: [],
      counts: { dives: expect.any(Number), forms: expect.any(Number), orders: expect.any(Number) },
    });
    expect((await open(demoAffiliateIds.guardian)).body.children).toMatchObject([
      { affiliateId: demoAffiliateIds.minor },
    ]);
    expect(await newestEntry()).toMatchObject({
      action: 'person.read',
      subject: `person:${demoAffiliateIds.guardian}`,
    });
  });

  it('returns cards and submitted applications', async () => {
    const id = await invite('Nalu', 'Kai');
    await rows(`insert into certification (affiliate_id, level_id, cert_date) values ($1, 10, '2024-06-08')`, [id]);
    await rows(
      `insert into application (affiliate_id, type_id, state, instructor_id) values ($1, 1, 'SubmittedToInstructor', $2)`,
      [id, demoAffiliateIds.instructor],
    );
    const [type] = await rows<{ type_id: number }>('select type_id from application where affiliate_id = $1', [id]);
    expect(type?.type_id).toBe(1);
    const { body } = await open(id);
    expect(body.certifications).toMatchObject([
      { levelID: 10, name: 'Open Water', certDate: '08-JUN-2024', isRevoked: false },
    ]);
    expect(body.applications).toMatchObject([{ name: 'Divemaster', state: 'SubmittedToInstructor' }]);
    await rows("update application set state = 'Draft' where affiliate_id = $1", [id]);
    expect((await open(id)).body.applications).toEqual([]);
  });

  it.each([['0'], ['x'], ['1.5'], ['-1'], ['99999999999999999999']])('returns 400 for %j', async (id) => {
    const { status, body } = await open(id);
    expect([status, body.errors[0]?.path]).toEqual([400, 'affiliateId']);
  });

  it('returns 404 for an unknown number', async () => {
    const before = await newestEntry();
    expect((await open(999_999_999)).status).toBe(404);
    expect(await newestEntry()).toEqual(before);
  });
});
