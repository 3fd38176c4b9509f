import { type Db, statement } from '#platform/server/db/database.ts';
import { fullNameSql } from '#features/account/server/public.ts';
import type { ERecord } from '#features/learning/shared/record-contract.ts';
import { type Culture, defaultCulture } from '#features/learning/shared/rules.ts';
import { library } from '#features/learning/server/content/library.ts';
import { loadRecord } from './load-record.ts';
import { isActiveInstructorSql } from '#features/professionals/server/public.ts';

/** The instructor and store of an enrollment. */
export interface Training {
  /** Affiliate id of the instructor; null unless they are active. */
  teacher: number | null;
  instructorName: string;
  instructorNumber: number | null;
  storeName: string;
  storeNumber: number | null;
  /** Day on which the course was granted. */
  grantedOn: string;
}

const selectTraining = statement<Training, [affiliateId: number, packageId: string]>(`
  select case when ${isActiveInstructorSql('t')} then t.affiliate_id end as teacher,
    coalesce(${fullNameSql('t')}, '') as "instructorName", e.member_number as "instructorNumber",
    coalesce(${fullNameSql('s')}, '') as "storeName", e.store_number as "storeNumber",
    (e.granted_at at time zone 'UTC')::date as "grantedOn"
  from enrollment e
  left join person t on t.member_number = e.member_number
  left join person s on s.store_number = e.store_number
  where e.affiliate_id = $1 and e.package_id = $2`);

/** Returns null without an enrollment. */
export async function findTraining(db: Db, affiliateId: number, packageId: string): Promise<Training | null> {
  const [training] = await selectTraining(db, affiliateId, packageId);
  return training ?? null;
}

/** Returns null without an enrollment or for a SCORM course. */
export async function findCourseRecord(
  db: Db,
  affiliateId: number,
  packageId: string,
  culture: Culture = defaultCulture,
): Promise<ERecord | null> {
  if (library.find(packageId) === undefined || (await selectTraining(db, affiliateId, packageId)).length === 0)
    return null;
  return loadRecord(db, library, { affiliateId, packageId, culture });
}

const selectStudentIds = statement<{ affiliateId: number }, [teacher: number, packageId: string]>(`
  select e.affiliate_id as "affiliateId" from person me join enrollment e using (member_number)
    join person p on p.affiliate_id = e.affiliate_id
  where me.affiliate_id = $1 and ${isActiveInstructorSql('me')} and e.package_id = $2 and e.affiliate_id <> $1
  order by p.given_name, p.family_name, e.affiliate_id limit 200`);

export async function listStudentIds(db: Db, teacher: number, packageId: string): Promise<number[]> {
  return (await selectStudentIds(db, teacher, packageId)).map(({ affiliateId }) => affiliateId);
}
