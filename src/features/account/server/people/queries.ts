import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { Gender } from '#features/identity/shared/contract.ts';

/** The person's fields of a session, as the contract names them. */
export const personColumns = [
  'p.affiliate_id',
  'p.affiliate_type_id',
  'p.email',
  'p.given_name',
  'p.middle_name',
  'p.family_name',
  'p.birthdate',
  'p.gender',
  'p.language',
  'p.global_uuid',
  'p.unit',
  'p.sub',
] as const;

export const findPersonBySub = query((db, p: Params<{ sub: string }>) =>
  db.selectFrom('person as p').select(personColumns).where('p.sub', '=', p.sub),
);

export type PersonRow = Row<typeof findPersonBySub>;

export const findPersonByEmail = query((db, p: Params<{ email: string }>) =>
  db
    .selectFrom('person as p')
    .select(personColumns)
    .where(sql<boolean>`lower(p.email) = lower(${p.email})`)
    .orderBy('p.affiliate_id'),
);

interface NewPerson {
  sub: string;
  email: string | null;
  givenName: string;
  middleName: string;
  familyName: string;
  birthdate: string | null;
  gender: Gender | null;
  language: string;
}

const insertPerson = query((db, p: Params<NewPerson>) =>
  db
    .insertInto('person')
    .values({
      sub: p.sub,
      email: p.email,
      given_name: p.givenName,
      middle_name: p.middleName,
      family_name: p.familyName,
      birthdate: p.birthdate,
      gender: p.gender,
      language: p.language,
    })
    .onConflict((conflict) => conflict.column('sub').doNothing()),
);

/** Two tabs may create the same person at the same time; the second finds the row of the first. */
export async function createPerson(db: Db, newPerson: NewPerson): Promise<PersonRow> {
  await insertPerson(db, newPerson);
  const created = await findPersonBySub.first(db, { sub: newPerson.sub });
  if (created === undefined) throw new Error(`person ${newPerson.sub} not found after the insert`);
  return created;
}

interface EmailVerification {
  sub: string;
  email: string;
  isVerified: boolean;
}

export const updateEmailVerification = query((db, p: Params<EmailVerification>) =>
  db
    .updateTable('person')
    .set((eb) => ({
      email_verified_at: sql`case when ${p.isVerified} then now() end`,
      version: eb('version', '+', 1),
    }))
    .where('sub', '=', p.sub)
    .where(sql<boolean>`lower(email) = lower(${p.email})`)
    .where(sql<boolean>`(email_verified_at is not null) <> ${p.isVerified}`),
);

/** Stores the first address of a person, unverified. The account service stores it as well. */
export const updateEmail = query((db, p: Params<{ affiliateId: number; email: string }>) =>
  db.updateTable('person').set({ email: p.email, email_verified_at: null }).where('affiliate_id', '=', p.affiliateId),
);

export const updateLanguage = query((db, p: Params<{ affiliateId: number; language: string }>) =>
  db.updateTable('person').set({ language: p.language }).where('affiliate_id', '=', p.affiliateId),
);
