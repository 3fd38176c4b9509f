import { type Db, statement } from '#platform/server/db/database.ts';

/** Invented students of the demo instructor without an account. */
export const demoClassIds = { almost: 400_050, young: 400_051, diving: 400_052 };

const people = [
  { affiliateId: demoClassIds.almost, given: 'Keiko', family: 'Arai', birthdate: '1991-04-12' },
  { affiliateId: demoClassIds.young, given: 'Samuel', family: 'Osei', birthdate: '2011-09-05' },
  { affiliateId: demoClassIds.diving, given: 'Clara', family: 'Novak', birthdate: '1985-12-30' },
];

const insertPerson = statement<unknown, [affiliateId: number, given: string, family: string, birthdate: string]>(`
  insert into person (affiliate_id, sub, affiliate_type_id, given_name, family_name, birthdate)
  values ($1::bigint, 'demo:' || $1::bigint, 1, $2, $3, $4) on conflict do nothing`);

/** Must run before their logs and progress are seeded. Seeding again changes nothing. */
export async function seedDemoClass(db: Db): Promise<void> {
  for (const { affiliateId, given, family, birthdate } of people)
    await insertPerson(db, affiliateId, given, family, birthdate);
}
