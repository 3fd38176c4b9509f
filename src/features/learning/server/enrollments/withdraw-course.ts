import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { rawQuery } from '#platform/server/db/raw-query.ts';
import type { EnrollmentKey } from '#features/learning/server/progress/queries.ts';

/** Tables whose rows reference an enrollment and are deleted with it. */
export const enrollmentTables = [
  'lesson_progress',
  'lesson_answer',
  'course_attempt',
  'skill_sign_off',
  'scorm_progress',
] as const;

/** Archives the progress before the enrollment is deleted. Returns no row if there is no enrollment to withdraw. */
const archiveEnrollment = query((db, p: Params<EnrollmentKey & { now: Date }>) => {
  const rowsByTable = enrollmentTables.map(
    (table) => sql`${sql.lit(table)}, (select coalesce(jsonb_agg(to_jsonb(t)), '[]') from ${sql.table(table)} t
      where t.affiliate_id = ${p.affiliateId} and t.package_id = ${p.packageId})`,
  );
  return db
    .insertInto('withdrawn_course')
    .columns(['affiliate_id', 'package_id', 'withdrawn_at', 'kept'])
    .expression((eb) =>
      eb
        .selectFrom('enrollment as e')
        .select([
          'e.affiliate_id',
          'e.package_id',
          p.now.as('withdrawn_at'),
          sql`jsonb_build_object('enrollment', to_jsonb(e), ${sql.join(rowsByTable)})`.as('kept'),
        ])
        .where('e.affiliate_id', '=', p.affiliateId)
        .where('e.package_id', '=', p.packageId)
        .where('e.source', '=', 'order')
        .where('e.completed_at', 'is', null)
        .forUpdate(),
    )
    .onConflict((conflict) =>
      conflict.columns(['affiliate_id', 'package_id']).doUpdateSet((eb) => ({
        withdrawn_at: eb.ref('excluded.withdrawn_at'),
        kept: eb.ref('excluded.kept'),
      })),
    )
    .returning('package_id');
});

const deleteEnrollment = query((db, p: Params<EnrollmentKey>) =>
  db.deleteFrom('enrollment').where('affiliate_id', '=', p.affiliateId).where('package_id', '=', p.packageId),
);

/** Withdraws a course that was bought and is not completed. Returns false if there is none. */
export async function withdrawCourse(db: Db, affiliateId: number, packageId: string, now: Date): Promise<boolean> {
  const archived = await archiveEnrollment.first(db, { affiliateId, packageId, now });
  if (archived === undefined) return false;
  await deleteEnrollment(db, { affiliateId, packageId });
  return true;
}

/**
 * Restores the archived progress when a person is enrolled again. The builder can't insert whole rows of JSON, whatever
 * their columns are.
 */
export const restoreWithdrawnCourse = rawQuery({}, (p: Params<EnrollmentKey>) => {
  const inserts = enrollmentTables.map(
    (table) => sql`${sql.id(`restored_${table}`)} as (
      insert into ${sql.table(table)}
      select r.* from archived, jsonb_populate_recordset(null::${sql.table(table)}, archived.rows -> ${sql.lit(table)}) r)`,
  );
  return sql`
    with archived as (
      delete from withdrawn_course where affiliate_id = ${p.affiliateId} and package_id = ${p.packageId}
      returning kept as rows),
    ${sql.join(inserts)}
    update enrollment e set enrolled_at = w.enrolled_at, culture = w.culture, lessons_done = w.lessons_done,
      seconds_spent = w.seconds_spent, last_lesson = w.last_lesson, last_at = w.last_at,
      knowledge_done_at = w.knowledge_done_at, exam_passed_at = w.exam_passed_at,
      member_number = coalesce(e.member_number, w.member_number),
      store_number = coalesce(e.store_number, w.store_number)
    from archived, jsonb_populate_record(null::enrollment, archived.rows -> 'enrollment') w
    where e.affiliate_id = ${p.affiliateId} and e.package_id = ${p.packageId}`;
});
