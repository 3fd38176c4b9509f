import type { Db } from '#platform/server/db/database.ts';

/** Invented students of the demo instructor without an account. */
export const demoClassIds = { almost: 400_050, young: 400_051, diving: 400_052 };

const people = [
  { affiliateId: demoClassIds.almost, given: 'Keiko', family: 'Arai', birthdate: '1991-04-12' },
  { affiliateId: demoClassIds.young, given: 'Samuel', family: 'Osei', birthdate: '2011-09-05' },
  { affiliateId: demoClassIds.diving, given: 'Clara', family: 'Novak', birthdate: '1985-12-30' },
];

/** Must run before their logs and progress are seeded. Seeding again changes nothing. */
export async function seedDemoClass(db: Db): Promise<void> {
  await db
    .insertInto('person')
    .values(
      people.map(({ affiliateId, given, family, birthdate }) => ({
        affiliate_id: affiliateId,
        sub: `demo:${affiliateId}`,
        given_name: given,
        family_name: family,
        birthdate,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
