import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { scrubResponse } from '#platform/server/observability/scrub.ts';
import type { Profile } from '#features/account/shared/profile-contract.ts';

const portal = await testPortal();
const { db } = portal.services.database;

const people = {
  diver: 400_001,
  student: 400_002,
  minor: 400_003,
  guardian: 400_004,
  instructor: 400_005,
  staff: 400_008,
};
type PersonName = keyof typeof people;
const emailOf = (name: PersonName) => `${name}@demo.test`;

const street = 'Canary Lane 77';
const address = {
  addressLine1: street,
  addressLine2: 'Apt 3',
  city: 'Hilo',
  countryId: 'US',
  stateId: 'US-HI',
  postalCode: '96720',
};

const read = (as: PersonName, of: PersonName, query = '?profile=true') =>
  portal.request(emailOf(as), 'GET', `/api/global/profiles/${people[of]}${query}`);
const save = (as: PersonName, of: PersonName, changed: object = {}) =>
  portal.request(emailOf(as), 'POST', `/api/global/profiles/${people[of]}/MailingAddress`, { ...address, ...changed });
const versionOf = async (name: PersonName) => (await read(name, name)).json<Profile>().profile?.addressVersion;
const cityOf = async (name: PersonName) => {
  const query = db.selectFrom('person').select(['city', 'country']).where('affiliate_id', '=', people[name]);
  return query.executeTakeFirstOrThrow();
};
const auditOf = (action: string) =>
  db.selectFrom('audit_entry').selectAll().where('action', '=', action).orderBy('seq').execute();
const storedAddresses = async () =>
  (await db.selectFrom('mailing_address').selectAll().orderBy('affiliate_id').execute()).map(
    (row) => row.sealed_address,
  );

describe('GET profiles/{affiliateId}', () => {
  it('returns the specified fields, with names in the reader’s language', async () => {
    const answer = await portal.app.inject({
      url: `/api/global/profiles/${people.diver}`,
      headers: { ...(await portal.headersOf(emailOf('diver'))), 'accept-language': 'de' },
    });
    expect(answer.json()).toEqual({
      affiliateId: people.diver,
      fullName: 'Maren Lindqvist',
      dob: '1987-05-21',
      gender: 'Female',
      mailingAddress: {
        addressLine1: 'Klippgången 14',
        addressLine2: '',
        city: 'Gothenburg',
        country: 'Schweden',
        countryId: 'SE',
        postalCode: '413 00',
        postalCodeRequired: true,
        state: null,
        stateId: null,
      },
      profile: null,
    });
  });

  it('returns the profile page’s fields on request', async () => {
    expect((await read('diver', 'diver')).json()).toMatchObject({
      profile: {
        firstName: 'Maren',
        middleName: '',
        lastName: 'Lindqvist',
        email: 'diver@demo.test',
        phoneNumber: '+46313900612',
        photo: null,
        affiliateTypeId: affiliateType.diver,
        isMinor: false,
        relation: 'self',
        version: 1,
        addressVersion: 1,
        phoneVersion: 1,
      },
    });
    expect((await read('instructor', 'instructor')).json()).toMatchObject({
      profile: { affiliateTypeId: affiliateType.instructor, memberNumber: expect.any(Number), memberStatus: 'Active' },
    });
    expect((await read('diver', 'diver', '?profile=false')).json<Profile>().profile).toBe(null);
  });

  it('is allowed for a child’s guardian and for staff, and audits their reads', async () => {
    const before = (await auditOf('profile.read')).length;
    expect((await read('guardian', 'minor')).json<Profile>().profile).toMatchObject({
      isMinor: true,
      relation: 'guardian',
    });
    expect((await read('staff', 'diver')).json<Profile>().profile).toMatchObject({ relation: 'staff' });
    await read('diver', 'diver');
    const entries = (await auditOf('profile.read')).slice(before);
    expect(entries.map(({ actor_affiliate_id: actor, subject, data }) => ({ actor, subject, data }))).toEqual([
      { actor: people.guardian, subject: `person:${people.minor}`, data: { relation: 'guardian', isMinor: true } },
      { actor: people.staff, subject: `person:${people.diver}`, data: { relation: 'staff', isMinor: false } },
    ]);
  });

  it('returns 404 for other people’s profiles and unknown ids', async () => {
    for (const [as, of] of [
      ['student', 'diver'],
      ['instructor', 'minor'],
      ['minor', 'guardian'],
    ] as const)
      expect((await read(as, of)).json()).toMatchObject({ errors: [{ code: 'not_found' }] });
    expect((await portal.request(emailOf('staff'), 'GET', '/api/global/profiles/999999')).statusCode).toBe(404);
    expect((await portal.request(emailOf('staff'), 'GET', '/api/global/profiles/abc')).statusCode).toBe(400);
  });
});

