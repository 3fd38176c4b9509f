import type { Context } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import * as queries from './queries.ts';
import { computeGrade } from './attempt-view.ts';
import type { Course } from '#features/learning/server/content/course.ts';
import { publishChange } from '#features/learning/server/events.ts';
import { handInGraceMs, isAttemptClosed } from '#features/learning/server/courses/course-outline.ts';
import { lockEnrollment } from '#features/learning/server/progress/queries.ts';
import type { AttemptSummary } from '#features/learning/server/progress/course-progress.ts';
import { isKnowledgeComplete } from '#features/learning/server/courses/course-index.ts';

type GradingContext = Pick<Context, 'db' | 'services'>;

/**
 * Grades and closes an attempt. The caller must lock the attempt and the enrollment, so it is graded only once.
 */
export async function finishAttempt(
  { db, services }: GradingContext,
  course: Course,
  affiliateId: number,
  attempt: queries.AttemptRow,
  handedInAt: Date,
): Promise<void> {
  const { packageId } = course;
  await queries.gradeAttempt(db, { affiliateId, id: attempt.id, handedInAt, ...computeGrade(course, attempt) });
  const done = new Set((await queries.listCompletedSteps(db, { affiliateId, packageId })).map(({ step }) => step));
  const isKnown = isKnowledgeComplete(course, done);
  const isExamPassed = done.has('exam:');
  const isCompleted = isKnown && (!course.exam || isExamPassed);
  await queries.updateMilestones(db, {
    affiliateId,
    packageId,
    at: handedInAt,
    isKnown,
    isExamPassed,
    isCompleted,
  });
  await publishChange({ db, services }, affiliateId, packageId, 'progress');
}

/** Grades expired attempts with the answers saved in time. The caller must lock the enrollment. */
export async function gradeOverdue(
  context: GradingContext,
  course: Course,
  affiliateId: number,
  now: Date,
): Promise<void> {
  const { packageId } = course;
  const before = new Date(now.getTime() - handInGraceMs);
  for (const attempt of await queries.lockOverdueAttempts(context.db, { affiliateId, packageId, before }))
    await finishAttempt(context, course, affiliateId, attempt, attempt.dueAt ?? now);
}

/** Grades expired attempts during a read request, in a separate transaction. Returns whether any attempt was graded. */
export async function gradeOverdueInTransaction(
  ctx: Context,
  course: Course,
  affiliateId: number,
  attempts: readonly Pick<AttemptSummary | queries.AttemptRow, 'handedInAt' | 'dueAt'>[],
): Promise<boolean> {
  if (!attempts.some((attempt) => attempt.handedInAt === null && isAttemptClosed(attempt, ctx.now))) return false;
  await ctx.services.database.inTransaction(ctx.correlationId, async (db: Db) => {
    await lockEnrollment(db, { affiliateId, packageId: course.packageId });
    await gradeOverdue({ db, services: ctx.services }, course, affiliateId, ctx.now);
  });
  return true;
}
