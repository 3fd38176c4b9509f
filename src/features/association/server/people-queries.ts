import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { isoTimestamp } from '#platform/server/db/iso-timestamp.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';

const countAll = sql<number>`count(*)::int`.as('count');

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

/** In the order of the ids. */
export const listPeople = query((db, p: Params<{ ids: number[] }>) =>
  db
    .selectFrom('person as p')
    .innerJoin('person_name as n', 'n.affiliate_id', 'p.affiliate_id')
    .select(personColumns)
    .select('n.full_name as name')
    .where('p.affiliate_id', '=', (eb) => eb.fn.any(p.ids))
    .orderBy(sql`array_position(${p.ids}::bigint[], p.affiliate_id)`),
);

export type PersonRow = Row<typeof listPeople>;

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
