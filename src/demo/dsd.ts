import { dayMs } from '#platform/shared/dates.ts';
import type { Db } from '#platform/server/db/database.ts';
import { affiliateType } from '#domain/roles.ts';

/** Invented stores in other regions, to show the forms of every region. They have no account. */
const stores = [
  { affiliateId: 400_009, name: 'Palmetto Reef Divers', city: 'Key Marlow', country: 'US', number: 20_002 },
  { affiliateId: 400_010, name: 'Blue Lagoon Dive House', city: 'Fenadhoo', country: 'MV', number: 20_003 },
] as const;

/** Guests of the demo store without an account, at different steps. */
const guests = [
  { affiliateId: 400_011, given: 'Noor', family: 'Haddad', birthdate: '2001-06-18', status: 'forms', daysAgo: 1 },
  { affiliateId: 400_012, given: 'Mateo', family: 'Ruiz', birthdate: '1993-10-02', status: 'completed', daysAgo: 2 },
] as const;
const processed = { affiliateId: 400_004, status: 'processed', daysAgo: 5 } as const;

/** Seeding again changes nothing. */
export async function seedDemoDsd(db: Db): Promise<void> {
  await db
    .insertInto('person')
    .values([
      ...stores.map(({ affiliateId, name, city, country, number }) => ({
        affiliate_id: affiliateId,
        sub: `demo:${affiliateId}`,
        affiliate_type_id: affiliateType.store,
        given_name: name,
        city,
        country,
        store_number: number,
      })),
      ...guests.map(({ affiliateId, given, family, birthdate }) => ({
        affiliate_id: affiliateId,
        sub: `demo:${affiliateId}`,
        given_name: given,
        family_name: family,
        birthdate,
      })),
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('dsd_checkpoint')
    .values(
      [...guests, processed].map(({ affiliateId, status, daysAgo }) => ({
        affiliate_id: affiliateId,
        store_number: 20_001,
        member_number: 100_001,
        status,
        updated_at: new Date(Date.now() - daysAgo * dayMs),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
