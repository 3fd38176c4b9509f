import type { Db } from '../../../platform/server/db.ts';
import { demoPeople } from '../../identity/server/public.ts';

/** What the association knows of the demo people beyond their accounts. Fixed, so that tests and pictures repeat. */
const facts: Record<string, { affiliateId: number } & Record<string, string | number>> = {
  'diver@demo.test': { affiliateId: 400_001, city: 'Gothenburg', country: 'SE' },
  'student@demo.test': { affiliateId: 400_002, city: 'Hamburg', country: 'DE' },
  'minor@demo.test': { affiliateId: 400_003, city: 'Kelder Bay', country: 'GB' },
  'guardian@demo.test': { affiliateId: 400_004, city: 'Kelder Bay', country: 'GB' },
  'instructor@demo.test': {
    affiliateId: 400_005,
    city: 'Kelder Bay',
    country: 'GB',
    member_number: 100_001,
    member_status: 'Active',
  },
  'candidate@demo.test': { affiliateId: 400_006, city: 'Hilo', country: 'US' },
  'store@demo.test': {
    affiliateId: 400_007,
    city: 'Kelder Bay',
    country: 'GB',
    store_number: 20_001,
    available_credit_minor: 250_000,
    available_credit_currency: 'USD',
  },
  'staff@demo.test': { affiliateId: 400_008, city: 'Lisbon', country: 'PT' },
};

export async function seedDemoPeople(db: Db): Promise<void> {
  for (const person of demoPeople) {
    const { affiliateId, ...known } = facts[person.email] ?? { affiliateId: 0 };
    await db
      .insertInto('person')
      .values({
        affiliate_id: affiliateId,
        sub: person.sub,
        email: person.email,
        given_name: person.givenName,
        family_name: person.familyName,
        birthdate: person.birthdate,
        gender: person.gender,
        affiliate_type_id: person.affiliateTypeId,
        ...known,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await db
    .insertInto('guardian_link')
    .values({ affiliate_id: 400_003, guardian_id: 400_004 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
