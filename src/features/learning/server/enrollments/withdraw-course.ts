import type { Db } from '#platform/server/db/database.ts';
import { statement } from '#platform/server/db/database.ts';

/** Tables whose rows reference an enrollment and are deleted with it. */
export const enrollmentTables = [
  'lesson_progress',
  'lesson_answer',
  'course_attempt',
  'skill_sign_off',
  'scorm_progress',
] as const;

const enrollmentFilter = 'affiliate_id = $1 and package_id = $2';
const snapshotSql = enrollmentTables
  .map(
    (table) => `'${table}', (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from ${table} t where ${enrollmentFilter})`,
  )
  .join(', ');

/** Archives the progress before the enrollment is deleted. Returns no row if there is no enrollment to withdraw. */
const archiveEnrollment = statement<
  { kept: boolean },
  [affiliateId: number, packageId: string, source: string, now: Date]
>(`
  insert into withdrawn_course (affiliate_id, package_id, withdrawn_at, kept)
  select $1, $2, $4, jsonb_build_object('enrollment', to_jsonb(e), ${snapshotSql})
  from enrollment e where ${enrollmentFilter} and source = $3 and completed_at is null for update
  on conflict (affiliate_id, package_id) do update set withdrawn_at = excluded.withdrawn_at, kept = excluded.kept
  returning true as kept`);
const deleteEnrollment = statement<unknown, [affiliateId: number, packageId: string]>(
  `delete from enrollment where ${enrollmentFilter}`,
);

/** Withdraws a course that was bought and is not completed. Returns false if there is none. */
export async function withdrawCourse(db: Db, affiliateId: number, packageId: string, now: Date): Promise<boolean> {
  const [row] = await archiveEnrollment(db, affiliateId, packageId, 'order', now);
  if (row === undefined) return false;
  await deleteEnrollment(db, affiliateId, packageId);
  return true;
}

const restoreRowsSql = enrollmentTables
  .map(
    (table) =>
      `${table}_back as (insert into ${table} select r.* from kept, jsonb_populate_recordset(null::${table}, kept.rows -> '${table}') r)`,
  )
  .join(',\n  ');
const restoreEnrollment = statement<unknown, [affiliateId: number, packageId: string]>(`
  with kept as (delete from withdrawn_course where ${enrollmentFilter} returning kept as rows),
  ${restoreRowsSql}
  update enrollment e set enrolled_at = w.enrolled_at, culture = w.culture, lessons_done = w.lessons_done,
    seconds_spent = w.seconds_spent, last_lesson = w.last_lesson, last_at = w.last_at,
    knowledge_done_at = w.knowledge_done_at, exam_passed_at = w.exam_passed_at,
    member_number = coalesce(e.member_number, w.member_number), store_number = coalesce(e.store_number, w.store_number)
  from kept, jsonb_populate_record(null::enrollment, kept.rows -> 'enrollment') w
  where e.affiliate_id = $1 and e.package_id = $2`);

/** Restores the archived progress when a person is enrolled again. */
export async function restoreWithdrawnCourse(db: Db, affiliateId: number, packageId: string): Promise<void> {
  await restoreEnrollment(db, affiliateId, packageId);
}
