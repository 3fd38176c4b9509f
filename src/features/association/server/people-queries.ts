import { sql, type Expression, type QueryCreator, type RawBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { isoTimestamp } from '#platform/server/db/iso-timestamp.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { Tables } from '#platform/server/db/table-types.ts';

/** Counting stops here, because counting is slow and no search needs more results. */
const maxCounted = 2_000;

export interface Page {
  limit: number;
  offset: number;
}
export interface PeoplePage extends Page {
  affiliateTypeIds: readonly number[];
}
interface Words {
  /** The index finds the longest word; all words must match. */
  longest: string;
  patterns: string[];
}

const countAll = sql<number>`count(*)::int`.as('count');

/** Must match the expression of the index. */
const foldedName = sql<string>`folded(p.given_name || ' ' || p.middle_name || ' ' || p.family_name)`;

const matchesWords = (p: Params<Words>) =>
  sql<boolean>`${foldedName} like folded(${p.longest})
    and (select bool_and(${foldedName} like folded(word)) from unnest(${p.patterns}::text[]) word)`;

const personColumns = [
  'p.affiliate_id as affiliateId',
  'p.affiliate_type_id as affiliateTypeId',
  'p.email',
  'p.birthdate',
  'p.member_number as memberNumber',
  'p.member_status as memberStatus',
  'p.store_number as storeNumber',
  'p.city',
  'p.country',
] as const;

/** The best matches come first: `isLater` is false for them. */
const selectPersonPage = (
  db: QueryCreator<Tables>,
  p: Params<PeoplePage>,
  matches: Expression<boolean>,
  isLater: RawBuilder<boolean>,
) =>
  db
    .with(
      (cte) => cte('matching').materialized(),
      (db) =>
        db
          .selectFrom('person as p')
          .innerJoin('person_name as n', 'n.affiliate_id', 'p.affiliate_id')
          .selectAll('p')
          .select('n.full_name')
          .where(matches)
          .where('p.affiliate_type_id', '=', (eb) => eb.fn.any(sql<number[]>`${p.affiliateTypeIds}::int[]`))
          .where('n.is_erased', '=', false)
          .limit(maxCounted),
    )
    .selectFrom('matching as p')
    .select(personColumns)
    .select((eb) => [
      'p.full_name as name',
      eb.selectFrom('matching').select(countAll).$asScalar().$notNull().as('total'),
    ])
    .orderBy(isLater)
    .orderBy(sql`lower(p.given_name)`)
    .orderBy(sql`lower(p.family_name)`)
    .orderBy('p.affiliate_id')
    .limit(p.limit)
    .offset(p.offset);

/** Names that start with the first word come first. */
export const findPeopleByName = query((db, p: Params<Words & PeoplePage>) =>
  selectPersonPage(db, p, matchesWords(p), sql`${foldedName} not like folded(substr((${p.patterns}::text[])[1], 2))`),
);

export const findPeopleByEmail = query((db, p: Params<{ pattern: string; email: string } & PeoplePage>) =>
  selectPersonPage(db, p, sql`lower(p.email) like lower(${p.pattern})`, sql`lower(p.email) <> lower(${p.email})`),
);

export const findPeopleByNumber = query((db, p: Params<{ number: number } & PeoplePage>) =>
  selectPersonPage(
    db,
    p,
    sql`(p.affiliate_id = ${p.number} or p.member_number = ${p.number} or p.store_number = ${p.number})`,
    sql`p.affiliate_id <> ${p.number}`,
  ),
);

export type PersonRow = Omit<Row<typeof findPeopleByName>, 'total'>;

/** The complete data of a person for the desk, in one statement. */
export const findPersonFile = query((db, p: Params<{ affiliateId: number }>) => {
  const approvedPhoto = db
    .selectFrom('person_photo as f')
    .where('f.affiliate_id', '=', p.affiliateId)
    .where('f.status', '=', 'approved');
  const guardians = db
    .selectFrom('guardian_link as g')
    .innerJoin('person_name as o', 'o.affiliate_id', 'g.guardian_id')
    .select(['g.guardian_id as affiliateId', 'o.full_name as name'])
    .where('g.affiliate_id', '=', p.affiliateId)
    .orderBy('name');
  const children = db
    .selectFrom('guardian_link as g')
    .innerJoin('person_name as o', 'o.affiliate_id', 'g.affiliate_id')
    .select(['g.affiliate_id as affiliateId', 'o.full_name as name'])
    .where('g.guardian_id', '=', p.affiliateId)
    .orderBy('name');
  const certifications = db
    .selectFrom('certification as c')
    .select((eb) => [
      'c.license_id as licenseID',
      'c.level_id as levelID',
      'c.cert_date as certDate',
      'c.code',
      eb('c.revoked_at', 'is not', null).$castTo<boolean>().as('isRevoked'),
    ])
    .where('c.affiliate_id', '=', p.affiliateId)
    .orderBy('c.cert_date', 'desc')
    .orderBy('c.license_id', 'desc');
  const outsideCards = db
    .selectFrom('outside_certification as o')
    .select([
      'o.id',
      'o.agency',
      'o.level',
      isoTimestamp('o.uploaded_at').as('uploadedAt'),
      'o.equivalent_level_id as equivalentLevelID',
    ])
    .where('o.affiliate_id', '=', p.affiliateId)
    .where('o.status', '=', 'approved')
    .where('o.file_key', 'is not', null)
    .orderBy('o.cert_date', (order) => order.desc().nullsLast())
    .orderBy('o.created_at')
    .orderBy('o.id');
  const applications = db
    .selectFrom('application as a')
    .select(['a.id', 'a.type_id as typeId', 'a.state', isoTimestamp('a.state_at').as('stateDate')])
    .where('a.affiliate_id', '=', p.affiliateId)
    .where('a.state', '<>', 'Draft')
    .orderBy('a.state_at', 'desc')
    .orderBy('a.id', 'desc');
  const dives = db
    .selectFrom('dive_log as d')
    .select(countAll)
    .where('d.affiliate_id', '=', p.affiliateId)
    .where('d.deleted_at', 'is', null);
  const forms = db
    .selectFrom('form_record as r')
    .select(countAll)
    .where('r.affiliate_id', '=', p.affiliateId)
    .where('r.removed_at', 'is', null);
  const orders = db.selectFrom('shop_order as s').select(countAll).where('s.affiliate_id', '=', p.affiliateId);
  return db
    .selectFrom('person as p')
    .innerJoin('person_name as n', 'n.affiliate_id', 'p.affiliate_id')
    .select(personColumns)
    .select((eb) => [
      'n.full_name as name',
      'p.language',
      'p.created_at as createdAt',
      eb.exists(approvedPhoto).$castTo<boolean>().as('hasPhoto'),
      jsonArrayFrom(guardians).as('guardians'),
      jsonArrayFrom(children).as('children'),
      jsonArrayFrom(certifications).as('certifications'),
      jsonArrayFrom(outsideCards).as('outsideCards'),
      jsonArrayFrom(applications).as('applications'),
      dives.$asScalar().$notNull().as('dives'),
      forms.$asScalar().$notNull().as('forms'),
      orders.$asScalar().$notNull().as('orders'),
    ])
    .where('p.affiliate_id', '=', p.affiliateId)
    .where('n.is_erased', '=', false);
});

const selectCardPage = (
  db: QueryCreator<Tables>,
  p: Params<Page>,
  matches: Expression<boolean>,
  isLater: RawBuilder<boolean> | null = null,
) => {
  const page = db
    .with(
      (cte) => cte('matching').materialized(),
      (db) =>
        db
          .selectFrom('certification as c')
          .innerJoin('person as p', 'p.affiliate_id', 'c.affiliate_id')
          .innerJoin('person_name as n', 'n.affiliate_id', 'c.affiliate_id')
          .selectAll('c')
          .select(['p.given_name', 'p.family_name', 'n.full_name'])
          .where(matches)
          .limit(maxCounted),
    )
    .selectFrom('matching as c')
    .select((eb) => [
      'c.license_id as licenseID',
      'c.level_id as levelID',
      'c.cert_date as certDate',
      'c.code',
      'c.affiliate_id as affiliateId',
      'c.full_name as holder',
      eb('c.revoked_at', 'is not', null).$castTo<boolean>().as('isRevoked'),
      'c.revoked_reason as revokedReason',
      eb.selectFrom('matching').select(countAll).$asScalar().$notNull().as('total'),
    ]);
  return (isLater === null ? page : page.orderBy(isLater))
    .orderBy(sql`lower(c.given_name)`)
    .orderBy(sql`lower(c.family_name)`)
    .orderBy('c.cert_date', 'desc')
    .orderBy('c.license_id', 'desc')
    .limit(p.limit)
    .offset(p.offset);
};

/** Matches the card's number or its holder's. */
export const findCardsByNumber = query((db, p: Params<{ number: number } & Page>) =>
  selectCardPage(
    db,
    p,
    sql`(c.license_id = ${p.number} or c.affiliate_id = ${p.number})`,
    sql`c.license_id <> ${p.number}`,
  ),
);

export const findCardsByCode = query((db, p: Params<{ code: string } & Page>) =>
  selectCardPage(db, p, sql`c.code = ${p.code}`),
);

export const findCardsByHolder = query((db, p: Params<Words & Page>) => selectCardPage(db, p, matchesWords(p)));
