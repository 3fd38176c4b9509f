import type { Context } from '#platform/server/http/context.ts';
import { statement } from '#platform/server/db/database.ts';
import type { Course } from '#features/learning/server/content/course.ts';
import { getCourseText } from '#features/learning/server/content/library.ts';
import { publishChange } from '#features/learning/server/events.ts';
import { completedStepsSql, lockEnrollment } from './queries.ts';
import { getCourseIndex, isKnowledgeComplete } from '#features/learning/server/courses/course-index.ts';

interface CourseTotals {
  done: string[];
  seconds: number;
  examPassedAt: Date | null;
}

const selectTotals = statement<CourseTotals, [affiliateId: number, packageId: string]>(`
  select array(${completedStepsSql}) as done,
    (select coalesce(sum(l.seconds_spent), 0)::int from lesson_progress l
      where l.affiliate_id = $1 and l.package_id = $2) as seconds,
    (select min(a.handed_in_at) from course_attempt a
      where a.affiliate_id = $1 and a.package_id = $2 and a.kind = 'exam' and a.is_passed) as "examPassedAt"`);

const updateTotals = statement<
  { changed: boolean },
  [
    affiliateId: number,
    packageId: string,
    lessonsDone: number,
    lessonsTotal: number,
    seconds: number,
    isKnown: boolean,
    examPassedAt: Date | null,
    isCompleted: boolean,
    now: Date,
  ]
>(`
  update enrollment set lessons_done = $3, lessons_total = $4, seconds_spent = greatest(seconds_spent, $5),
    knowledge_done_at = coalesce(knowledge_done_at, case when $6 then $9::timestamptz end),
    exam_passed_at = coalesce(exam_passed_at, $7),
    completed_at = coalesce(completed_at, case when $8 then $9::timestamptz end)
  where affiliate_id = $1 and package_id = $2
    and (lessons_done <> $3 or lessons_total <> $4 or seconds_spent < $5 or (knowledge_done_at is null and $6)
      or (exam_passed_at is null and $7::timestamptz is not null) or (completed_at is null and $8))
  returning true as changed`);

/**
 * Recomputes the stored totals from lessons and tests, because they are outdated after the lessons of a course change.
 * Completion dates that are already set are kept. Does nothing without an enrollment.
 */
export async function refreshTotals(ctx: Context, course: Course): Promise<void> {
  const { services, user, now } = ctx;
  const { packageId } = course;
  await services.database.inTransaction(ctx.correlationId, async (db) => {
    const [enrollment] = await lockEnrollment(db, user.affiliateId, packageId);
    const [records] = enrollment === undefined ? [] : await selectTotals(db, user.affiliateId, packageId);
    if (records === undefined) return;
    const done = new Set(records.done);
    const lessons = [...getCourseIndex(course, getCourseText(course, 'en-US')).lessons.keys()];
    const known = isKnowledgeComplete(course, done);
    const [updated] = await updateTotals(
      db,
      user.affiliateId,
      packageId,
      lessons.filter((id) => done.has(id)).length,
      lessons.length,
      records.seconds,
      known,
      records.examPassedAt,
      known && (!course.exam || done.has('exam:')),
      now,
    );
    if (updated !== undefined) await publishChange({ services, db }, user.affiliateId, packageId, 'progress');
  });
}
