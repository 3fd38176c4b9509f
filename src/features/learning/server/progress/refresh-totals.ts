import { sql } from 'kysely';
import type { Context } from '#platform/server/http/context.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import type { Course } from '#features/learning/server/content/course.ts';
import { getCourseText } from '#features/learning/server/content/library.ts';
import { publishChange } from '#features/learning/server/events.ts';
import { dateIf, lockEnrollment, selectCompletedSteps, type EnrollmentKey } from './queries.ts';
import { getCourseIndex, isKnowledgeComplete } from '#features/learning/server/courses/course-index.ts';

const selectTotals = query((db, p: Params<EnrollmentKey>) =>
  db.selectNoFrom((eb) => [
    sql<string[]>`array${selectCompletedSteps(db, p)}`.as('done'),
    eb
      .selectFrom('lesson_progress as l')
      .select((eb) => eb.cast<number>(eb.fn.coalesce(eb.fn.sum('l.seconds_spent'), sql.lit(0)), 'int4').as('seconds'))
      .where('l.affiliate_id', '=', p.affiliateId)
      .where('l.package_id', '=', p.packageId)
      .$asScalar()
      .$notNull()
      .as('seconds'),
    eb
      .selectFrom('course_attempt as a')
      .select((eb) => eb.fn.min('a.handed_in_at').as('examPassedAt'))
      .where('a.affiliate_id', '=', p.affiliateId)
      .where('a.package_id', '=', p.packageId)
      .where('a.kind', '=', 'exam')
      .where('a.is_passed', '=', true)
      .as('examPassedAt'),
  ]),
);

interface Totals extends EnrollmentKey {
  lessonsDone: number;
  lessonsTotal: number;
  seconds: number;
  isKnown: boolean;
  examPassedAt: Date | null;
  isCompleted: boolean;
  now: Date;
}

/** Returns no row if nothing changed. */
const updateTotals = query((db, p: Params<Totals>) => {
  const examPassedAt = sql<Date | null>`${p.examPassedAt}::timestamptz`;
  return db
    .updateTable('enrollment')
    .set((eb) => ({
      lessons_done: p.lessonsDone,
      lessons_total: p.lessonsTotal,
      seconds_spent: eb.fn('greatest', ['seconds_spent', p.seconds]),
      knowledge_done_at: eb.fn.coalesce('knowledge_done_at', dateIf(p.isKnown, p.now)),
      exam_passed_at: eb.fn.coalesce('exam_passed_at', examPassedAt),
      completed_at: eb.fn.coalesce('completed_at', dateIf(p.isCompleted, p.now)),
    }))
    .where('affiliate_id', '=', p.affiliateId)
    .where('package_id', '=', p.packageId)
    .where((eb) =>
      eb.or([
        eb('lessons_done', '<>', p.lessonsDone),
        eb('lessons_total', '<>', p.lessonsTotal),
        eb('seconds_spent', '<', p.seconds),
        eb('knowledge_done_at', 'is', null).and(p.isKnown),
        eb('exam_passed_at', 'is', null).and(examPassedAt, 'is not', null),
        eb('completed_at', 'is', null).and(p.isCompleted),
      ]),
    )
    .returning('package_id');
});

/**
 * Recomputes the stored totals from lessons and tests, because they are outdated after the lessons of a course change.
 * Completion dates that are already set are kept. Does nothing without an enrollment.
 */
export async function refreshTotals(ctx: Context, course: Course): Promise<void> {
  const { services, user, now } = ctx;
  const { packageId } = course;
  await services.database.inTransaction(ctx.correlationId, async (db) => {
    const key = { affiliateId: user.affiliateId, packageId };
    const enrollment = await lockEnrollment.first(db, key);
    const records = enrollment === undefined ? undefined : await selectTotals.first(db, key);
    if (records === undefined) return;
    const done = new Set(records.done);
    const lessons = [...getCourseIndex(course, getCourseText(course, 'en-US')).lessons.keys()];
    const isKnown = isKnowledgeComplete(course, done);
    const updated = await updateTotals.first(db, {
      ...key,
      lessonsDone: lessons.filter((id) => done.has(id)).length,
      lessonsTotal: lessons.length,
      seconds: records.seconds,
      isKnown,
      examPassedAt: records.examPassedAt,
      isCompleted: isKnown && (!course.exam || done.has('exam:')),
      now,
    });
    if (updated !== undefined) await publishChange({ services, db }, user.affiliateId, packageId, 'progress');
  });
}