describe('POST profiles/{affiliateId}/MailingAddress', () => {
  beforeEach(async () => {
    await save('diver', 'diver');
  });

  it('stores the address as typed and increments the version', async () => {
    const before = (await versionOf('diver')) ?? 0;
    const answer = (await save('diver', 'diver', { addressLine2: ' Apt 4 ', version: before })).json();
    expect(answer).toEqual({
      ...address,
      addressLine2: 'Apt 4',
      country: 'United States',
      state: 'Hawaii',
      postalCodeRequired: true,
      version: before + 1,
    });
    expect((await read('diver', 'diver')).json<Profile>().mailingAddress).toMatchObject({ addressLine2: 'Apt 4' });
  });

  it('changes nothing if the address is the same', async () => {
    const [before, version] = [await storedAddresses(), await versionOf('diver')];
    expect((await save('diver', 'diver', { version: 0 })).json()).toMatchObject({ version });
    expect(await storedAddresses()).toEqual(before);
  });

  it('returns 409 with the current values for a stale version', async () => {
    const version = await versionOf('diver');
    await save('diver', 'diver', { city: 'Kona', stateId: 'US-CA', postalCode: '90001', version });
    const stale = await save('diver', 'diver', { addressLine1: 'Elsewhere 1', city: 'Kona', version });
    expect(stale.statusCode).toBe(409);
    expect(stale.json<{ errors: unknown[] }>().errors).toEqual([
      { code: 'account.stale', message: 'account.stale', path: 'addressLine1', now: street },
      { code: 'account.stale', message: 'account.stale', path: 'stateId', now: 'US-CA' },
      { code: 'account.stale', message: 'account.stale', path: 'postalCode', now: '90001' },
    ]);
    // The browser reports rejected responses, and the report is logged after scrubbing.
    for (const value of [street, 'US-CA', '90001']) expect(scrubResponse(stale.body)).not.toContain(value);
    expect((await read('diver', 'diver')).json<Profile>().mailingAddress).toMatchObject({
      city: 'Kona',
      stateId: 'US-CA',
    });
  });

  it('accepts one of several parallel saves', async () => {
    const version = await versionOf('diver');
    const answers = await Promise.all(['One', 'Two', 'Three'].map((city) => save('diver', 'diver', { city, version })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
  });

  it.each([
    ['no street', { addressLine1: ' ' }, 400, 'request.invalid', 'addressLine1'],
    ['no town', { city: '' }, 400, 'request.invalid', 'city'],
    ['a street of 101 letters', { addressLine1: 'x'.repeat(101) }, 400, 'request.invalid', 'addressLine1'],
    ['an unknown field', { country: 'Sweden' }, 400, 'request.invalid', 'country'],
    ['an unknown country', { countryId: 'XX' }, 422, 'account.unknown_country', 'countryId'],
    ['an uninhabited country', { countryId: 'BV' }, 422, 'account.unknown_country', 'countryId'],
    ['a state of another country', { stateId: 'CA-BC' }, 422, 'account.unknown_state', 'stateId'],
    ['a state in a country without states', { countryId: 'SE' }, 422, 'account.unknown_state', 'stateId'],
    ['no state', { stateId: null }, 422, 'account.state_missing', 'stateId'],
    ['an empty state', { stateId: '' }, 422, 'account.state_missing', 'stateId'],
    ['no postal code', { postalCode: '' }, 422, 'account.postal_code_missing', 'postalCode'],
    ['a postal code of another country', { postalCode: 'SW1A 1AA' }, 422, 'account.postal_code_wrong', 'postalCode'],
    ['a postal code that is too long', { postalCode: '96720-12345' }, 422, 'account.postal_code_wrong', 'postalCode'],
  ])('rejects %s with its field, and stores nothing', async (_name, changed, status, code, path) => {
    const before = await storedAddresses();
    const answer = await save('diver', 'diver', changed);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ errors: [{ code, path }] });
    expect(await storedAddresses()).toEqual(before);
  });

  it('accepts an empty postal code if the country needs none', async () => {
    const answer = await save('diver', 'diver', { countryId: 'HK', stateId: 'HK-Kowloon', postalCode: '' });
    expect(answer.json()).toMatchObject({ postalCode: '', postalCodeRequired: false, state: 'Kowloon' });
  });

  it('is allowed for a child’s guardian and for staff, and audits both without the address', async () => {
    expect((await save('guardian', 'minor')).statusCode).toBe(200);
    expect((await save('staff', 'student')).statusCode).toBe(200);
    const entries = await auditOf('address.changed');
    expect(entries.map((entry) => [entry.actor_affiliate_id, entry.subject])).toEqual([
      [people.guardian, `person:${people.minor}`],
      [people.staff, `person:${people.student}`],
    ]);
    expect(JSON.stringify(entries)).not.toContain('Canary');
  });

  it('returns 404 for other people', async () => {
    const before = await storedAddresses();
    expect((await save('student', 'diver', { city: 'Kona' })).statusCode).toBe(404);
    expect((await save('instructor', 'minor', { city: 'Kona' })).statusCode).toBe(404);
    expect(await storedAddresses()).toEqual(before);
  });

  it('sets the public place of a professional, and never of a diver', async () => {
    await save('instructor', 'instructor', { city: 'Kona' });
    expect(await cityOf('instructor')).toEqual({ city: 'Kona', country: 'US' });
    expect(await cityOf('diver')).toEqual({ city: '', country: '' });
  });

  it('stores the address encrypted', async () => {
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
    expect(tables.length).toBeGreaterThan(20);
    const holding: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql`select from ${sql.raw(name)} as t where t::text ilike ${'%canary%'} limit 1`.execute(
        db,
      );
      if (rows.length > 0) holding.push(name);
    }
    expect(holding).toEqual([]);
    // Checks the search itself with unencrypted data.
    const { rows } = await sql`select from person as t where t::text ilike ${'%lindqvist%'}`.execute(db);
    expect(rows).toHaveLength(1);
  });
});
