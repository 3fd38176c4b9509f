import { type Db, statement } from '#platform/server/db/database.ts';

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

const insertPerson = statement<
  unknown,
  [affiliateId: number, typeId: number, given: string, family: string, birthdate: string | null]
>(`
  insert into person (affiliate_id, sub, affiliate_type_id, given_name, family_name, birthdate)
  values ($1::bigint, 'demo:' || $1::bigint, $2, $3, $4, $5) on conflict do nothing`);

const setStoreLocation = statement<unknown, [affiliateId: number, city: string, country: string, number: number]>(`
  update person set city = $2, country = $3, store_number = $4 where affiliate_id = $1 and store_number is null`);

const insertCheckpoint = statement<unknown, [affiliateId: number, status: string, daysAgo: number]>(`
  insert into dsd_checkpoint (affiliate_id, store_number, member_number, status, updated_at)
  values ($1, 20001, 100001, $2, now() - make_interval(days => $3)) on conflict do nothing`);

/** Seeding again changes nothing. */
export async function seedDemoDsd(db: Db): Promise<void> {
  for (const { affiliateId, name, city, country, number } of stores) {
    await insertPerson(db, affiliateId, 4, name, '', null);
    await setStoreLocation(db, affiliateId, city, country, number);
  }
  for (const { affiliateId, given, family, birthdate } of guests)
    await insertPerson(db, affiliateId, 1, given, family, birthdate);
  for (const { affiliateId, status, daysAgo } of [...guests, processed])
    await insertCheckpoint(db, affiliateId, status, daysAgo);
}
