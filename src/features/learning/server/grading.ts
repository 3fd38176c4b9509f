import type { Context } from '../../../platform/server/context.ts';
import type { Db } from '../../../platform/server/db.ts';
import * as sql from './attempt-sql.ts';
import { gradeOf } from './attempt-view.ts';
import type { Course } from './content/course.ts';
import { publishChange } from './events.ts';
import { graceMs, isOver } from './outline.ts';
import { lockEnrollment } from './progress-sql.ts';
import type { StandingAttempt } from './standing.ts';
import { isKnown } from './steps.ts';

type Where = Pick<Context, 'db' | 'services'>;

/** Ends an attempt. Its row and the enrollment are locked by the caller, so that it happens once. */
export async function grade(
  { db, services }: Where,
  course: Course,
  affiliateId: number,
  attempt: sql.AttemptRow,
  handedInAt: Date,
): Promise<void> {
  const { rightCount, scorePercent, isPassed } = gradeOf(course, attempt);
  await sql.gradeAttempt(db, affiliateId, attempt.id, handedInAt, rightCount, scorePercent, isPassed);
  const done = new Set((await sql.listDone(db, affiliateId, course.packageId)).map(({ lesson }) => lesson));
  const known = isKnown(course, done);
  const isExamPassed = done.has('exam:');
  const isCompleted = known && (!course.exam || isExamPassed);
  await sql.keepReached(db, affiliateId, course.packageId, handedInAt, known, isExamPassed, isCompleted);
  await publishChange({ db, services }, affiliateId, course.packageId, 'progress');
}

/** What was out of time is graded with what was answered in time. The caller holds the enrollment. */
export async function gradeOverdue(where: Where, course: Course, affiliateId: number, now: Date): Promise<void> {
  const before = new Date(now.getTime() - graceMs);
  for (const attempt of await sql.lockOverdue(where.db, affiliateId, course.packageId, before))
    await grade(where, course, affiliateId, attempt, attempt.dueAt ?? now);
}

/** The same for whoever only looks, in a transaction of its own. Says whether there was anything to grade. */
export async function settle(
  ctx: Context,
  course: Course,
  affiliateId: number,
  attempts: readonly Pick<StandingAttempt | sql.AttemptRow, 'handedInAt' | 'dueAt'>[],
): Promise<boolean> {
  if (!attempts.some((attempt) => attempt.handedInAt === null && isOver(attempt, ctx.now))) return false;
  await ctx.services.database.inTransaction(ctx.correlationId, async (db: Db) => {
    await lockEnrollment(db, affiliateId, course.packageId);
    await gradeOverdue({ db, services: ctx.services }, course, affiliateId, ctx.now);
  });
  return true;
}
