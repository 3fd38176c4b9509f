import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { EnrollmentKey } from './queries.ts';

export const findProgress = query((db, p: Params<EnrollmentKey>) =>
  db
    .selectFrom('enrollment as e')
    .select((eb) => [
      'e.source',
      'e.granted_at as grantedAt',
      'e.enrolled_at as enrolledAt',
      'e.completed_at as completedAt',
      'e.knowledge_done_at as knowledgeDoneAt',
      'e.exam_passed_at as examPassedAt',
      'e.last_lesson as lastLesson',
      'e.seconds_spent as secondsSpent',
      'e.member_number as memberNumber',
      'e.store_number as storeNumber',
      jsonArrayFrom(
        eb
          .selectFrom('lesson_progress as l')
          .select(['l.lesson', 'l.seconds_spent as seconds', 'l.done_at as doneAt'])
          .where('l.affiliate_id', '=', p.affiliateId)
          .where('l.package_id', '=', p.packageId),
      ).as('lessons'),
      jsonArrayFrom(
        eb
          .selectFrom('course_attempt as a')
          .select([
            'a.id',
            'a.kind',
            'a.section',
            'a.number',
            'a.due_at as dueAt',
            'a.handed_in_at as handedInAt',
            'a.right_count as rightCount',
            sql<number>`jsonb_array_length(a.questions)`.as('questions'),
            'a.score_percent as scorePercent',
            'a.is_passed as isPassed',
          ])
          .where('a.affiliate_id', '=', p.affiliateId)
          .where('a.package_id', '=', p.packageId)
          .orderBy('a.started_at')
          .orderBy('a.id'),
      ).as('attempts'),
    ])
    .where('e.affiliate_id', '=', p.affiliateId)
    .where('e.package_id', '=', p.packageId),
);

/** A person's progress in a course. */
export type CourseProgress = Row<typeof findProgress>;
export type AttemptSummary = CourseProgress['attempts'][number];

/** Returns null without an enrollment. */
export async function findCourseProgress(
  db: Db,
  affiliateId: number,
  packageId: string,
): Promise<CourseProgress | null> {
  return (await findProgress.first(db, { affiliateId, packageId })) ?? null;
}

/** Completed lessons and, as `kind:section`, passed tests. */
export function getCompletedSteps({ lessons, attempts }: Pick<CourseProgress, 'lessons' | 'attempts'>): Set<string> {
  return new Set([
    ...lessons.flatMap(({ lesson, doneAt }) => (doneAt === null ? [] : [lesson])),
    ...attempts.flatMap(({ kind, section, isPassed }) => (isPassed === true ? [`${kind}:${section}`] : [])),
  ]);
}
