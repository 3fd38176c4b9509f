import { expressionBuilder, sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import { queryCreator } from '#platform/server/db/query-compiler.ts';
import type { Tables } from '#platform/server/db/table-types.ts';
import { selectChildren } from '#features/account/server/public.ts';

const card = expressionBuilder<Tables & { c: Tables['certification'] }, 'c'>();

/** A certification in lists. Dates are ISO days. */
const listColumns = [
  'c.license_id as licenseID',
  'c.level_id as levelID',
  'c.cert_date as certDate',
  card('c.ecard_at', 'is not', null).as('hasECard'),
  card('c.revoked_at', 'is not', null).as('isRevoked'),
] as const;

/** Excludes future ones, newest first, with the person's language. */
export const listPersonCertifications = query((db, p: Params<{ affiliateId: number; today: string }>) =>
  db
    .selectFrom('certification as c')
    .innerJoin('person as p', 'p.affiliate_id', 'c.affiliate_id')
    .select(listColumns)
    .select('p.language')
    .where('c.affiliate_id', '=', p.affiliateId)
    .where('c.cert_date', '<=', p.today)
    .orderBy('c.cert_date', 'desc')
    .orderBy('c.license_id', 'desc'),
);
export type CertificationRow = Omit<Row<typeof listPersonCertifications>, 'language'>;

/** The certifications of a guardian's children. */
export const listFamilyCertifications = query((db, p: Params<{ guardianId: number; today: string }>) =>
  db
    .selectFrom('certification as c')
    .innerJoin('person as p', 'p.affiliate_id', 'c.affiliate_id')
    .innerJoin(selectChildren(p).as('k'), 'k.affiliate_id', 'c.affiliate_id')
    .select(listColumns)
    .select(['c.affiliate_id as affiliateId', 'p.language'])
    .where('c.cert_date', '<=', sql<string>`${p.today}::date`)
    .orderBy('c.affiliate_id')
    .orderBy('c.cert_date', 'desc')
    .orderBy('c.license_id', 'desc'),
);

export const hasAnyCertification = query((db, p: Params<{ affiliateId: number; today: string }>) =>
  db.selectNoFrom((eb) =>
    eb
      .exists(
        eb
          .selectFrom('certification')
          .select('license_id')
          .where('affiliate_id', '=', p.affiliateId)
          .where('cert_date', '<=', p.today)
          .where('revoked_at', 'is', null),
      )
      .as('hasCertification'),
  ),
);

const selectCard = queryCreator
  .selectFrom('certification as c')
  .innerJoin('person as p', 'p.affiliate_id', 'c.affiliate_id')
  .innerJoin('person_name as n', 'n.affiliate_id', 'c.affiliate_id')
  .select(listColumns)
  .select((eb) => [
    'c.affiliate_id as affiliateId',
    'n.card_name as name',
    'p.birthdate',
    'p.language',
    'c.instructor_name as instructorName',
    'c.instructor_number as instructorNumber',
    'c.store_name as storeName',
    'c.store_number as storeNumber',
    'c.office',
    'c.code',
    'c.credential',
    'c.share_version as shareVersion',
    'c.revoked_reason as revokedReason',
    eb
      .exists(
        eb
          .selectFrom('person_photo as f')
          .select('f.id')
          .whereRef('f.affiliate_id', '=', 'c.affiliate_id')
          .where('f.status', '=', 'approved'),
      )
      .as('hasPhoto'),
  ]);

/** Finds only cards with an eCard of that person. */
export const findCard = query((_db, p: Params<{ affiliateId: number; licenseID: number; today: string }>) =>
  selectCard
    .where('c.affiliate_id', '=', p.affiliateId)
    .where('c.license_id', '=', p.licenseID)
    .where('c.cert_date', '<=', p.today)
    .where('c.ecard_at', 'is not', null),
);

/** Locks a card of any holder, for staff. */
export const lockAnyCard = query((_db, p: Params<{ licenseID: number }>) =>
  selectCard.where('c.license_id', '=', p.licenseID).forNoKeyUpdate('c'),
);

interface NewCertification {
  affiliateId: number;
  levelID: number;
  certDate: string;
  instructorName: string;
  instructorNumber: number | null;
  storeName: string;
  storeNumber: number | null;
  office: string;
}

/** Returns no row if the person holds the level. */
export const insertCertification = query((db, p: Params<NewCertification>) =>
  db
    .insertInto('certification')
    .values({
      affiliate_id: p.affiliateId,
      level_id: p.levelID,
      cert_date: p.certDate,
      instructor_name: p.instructorName,
      instructor_number: p.instructorNumber,
      store_name: p.storeName,
      store_number: p.storeNumber,
      office: p.office,
    })
    .onConflict((conflict) =>
      conflict.columns(['affiliate_id', 'level_id']).where('revoked_at', 'is', null).doNothing(),
    )
    .returning('license_id as licenseID'),
);

export const markRevoked = query((db, p: Params<{ affiliateId: number; licenseID: number; reason: string }>) =>
  db
    .updateTable('certification')
    .set({ revoked_at: sql`now()`, revoked_reason: p.reason })
    .where('affiliate_id', '=', p.affiliateId)
    .where('license_id', '=', p.licenseID),
);

/** Invalidates existing share links. */
export const revokeShares = query((db, p: Params<{ affiliateId: number; licenseID: number }>) =>
  db
    .updateTable('certification')
    .set((eb) => ({ share_version: eb('share_version', '+', 1) }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('license_id', '=', p.licenseID)
    .where('ecard_at', 'is not', null)
    .returning('license_id as licenseID'),
);

/** The holder of a card that isn't revoked. */
export const findCardHolder = query((db, p: Params<{ licenseID: number }>) =>
  db
    .selectFrom('certification')
    .select(['affiliate_id as affiliateId', 'status_index as statusIndex'])
    .where('license_id', '=', p.licenseID)
    .where('ecard_at', 'is not', null)
    .where('revoked_at', 'is', null),
);

export const findCardByCode = query((db, p: Params<{ code: string; today: string }>) =>
  db
    .selectFrom('certification')
    .select(['affiliate_id as affiliateId', 'license_id as licenseID', 'credential'])
    .where('code', '=', p.code)
    .where('cert_date', '<=', p.today),
);

const listCertificationsOn = query((db, p: Params<{ affiliateId: number; today: string }>) =>
  db
    .selectFrom('certification as c')
    .select(listColumns)
    .select([
      'c.ecard_source as eCardSource',
      'c.instructor_number as instructorNumber',
      'c.store_number as storeNumber',
    ])
    .where('c.affiliate_id', '=', p.affiliateId)
    .where('c.cert_date', '<=', p.today)
    .orderBy('c.cert_date', 'desc')
    .orderBy('c.license_id', 'desc'),
);

/** A person's certifications as of that day, for other features. Includes revoked ones, marked as such. */
export function listCertifications(db: Db, affiliateId: number, now = new Date()) {
  return listCertificationsOn(db, { affiliateId, today: now.toISOString().slice(0, 10) });
}
