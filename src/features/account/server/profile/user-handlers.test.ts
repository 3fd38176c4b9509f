import { beforeEach, describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { Profile } from '#features/account/shared/profile-contract.ts';

const portal = await testPortal();
const { db } = portal.services.database;

const people = {
  diver: 400_001,
  student: 400_002,
  minor: 400_003,
  guardian: 400_004,
  instructor: 400_005,
  store: 400_007,
  staff: 400_008,
};
type PersonName = keyof typeof people;
const emailOf = (name: PersonName) => `${name}@demo.test`;
const bodies = {
  diver: { firstName: 'Maren', middleName: '', lastName: 'Lindqvist', birthDate: '1987-05-21', gender: 'Female' },
  minor: { firstName: 'Ida', middleName: '', lastName: 'Okafor', birthDate: '2014-03-09', gender: 'Female' },
};

const update = (as: PersonName, of: keyof typeof bodies, changed: object = {}, path = emailOf(of)) =>
  portal.request(emailOf(as), 'PUT', `/api/account/user/update/${path}`, {
    affiliateId: people[of],
    ...bodies[of],
    ...changed,
  });
const rowOf = (name: PersonName) =>
  db
    .selectFrom('person')
    .select(['given_name', 'middle_name', 'family_name', 'birthdate', 'gender', 'version', 'email', 'sub'])
    .where('affiliate_id', '=', people[name])
    .executeTakeFirstOrThrow();
const auditOf = (action: string) => db.selectFrom('audit_entry').selectAll().where('action', '=', action).execute();

describe('PUT user/update/{email}', () => {
  beforeEach(async () => {
    await update('staff', 'diver');
    await update('staff', 'minor');
  });

  it('changes name and gender, and the copy at the account service', async () => {
    const { version } = await rowOf('diver');
    const changed = {
      firstName: ' Märta ',
      middleName: 'Ann',
      lastName: 'Öberg',
      gender: 'Prefer not to say',
    };
    const answer = await update('diver', 'diver', { ...changed, version, clientId: 'portal' });
    expect(answer.json()).toEqual({ version: version + 1 });
    const stored = {
      given_name: 'Märta',
      middle_name: 'Ann',
      family_name: 'Öberg',
      birthdate: '1987-05-21',
      gender: 'Prefer not to say',
    };
    const { sub, email, ...row } = await rowOf('diver');
    expect(row).toEqual({ ...stored, version: version + 1 });
    expect(email).toBe('diver@demo.test');
    expect(await db.selectFrom('account').selectAll().where('sub', '=', sub).executeTakeFirstOrThrow()).toMatchObject(
      stored,
    );
  });

  it('changes the name of a person with an external account', async () => {
    await db.updateTable('person').set({ sub: 'auth0|77' }).where('affiliate_id', '=', people.student).execute();
    const { birthdate: birthDate } = await rowOf('student');
    const body = { ...bodies.diver, affiliateId: people.student, firstName: 'Jonas', birthDate };
    const answer = await portal.request(emailOf('student'), 'PUT', '/api/account/user/update/student@demo.test', body);
    expect(answer.statusCode).toBe(200);
    expect(await rowOf('student')).toMatchObject({ given_name: 'Jonas' });
  });

  it('identifies the person by email in any case', async () => {
    expect((await update('diver', 'diver', {}, 'DIVER@Demo.test')).statusCode).toBe(200);
    expect((await update('diver', 'diver', { firstName: 'X' }, 'student@demo.test')).statusCode).toBe(404);
    expect(await rowOf('diver')).toMatchObject({ given_name: 'Maren' });
  });

  it('identifies a child without an email address by sub or affiliate id', async () => {
    const { sub } = await rowOf('minor');
    const setEmail = (email: string | null) =>
      db.updateTable('person').set({ email }).where('affiliate_id', '=', people.minor).execute();
    await setEmail(null);
    const answers = [];
    for (const path of [sub, String(people.minor), 'null', emailOf('minor')])
      answers.push((await update('guardian', 'minor', {}, path)).statusCode);
    await setEmail(emailOf('minor'));
    expect(answers).toEqual([200, 200, 404, 404]);
  });

  it('returns 409 with the current values for a stale version, and stores nothing', async () => {
    const { version } = await rowOf('diver');
    await update('diver', 'diver', { lastName: 'Öberg', gender: null, version });
    const stale = await update('diver', 'diver', { firstName: 'Märta', version });
    expect(stale.statusCode).toBe(409);
    expect(stale.json<{ errors: unknown[] }>().errors).toEqual([
      { code: 'account.stale', message: 'account.stale', path: 'firstName', now: 'Maren' },
      { code: 'account.stale', message: 'account.stale', path: 'lastName', now: 'Öberg' },
      { code: 'account.stale', message: 'account.stale', path: 'gender', now: '' },
    ]);
    expect(await rowOf('diver')).toMatchObject({ given_name: 'Maren', family_name: 'Öberg', version: version + 1 });
  });

  it('accepts a repeated request after a lost response', async () => {
    const { version } = await rowOf('diver');
    const first = await update('diver', 'diver', { lastName: 'Öberg', version });
    const second = await update('diver', 'diver', { lastName: 'Öberg', version });
    expect([first.json(), second.json()]).toEqual([{ version: version + 1 }, { version: version + 1 }]);
  });

  it.each([
    ['no first name', { firstName: '  ' }, 'firstName', 'account.first_name.missing'],
    ['no last name', { lastName: '' }, 'lastName', 'account.last_name.missing'],
    ['a name of 101 letters', { middleName: 'x'.repeat(101) }, 'middleName', 'account.name.too_long'],
    ['no birthdate', { birthDate: null }, 'birthDate', 'account.birthdate.invalid'],
    ['the 31st of April', { birthDate: '1990-04-31' }, 'birthDate', 'account.birthdate.invalid'],
    ['29 February of a common year', { birthDate: '1990-02-29' }, 'birthDate', 'account.birthdate.invalid'],
    ['a birthdate in the future', { birthDate: '2999-01-01' }, 'birthDate', 'account.birthdate.future'],
    ['a birthdate of long ago', { birthDate: '1899-12-31' }, 'birthDate', 'account.birthdate.too_old'],
    ['an unknown gender', { gender: 'Diver' }, 'gender', expect.any(String)],
    ['another email', { email: 'new@demo.test' }, 'email', expect.any(String)],
    ['a chosen role', { affiliateTypeId: affiliateType.staff }, 'affiliateTypeId', expect.any(String)],
  ])('rejects %s with its field, and stores nothing', async (_name, changed, path, message) => {
    const before = await rowOf('diver');
    const answer = await update('diver', 'diver', changed);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ errors: [{ code: 'request.invalid', path, message }] });
    expect(await rowOf('diver')).toEqual(before);
  });

  it('accepts a store without a last name and birthdate', async () => {
    const body = {
      affiliateId: people.store,
      firstName: 'Kelder Bay Divers',
      lastName: '',
      birthDate: null,
      gender: null,
    };
    const answer = await portal.request(emailOf('store'), 'PUT', '/api/account/user/update/store@demo.test', body);
    expect(answer.statusCode).toBe(200);
  });

  it('returns 404 for other people', async () => {
    const before = [await rowOf('diver'), await rowOf('minor')];
    expect((await update('student', 'diver', { firstName: 'X' })).statusCode).toBe(404);
    expect((await update('instructor', 'minor', { firstName: 'X' })).statusCode).toBe(404);
    expect([await rowOf('diver'), await rowOf('minor')]).toEqual(before);
  });

  it('audits changes by the guardian or staff, without the name', async () => {
    const before = (await auditOf('profile.changed')).length;
    await update('guardian', 'minor', { firstName: 'Canary' });
    await update('staff', 'diver', { firstName: 'Canary' });
    await update('diver', 'diver', { firstName: 'Maren' });
    const entries = (await auditOf('profile.changed')).slice(before);
    expect(entries.map(({ actor_affiliate_id: actor, subject, data }) => ({ actor, subject, data }))).toEqual([
      {
        actor: people.guardian,
        subject: `person:${people.minor}`,
        data: { relation: 'guardian', fields: ['firstName'] },
      },
      { actor: people.staff, subject: `person:${people.diver}`, data: { relation: 'staff', fields: ['firstName'] } },
    ]);
  });

  it.each([
    ['a guardian makes a child an adult', 'guardian', 'minor', '2008-03-09'],
    ['a guardian makes a child younger', 'guardian', 'minor', '2014-03-10'],
    ['a minor becomes older', 'minor', 'minor', '2014-03-08'],
    ['an adult becomes a minor', 'diver', 'diver', '2020-05-21'],
    ['an adult changes a day', 'diver', 'diver', '1987-05-22'],
    ['staff change it without a reason', 'staff', 'diver', '1987-05-22'],
  ] as const)('rejects a change of a birthdate on file: %s', async (_name, as, of, birthDate) => {
    const before = await rowOf(of);
    const answer = await update(as, of, { birthDate, firstName: 'X' });
    expect([answer.statusCode, answer.json<{ errors: unknown[] }>().errors]).toEqual([
      403,
      [expect.objectContaining({ code: 'account.birthdate_on_file', path: 'birthDate' })],
    ]);
    expect(await rowOf(of)).toEqual(before);
    expect((await update(as, of)).statusCode).toBe(200);
  });

  it('returns 404 for an erased person, also for staff', async () => {
    const { sub } = await rowOf('diver');
    const setSub = (to: string) =>
      db.updateTable('person').set({ sub: to }).where('affiliate_id', '=', people.diver).execute();
    await setSub(`erased:${sub}`);
    const answers = [await update('staff', 'diver', { firstName: 'X' }), await update('diver', 'diver')];
    await setSub(sub);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
    expect(await rowOf('diver')).toMatchObject({ given_name: 'Maren' });
  });
});

