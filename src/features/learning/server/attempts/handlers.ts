import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { fail, type learningEndpoints } from '#features/learning/shared/contract.ts';
import type { AttemptKind } from '#features/learning/shared/course-contract.ts';
import { isValidAnswer } from '#features/learning/shared/grading.ts';
import { toCulture, type Culture } from '#features/learning/shared/rules.ts';
import { requireCourse } from '#features/learning/server/enrollments/access.ts';
import * as queries from './queries.ts';
import { toAttemptView } from './attempt-view.ts';
import type { Course } from '#features/learning/server/content/course.ts';
import { getCourseText, type Library } from '#features/learning/server/content/library.ts';
import { presentQuestion } from '#features/learning/server/content/questions.ts';
import { drawQuestions, getTestRules } from './draw-questions.ts';
import { publishChange } from '#features/learning/server/events.ts';
import { finishAttempt, gradeOverdue, gradeOverdueInTransaction } from './grading.ts';
import { dsdPackageId } from '#features/learning/shared/dsd-package.ts';
import { resolveLearnerContext } from '#features/learning/server/enrollments/learner-context.ts';
import { isAttemptClosed } from '#features/learning/server/courses/course-outline.ts';
import { requireLockedEnrollment } from '#features/learning/server/progress/save-steps.ts';
import { lockEnrollment } from '#features/learning/server/progress/queries.ts';
import { getCourseIndex, isKnowledgeComplete } from '#features/learning/server/courses/course-index.ts';

export const attemptHandlers = (
  library: Library,
): Pick<
  Handlers<typeof learningEndpoints>,
  | 'POST v2/courses/{packageId}/attempts'
  | 'GET v2/attempts/{attemptId}'
  | 'POST v2/attempts/{attemptId}/answers'
  | 'POST v2/attempts/{attemptId}/hand-in'
> => ({
  async 'POST v2/courses/{packageId}/attempts'(caller, { params, query, body }) {
    const ctx = await resolveLearnerContext(caller, query.affiliateId, params.packageId, 'acts');
    const course = requireCourse(library, params.packageId);
    const culture = body.culture ?? toCulture(ctx.locale);
    const section = body.section ?? '';
    const { attempt, taken } = await startAttempt(ctx, course, { ...body, section, culture });
    return toAttemptView(course, attempt, taken, culture, ctx.now);
  },

  async 'GET v2/attempts/{attemptId}'(caller, { params, query }) {
    const ctx = await resolveAttemptContext(caller, query.affiliateId, params.attemptId);
    const found = await requireAttempt(ctx, params.attemptId);
    const course = requireCourse(library, found.packageId);
    const isSettled = await gradeOverdueInTransaction(ctx, course, ctx.user.affiliateId, [found]);
    const attempt = isSettled ? await requireAttempt(ctx, found.id) : found;
    return toAttemptView(course, attempt, attempt.taken, query.culture ?? attempt.culture, ctx.now);
  },

  async 'POST v2/attempts/{attemptId}/answers'(caller, { params, query, body }) {
    const ctx = await resolveAttemptContext(caller, query.affiliateId, params.attemptId);
    const { affiliateId } = ctx.user;
    const attempt = await queries.lockAttempt.first(ctx.db, { affiliateId, id: params.attemptId });
    assertAttemptOpen(attempt, ctx.now);
    const { questions } = getSourceIndex(requireCourse(library, attempt.packageId));
    const answers = { ...attempt.answers };
    for (const [place, { question, answer, seq }] of body.answers.entries()) {
      const written = attempt.questions.includes(question) ? questions.get(question) : undefined;
      if (written === undefined) throw fail('learning.unknown_question', { path: `answers.${place}.question` });
      if (!isValidAnswer(presentQuestion(written, attempt.id).question, answer))
        throw fail('learning.impossible_answer', { path: `answers.${place}.answer` });
      if (seq > (answers[question]?.seq ?? -1)) answers[question] = { answer, seq };
    }
    await queries.updateAnswers(ctx.db, { affiliateId, id: attempt.id, answers });
    return { answered: Object.keys(answers).length };
  },

  async 'POST v2/attempts/{attemptId}/hand-in'(caller, { params, query }) {
    const ctx = await resolveAttemptContext(caller, query.affiliateId, params.attemptId, 'acts');
    const { db, now } = ctx;
    const { affiliateId } = ctx.user;
    const { packageId, id } = await requireAttempt(ctx, params.attemptId);
    const course = requireCourse(library, packageId);
    // Every transaction locks the enrollment before the attempt, which prevents deadlocks.
    await lockEnrollment(db, { affiliateId, packageId });
    const attempt = await queries.lockAttempt.first(db, { affiliateId, id });
    assertAttemptOpen(attempt, now);
    await finishAttempt(ctx, course, affiliateId, attempt, now);
    const graded = await requireAttempt(ctx, id);
    return toAttemptView(course, graded, graded.taken, query.culture ?? graded.culture, now);
  },
});

