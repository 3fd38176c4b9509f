import { describe, expect, it } from 'vitest';
import { createFormsFixture } from '#test/support/api/forms-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { ProfessionalInfo } from '#features/professionals/shared/contract.ts';

const portal = await testPortal();
const { pool } = portal.services.database;
const allFields = `number name city country affiliateId sub availableCredit availableCreditCurrency
  address { addressLine1 city country countryId postalCode postalCodeRequired state stateId }`;

async function lookUp(
  email: string,
  what: 'memberInfo' | 'storeInfo',
  number: number,
): Promise<ProfessionalInfo | null> {
  const answer = await portal.graphql(
    email,
    `query ($query: NumberQueryInput!) { ${what}(query: $query) { ${allFields} } }`,
    { query: { number } },
  );
  expect(answer.json().errors).toBeUndefined();
  return answer.json().data[what];
}
const readings = async () =>
  (await pool.query("select * from audit_entry where action = 'professional.read' order by seq")).rows;

describe('memberInfo and storeInfo', () => {
  it('return the name and place to everyone', async () => {
    expect(await lookUp('minor@demo.test', 'storeInfo', 20_001)).toEqual({
      number: 20_001,
      name: 'Kelder Bay Diving',
      city: 'Kelder Bay',
      country: 'GB',
      affiliateId: 400_007,
      sub: null,
      availableCredit: null,
      availableCreditCurrency: null,
      address: null,
    });
    expect(await lookUp('store@demo.test', 'memberInfo', 100_001)).toMatchObject({
      name: 'Tomás Reyes',
      city: 'Kelder Bay',
      sub: null,
      address: null,
    });
  });

  it('return the rest to the professional themselves', async () => {
    expect(await lookUp('store@demo.test', 'storeInfo', 20_001)).toMatchObject({
      sub: expect.stringMatching(/7$/),
      availableCredit: 2500,
      availableCreditCurrency: 'GBP',
      address: { city: 'Kelder Bay', countryId: 'GB', country: 'United Kingdom', postalCodeRequired: true },
    });
    expect(await lookUp('instructor@demo.test', 'memberInfo', 100_001)).toMatchObject({
      availableCredit: null,
      availableCreditCurrency: null,
      address: { addressLine1: '12 Lantern Row' },
    });
    expect(await readings()).toEqual([]);
  });

  it('return the rest to staff, with an audit entry', async () => {
    expect(await lookUp('staff@demo.test', 'storeInfo', 20_001)).toMatchObject({ availableCredit: 2500 });
    expect(await readings()).toMatchObject([{ actor_affiliate_id: 400_008, subject: 'person:400007' }]);
    // A professional without an address is found as well.
    expect(await lookUp('staff@demo.test', 'storeInfo', 20_002)).toMatchObject({
      name: 'Palmetto Reef Divers',
      address: null,
    });
  });

  it('return null for unknown numbers, the other kind and inactive professionals', async () => {
    expect(await lookUp('diver@demo.test', 'storeInfo', 29_999)).toBeNull();
    expect(await lookUp('diver@demo.test', 'storeInfo', 100_001)).toBeNull();
    expect(await lookUp('diver@demo.test', 'memberInfo', 20_001)).toBeNull();
    await pool.query("update person set member_status = 'Inactive' where member_number = 100001");
    expect(await lookUp('diver@demo.test', 'memberInfo', 100_001)).toBeNull();
    await pool.query("update person set member_status = 'Active' where member_number = 100001");
  });

  it('return null for an erased store', async () => {
    await pool.query("update person set sub = 'erased:' || sub where store_number = 20003");
    expect(await lookUp('diver@demo.test', 'storeInfo', 20_003)).toBeNull();
  });

  it('reject invalid numbers', async () => {
    for (const number of [0, -5]) {
      const answer = await portal.graphql(
        'diver@demo.test',
        '{ storeInfo(query: { number: ' + number + ' }) { name } }',
      );
      expect(answer.json().errors[0].extensions.code).toBe('request.invalid');
    }
  });
});

describe('links', () => {
  const execute = (email: string, headers?: Record<string, string>) =>
    portal.graphql(email, '{ links { name url isExternal } }', {}, headers);

  it('are the brand’s own, for professionals and stores', async () => {
    const { professionalLinks } = loadBrand(portal.services.env.BRAND_FILE);
    expect(professionalLinks.length).toBeGreaterThan(0);
    for (const email of ['instructor@demo.test', 'store@demo.test'])
      expect((await execute(email)).json().data.links).toEqual(
        professionalLinks.map(({ name, url }) => ({ name: name['en-US'], url, isExternal: true })),
      );
  });

  it('are named in the caller’s language', async () => {
    const answer = await execute('instructor@demo.test', { 'accept-language': 'de' });
    expect(answer.json().data.links[0].name).toBe('Ausbildungsstandards');
  });

  it('are rejected for others', async () => {
    for (const email of ['diver@demo.test', 'staff@demo.test', 'minor@demo.test'])
      expect((await execute(email)).json().errors[0].extensions.code).toBe('access.denied');
  });
});

describe('member', () => {
  const execute = (email: string) => portal.graphql(email, '{ member { memberNumber memberStatus } }');

  it('returns the professional’s own membership', async () => {
    expect((await execute('instructor@demo.test')).json().data.member).toEqual({
      memberNumber: 100_001,
      memberStatus: 'Active',
    });
    await pool.query("update person set member_status = 'Inactive' where member_number = 100001");
    expect((await execute('instructor@demo.test')).json().data.member).toMatchObject({ memberStatus: 'Inactive' });
    await pool.query("update person set member_status = 'Active' where member_number = 100001");
  });

  it('is rejected for others', async () => {
    for (const email of ['diver@demo.test', 'store@demo.test', 'staff@demo.test'])
      expect((await execute(email)).json().errors[0].extensions.code).toBe('access.denied');
  });
});

describe('forms', () => {
  const fields =
    'total items { id diverName affiliateId name status statusId medicalRequired isMinor isValid createdDate url }';
  const execute = (email: string, query = '') => portal.graphql(email, `{ forms${query} { ${fields} } }`);

  it('are counted and listed without answers', async () => {
    const forms = createFormsFixture(portal);
    const id = await forms.submit('student', { packet: 'course', storeNumber: 20_001, memberNumber: 100_001 });
    for (const email of ['instructor@demo.test', 'store@demo.test']) {
      const { total, items } = (await execute(email)).json().data.forms;
      expect(total).toBe(items.length);
      expect(items[0]).toMatchObject({ id, diverName: 'Jonas Weber', affiliateId: 400_002, medicalRequired: false });
    }
    expect((await execute('store@demo.test', '(query: { search: "nobody at all" })')).json().data.forms).toEqual({
      total: 0,
      items: [],
    });
  });

  it('are rejected for others and for a page out of range', async () => {
    for (const email of ['diver@demo.test', 'student@demo.test', 'staff@demo.test'])
      expect((await execute(email)).json().errors[0].extensions.code).toBe('access.denied');
    expect((await execute('store@demo.test', '(query: { page: 1000000 })')).json().errors[0].extensions.code).toBe(
      'request.invalid',
    );
  });
});
