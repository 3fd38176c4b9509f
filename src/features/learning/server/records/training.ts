import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { CourseRecord } from '#features/learning/shared/record-contract.ts';
import { type Culture, defaultCulture } from '#features/learning/shared/rules.ts';
import { library } from '#features/learning/server/content/library.ts';
import { loadRecord } from './load-record.ts';
import type { EnrollmentKey } from '#features/learning/server/progress/queries.ts';

const selectTraining = query((db, p: Params<EnrollmentKey>) =>
  db
    .selectFrom('enrollment as e')
    .leftJoin('active_instructor as a', 'a.member_number', 'e.member_number')
    .leftJoin('person as t', 't.member_number', 'e.member_number')
    .leftJoin('person_name as tn', 'tn.affiliate_id', 't.affiliate_id')
    .leftJoin('person as s', 's.store_number', 'e.store_number')
    .leftJoin('person_name as sn', 'sn.affiliate_id', 's.affiliate_id')
    .select((eb) => [
      'a.affiliate_id as teacher',
      eb.fn.coalesce('tn.full_name', sql.lit('')).as('instructorName'),
      'e.member_number as instructorNumber',
      eb.fn.coalesce('sn.full_name', sql.lit('')).as('storeName'),
      'e.store_number as storeNumber',
      sql<string>`(e.granted_at at time zone 'UTC')::date`.as('grantedOn'),
    ])
    .where('e.affiliate_id', '=', p.affiliateId)
    .where('e.package_id', '=', p.packageId),
);

/**
 * The instructor and store of an enrollment, and the day on which the course was granted. `teacher` is null unless the
 * instructor is active.
 */
export type Training = Row<typeof selectTraining>;

/** Returns null without an enrollment. */
export async function findTraining(db: Db, affiliateId: number, packageId: string): Promise<Training | null> {
  return (await selectTraining.first(db, { affiliateId, packageId })) ?? null;
}

/** Returns null without an enrollment or for a SCORM course. */
export async function findCourseRecord(
  db: Db,
  affiliateId: number,
  packageId: string,
  culture: Culture = defaultCulture,
): Promise<CourseRecord | null> {
  if (library.find(packageId) === undefined || (await findTraining(db, affiliateId, packageId)) === null) return null;
  return loadRecord(db, library, { affiliateId, packageId, culture });
}
