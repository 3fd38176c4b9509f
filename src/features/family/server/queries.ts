import { sql, type Expression } from 'kysely';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import { queryCreator } from '#platform/server/db/query-compiler.ts';

/** People born on this day come of age on `day`, by the same rule as `isMinor`. */
export const adultBirthdate = (day: Expression<string>) => sql<string>`${day}::date - interval '18 years'`;

export const selectPeople = queryCreator
  .selectFrom('person as p')
  .innerJoin('person_name as n', 'n.affiliate_id', 'p.affiliate_id')
  .select((eb) => [
    'p.affiliate_id as affiliateId',
    'n.full_name as name',
    'p.given_name as givenName',
    'p.email',
    'p.birthdate',
    'p.language',
    'p.sub',
    eb('p.email_verified_at', 'is not', null).$castTo<boolean>().as('isEmailVerified'),
    eb('p.first_guardian_at', 'is not', null).$castTo<boolean>().as('hadGuardian'),
  ]);

export const findPerson = query((_db, p: Params<{ affiliateId: number }>) =>
  selectPeople.where('p.affiliate_id', '=', p.affiliateId),
);
export type PersonRow = Row<typeof findPerson>;

/**
 * Serializes changes of a child's guardians. `no key update` doesn't block inserts that only reference the child. The
 * view's row is locked too, because a name that was changed by the previous transaction would be read unchanged.
 */
export const lockPerson = query((_db, p: Params<{ affiliateId: number }>) =>
  selectPeople.where('p.affiliate_id', '=', p.affiliateId).forNoKeyUpdate(),
);

export const findPersonBySub = query((db, p: Params<{ sub: string }>) =>
  db.selectFrom('person').select('affiliate_id as affiliateId').where('sub', '=', p.sub),
);

export const listGuardians = query((_db, p: Params<{ affiliateId: number }>) =>
  selectPeople
    .innerJoin('guardian_link as g', 'g.guardian_id', 'p.affiliate_id')
    .where('g.affiliate_id', '=', p.affiliateId)
    .orderBy('g.created_at')
    .orderBy('p.affiliate_id'),
);

export const findGuardianLink = query((db, p: Params<{ affiliateId: number; guardianId: number }>) =>
  db
    .selectFrom('guardian_link')
    .select('affiliate_id as affiliateId')
    .where('affiliate_id', '=', p.affiliateId)
    .where('guardian_id', '=', p.guardianId),
);

export const countChildren = query((db, p: Params<{ guardianId: number }>) =>
  db
    .selectFrom('guardian_link')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('guardian_id', '=', p.guardianId),
);

/** A draft isn't signed by everyone yet, so it needs a guardian: to sign it, or to keep a signature valid. */
export const selectOpenFormCount = (affiliateId: Expression<number>) =>
  queryCreator
    .selectFrom('form_draft as d')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('d.affiliate_id', '=', affiliateId)
    .where('d.deleted_at', 'is', null);

export const countOpenForms = query((_db, p: Params<{ affiliateId: number }>) => selectOpenFormCount(p.affiliateId));

export const insertLink = query((db, p: Params<{ affiliateId: number; guardianId: number; now: Date }>) =>
  db
    .insertInto('guardian_link')
    .values({ affiliate_id: p.affiliateId, guardian_id: p.guardianId, created_at: p.now })
    .onConflict((conflict) => conflict.doNothing()),
);

/** A former guardian counts as family: they can't decide anything about the child, even as staff. */
export const deleteLink = query((db, p: Params<{ affiliateId: number; guardianId: number }>) =>
  db
    .with('ended', (db) =>
      db
        .deleteFrom('guardian_link')
        .where('affiliate_id', '=', p.affiliateId)
        .where('guardian_id', '=', p.guardianId)
        .returning(['affiliate_id', 'guardian_id']),
    )
    .insertInto('former_guardian')
    .columns(['affiliate_id', 'guardian_id'])
    .expression((eb) => eb.selectFrom('ended').select(['affiliate_id', 'guardian_id']))
    .onConflict((conflict) => conflict.doNothing()),
);
