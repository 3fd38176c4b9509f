import { type Db, statement } from '#platform/server/db/database.ts';
import type { AttemptKind } from '#features/learning/shared/course-contract.ts';

/** A person's progress in a course, read in one query. */
export interface CourseProgress {
  source: string;
  grantedAt: Date;
  enrolledAt: Date | null;
  knowledgeDoneAt: Date | null;
  examPassedAt: Date | null;
  completedAt: Date | null;
  lastLesson: string | null;
  secondsSpent: number;
  memberNumber: number | null;
  storeNumber: number | null;
  lessons: LessonProgress[];
  attempts: AttemptSummary[];
}
export interface LessonProgress {
  lesson: string;
  seconds: number;
  doneAt: string | null;
}
export interface AttemptSummary {
  id: string;
  kind: AttemptKind;
  section: string;
  number: number;
  dueAt: string | null;
  handedInAt: string | null;
  rightCount: number | null;
  questions: number;
  scorePercent: number | null;
  isPassed: boolean | null;
}

export const selectCourseProgress = statement<CourseProgress, [affiliateId: number, packageId: string]>(`
  select e.source, e.granted_at as "grantedAt", e.enrolled_at as "enrolledAt", e.completed_at as "completedAt",
    e.knowledge_done_at as "knowledgeDoneAt", e.exam_passed_at as "examPassedAt", e.last_lesson as "lastLesson",
    e.seconds_spent as "secondsSpent", e.member_number as "memberNumber", e.store_number as "storeNumber",
    coalesce((select json_agg(json_build_object('lesson', l.lesson, 'seconds', l.seconds_spent, 'doneAt', l.done_at))
      from lesson_progress l where l.affiliate_id = $1 and l.package_id = $2), '[]') as lessons,
    coalesce((select json_agg(json_build_object('id', a.id, 'kind', a.kind, 'section', a.section, 'number', a.number,
        'dueAt', a.due_at, 'handedInAt', a.handed_in_at, 'rightCount', a.right_count,
        'questions', jsonb_array_length(a.questions), 'scorePercent', a.score_percent, 'isPassed', a.is_passed)
        order by a.started_at, a.id)
      from course_attempt a where a.affiliate_id = $1 and a.package_id = $2), '[]') as attempts
  from enrollment e where e.affiliate_id = $1 and e.package_id = $2`);

/** Returns null without an enrollment. */
export async function findCourseProgress(
  db: Db,
  affiliateId: number,
  packageId: string,
): Promise<CourseProgress | null> {
  const [row] = await selectCourseProgress(db, affiliateId, packageId);
  return row ?? null;
}

/** Completed lessons and, as `kind:section`, passed tests. */
export function getCompletedSteps({ lessons, attempts }: Pick<CourseProgress, 'lessons' | 'attempts'>): Set<string> {
  return new Set([
    ...lessons.flatMap(({ lesson, doneAt }) => (doneAt === null ? [] : [lesson])),
    ...attempts.flatMap(({ kind, section, isPassed }) => (isPassed === true ? [`${kind}:${section}`] : [])),
  ]);
}
