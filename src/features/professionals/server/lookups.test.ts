import { describe, expect, it } from 'vitest';
import { testPortal } from '../../../app/testing.ts';
import type { ProfessionalInfo } from '../shared/contract.ts';

const portal = await testPortal();
const { pool } = portal.services.database;
const everything = `number name city country affiliateId sub availableCredit
  address { addressLine1 city country countryId postalCode postalCodeRequired state stateId }`;

async function look(email: string, what: 'memberInfo' | 'storeInfo', number: number): Promise<ProfessionalInfo | null> {
  const answer = await portal.graphql(
    email,
    `query ($query: NumberQueryInput!) { ${what}(query: $query) { ${everything} } }`,
    { query: { number } },
  );
  expect(answer.json().errors).toBeUndefined();
  return answer.json().data[what];
}
const readings = async () =>
  (await pool.query("select * from audit_entry where action = 'professional.read' order by seq")).rows;

describe('a number', () => {
  it('tells everybody whose it is and where, and nothing more', async () => {
    expect(await look('minor@demo.test', 'storeInfo', 20_001)).toEqual({
      number: 20_001,
      name: 'Kelder Bay Diving',
      city: 'Kelder Bay',
      country: 'GB',
      affiliateId: 400_007,
      sub: null,
      availableCredit: null,
      address: null,
    });
    expect(await look('store@demo.test', 'memberInfo', 100_001)).toMatchObject({
      name: 'Tomás Reyes',
      city: 'Kelder Bay',
      sub: null,
      address: null,
    });
  });

  it('tells the rest to themselves', async () => {
    expect(await look('store@demo.test', 'storeInfo', 20_001)).toMatchObject({
      sub: expect.stringMatching(/7$/),
      availableCredit: 2500,
      address: { city: 'Kelder Bay', countryId: 'GB', country: 'United Kingdom', postalCodeRequired: true },
    });
    expect(await look('instructor@demo.test', 'memberInfo', 100_001)).toMatchObject({
      availableCredit: null,
      address: { addressLine1: '12 Lantern Row' },
    });
    expect(await readings()).toEqual([]);
  });

  it('tells it to staff, and that is written down', async () => {
    expect(await look('staff@demo.test', 'storeInfo', 20_001)).toMatchObject({ availableCredit: 2500 });
    expect(await readings()).toMatchObject([{ actor_affiliate_id: 400_008, subject: 'person:400007' }]);
    // Who has no address is found all the same.
    expect(await look('staff@demo.test', 'storeInfo', 20_002)).toMatchObject({
      name: 'Palmetto Reef Divers',
      address: null,
    });
  });

  it('of nobody, of the other kind, or of somebody who is not active is nobody’s', async () => {
    expect(await look('diver@demo.test', 'storeInfo', 29_999)).toBeNull();
    expect(await look('diver@demo.test', 'storeInfo', 100_001)).toBeNull();
    expect(await look('diver@demo.test', 'memberInfo', 20_001)).toBeNull();
    await pool.query("update person set member_status = 'Inactive' where member_number = 100001");
    expect(await look('diver@demo.test', 'memberInfo', 100_001)).toBeNull();
    await pool.query("update person set member_status = 'Active' where member_number = 100001");
  });

  it('of a store that was erased is nobody’s', async () => {
    await pool.query("update person set given_name = '' where store_number = 20003");
    expect(await look('diver@demo.test', 'storeInfo', 20_003)).toBeNull();
  });

  it('that is none is refused', async () => {
    for (const number of [0, -5]) {
      const answer = await portal.graphql(
        'diver@demo.test',
        '{ storeInfo(query: { number: ' + number + ' }) { name } }',
      );
      expect(answer.json().errors[0].extensions.code).toBe('request.invalid');
    }
  });
});