/**
 * Returns the context of the learner who makes the attempt. Guardians may act only in a child's Discover Scuba Diving
 * course.
 */
async function resolveAttemptContext(
  ctx: Context,
  affiliateId: number | undefined,
  attemptId: string,
  does: 'acts' | null = null,
): Promise<Context> {
  if (affiliateId === undefined) return ctx;
  const attempt = await queries.findAttempt.first(ctx.db, { affiliateId, id: attemptId });
  return resolveLearnerContext(ctx, affiliateId, attempt?.packageId ?? dsdPackageId, does);
}

async function requireAttempt({ db, user }: Context, id: string) {
  const attempt = await queries.findAttempt.first(db, { affiliateId: user.affiliateId, id });
  if (attempt === undefined) throw fail('learning.no_attempt');
  return attempt;
}

function assertAttemptOpen(attempt: queries.AttemptRow | undefined, now: Date): asserts attempt is queries.AttemptRow {
  if (attempt === undefined) throw fail('learning.no_attempt');
  if (attempt.handedInAt !== null) throw fail('learning.handed_in');
  if (isAttemptClosed(attempt, now)) throw fail('learning.time_over');
}

function getSourceIndex(course: Course) {
  return getCourseIndex(course, getCourseText(course, 'en-US'));
}

interface AttemptRequest {
  key: string;
  kind: AttemptKind;
  section: string;
  culture: Culture;
}

/** Returns a new attempt, the open one, or the one that was started with this key. */
async function startAttempt(
  ctx: Context,
  course: Course,
  { key, kind, section, culture }: AttemptRequest,
): Promise<{ attempt: queries.AttemptRow; taken: number }> {
  const { db, now } = ctx;
  const { affiliateId } = ctx.user;
  const { packageId } = course;
  const rules = getTestRules(course, kind, section);
  if (rules === null) throw fail('learning.no_test');
  const { knowledgeDoneAt } = await requireLockedEnrollment(ctx, course);
  await gradeOverdue(ctx, course, affiliateId, now);
  const before = await queries.listAttempts(db, { affiliateId, packageId, kind, section });
  const same =
    before.find(({ id }) => id === key.toLowerCase()) ?? before.find(({ handedInAt }) => handedInAt === null);
  if (same) return { attempt: same, taken: before.length };
  // A key identifies one attempt and cannot be reused for another test.
  const other = await queries.findAttempt.first(db, { affiliateId, id: key });
  if (other) throw fail('learning.no_test', { path: 'key' });
  const done = new Set((await queries.listCompletedSteps(db, { affiliateId, packageId })).map(({ step }) => step));
  if (kind === 'exam' && knowledgeDoneAt === null && !isKnowledgeComplete(course, done))
    throw fail('learning.not_ready');
  if (rules.tries !== null && before.length >= rules.tries) throw fail('learning.no_tries');
  const attempt = await queries.insertAttempt.first(db, {
    affiliateId,
    id: key,
    packageId,
    kind,
    section,
    number: before.length + 1,
    culture,
    questions: drawQuestions(course, kind, section, key.toLowerCase()),
    startedAt: now,
    dueAt: rules.minutes === null ? null : new Date(now.getTime() + rules.minutes * 60_000),
  });
  if (attempt === undefined) throw new Error('attempt insert returned no row');
  await queries.updateMilestones(db, {
    affiliateId,
    packageId,
    at: now,
    isKnown: false,
    isExamPassed: false,
    isCompleted: false,
  });
  await publishChange(ctx, affiliateId, packageId, 'progress');
  return { attempt, taken: before.length + 1 };
}