describe('GET user/family', () => {
  it('lists the guardian’s minor children', async () => {
    const family = async (as: PersonName) =>
      (await portal.request(emailOf(as), 'GET', '/api/account/user/family')).json();
    await db.insertInto('guardian_link').values({ affiliate_id: people.diver, guardian_id: people.guardian }).execute();
    await update('staff', 'minor', { middleName: 'Joy' });
    expect(await family('guardian')).toEqual([
      { affiliateId: people.minor, fullName: 'Ida Joy Okafor', firstName: 'Ida' },
    ]);
    expect(await family('minor')).toEqual([]);
    expect(await family('staff')).toEqual([]);
  });
});

describe('PUT user/update/phone/{email}', () => {
  const phone = (as: PersonName, of: PersonName, phoneNumber: string, more: object = {}) =>
    portal.request(emailOf(as), 'PUT', `/api/account/user/update/phone/${emailOf(of)}`, {
      affiliateId: people[of],
      phoneNumber,
      ...more,
    });
  const changes = () => db.selectFrom('phone_change').selectAll().orderBy('seq').execute();
  const numberOf = async (name: PersonName) =>
    (await portal.request(emailOf(name), 'GET', `/api/global/profiles/${people[name]}?profile=true`)).json<Profile>()
      .profile?.phoneNumber;

  it.each([
    ['+46 31 390 06 21', '+46313900621'],
    ['031-390 06 22', '+46313900622'],
    ['0046 31 390 06 23', '+46313900623'],
    ['+1 (808) 555-0142', '+18085550142'],
  ])('stores %s as %s', async (typed, stored) => {
    expect((await phone('diver', 'diver', typed)).json()).toMatchObject({ phoneNumber: stored });
    expect(await numberOf('diver')).toBe(stored);
  });

  it('removes the number with an empty one, and enqueues a sync job for each change', async () => {
    await phone('diver', 'diver', '+46313900630');
    const before = await changes();
    const removed = (await phone('diver', 'diver', '')).json<{ version: number }>();
    expect(removed).toMatchObject({ phoneNumber: null });
    expect(await numberOf('diver')).toBe(null);
    expect((await phone('diver', 'diver', ' ')).json()).toEqual(removed);
    expect((await phone('diver', 'diver', '+46313900631')).json()).toMatchObject({ version: removed.version + 1 });
    expect(await changes()).toHaveLength(before.length + 2);
    const jobs = await portal.services.database.pool.query(
      "select data from pgboss.job where name = 'account.sync-phone' and (data ->> 'affiliateId')::int = $1",
      [people.diver],
    );
    expect(jobs.rows.length).toBe((await changes()).filter((row) => row.affiliate_id === people.diver).length);
  });

  it('returns 409 with the current number for a stale version', async () => {
    const { version } = (await phone('diver', 'diver', '+46313900640')).json<{ version: number }>();
    await phone('diver', 'diver', '+46313900641', { version });
    const stale = await phone('diver', 'diver', '+46313900642', { version });
    expect(stale.statusCode).toBe(409);
    expect(stale.json()).toMatchObject({
      errors: [{ code: 'account.stale', message: 'account.stale', path: 'phoneNumber', now: '+46313900641' }],
    });
    expect(await numberOf('diver')).toBe('+46313900641');
  });

  it.each(['12', '+46 31', '+999 123456789', 'call me', '031-390 06 22 ext. 5', '+46313900621 and +46313900622'])(
    'rejects the invalid number %s with its field, and stores nothing',
    async (typed) => {
      const before = await changes();
      const answer = await phone('diver', 'diver', typed);
      expect(answer.statusCode).toBe(422);
      expect(answer.json()).toMatchObject({ errors: [{ code: 'account.phone_wrong', path: 'phoneNumber' }] });
      expect(await changes()).toEqual(before);
    },
  );

  it('rejects a number without a country prefix if there is no address', async () => {
    await db.deleteFrom('mailing_address').where('affiliate_id', '=', people.student).execute();
    expect((await phone('student', 'student', '040 66969 0124')).statusCode).toBe(422);
    expect((await phone('student', 'student', '+49 40 66969 0124')).statusCode).toBe(200);
  });

  it('is allowed for a child’s guardian, which is audited, and returns 404 for other people', async () => {
    expect((await phone('guardian', 'minor', '+441914980199')).statusCode).toBe(200);
    expect(await auditOf('phone.changed')).toHaveLength(1);
    expect((await phone('student', 'diver', '+441914980198')).statusCode).toBe(404);
    expect((await phone('instructor', 'minor', '+441914980198')).statusCode).toBe(404);
    expect(await numberOf('minor')).toBe('+441914980199');
  });
});
