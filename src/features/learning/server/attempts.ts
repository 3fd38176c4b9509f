import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { fail, type learningCalls } from '../shared/contract.ts';
import type { AttemptKind } from '../shared/course-contract.ts';
import { isPossible } from '../shared/grading.ts';
import { cultureOf, type Culture } from '../shared/rules.ts';
import { demandCourse } from './access.ts';
import * as sql from './attempt-sql.ts';
import { attemptView } from './attempt-view.ts';
import type { Course } from './content/course.ts';
import { textIn, type Library } from './content/library.ts';
import { ask } from './content/questions.ts';
import { drawQuestions, rulesOf } from './drawing.ts';
import { publishChange } from './events.ts';
import { grade, gradeOverdue, settle } from './grading.ts';
import { guestPackageId, learnerContext } from './learner.ts';
import { isOver } from './outline.ts';
import { lockLearning } from './progress.ts';
import { lockEnrollment } from './progress-sql.ts';
import { indexOf, isKnown } from './steps.ts';

export const attemptHandlers = (
  library: Library,
): Pick<
  Handlers<typeof learningCalls>,
  | 'POST v2/courses/{packageId}/attempts'
  | 'GET v2/attempts/{attemptId}'
  | 'POST v2/attempts/{attemptId}/answers'
  | 'POST v2/attempts/{attemptId}/hand-in'
> => ({
  async 'POST v2/courses/{packageId}/attempts'(caller, { params, query, body }) {
    const ctx = await learnerContext(caller, query.affiliateId, params.packageId, 'acts');
    const course = demandCourse(library, params.packageId);
    const culture = body.culture ?? cultureOf(ctx.locale);
    const section = body.section ?? '';
    const { attempt, taken } = await begin(ctx, course, { ...body, section, culture });
    return attemptView(course, attempt, taken, culture, ctx.now);
  },

  async 'GET v2/attempts/{attemptId}'(caller, { params, query }) {
    const ctx = await attemptContext(caller, query.affiliateId, params.attemptId);
    const found = await demandAttempt(ctx, params.attemptId);
    const course = demandCourse(library, found.packageId);
    const isSettled = await settle(ctx, course, ctx.user.affiliateId, [found]);
    const attempt = isSettled ? await demandAttempt(ctx, found.id) : found;
    return attemptView(course, attempt, attempt.taken, query.culture ?? attempt.culture, ctx.now);
  },

  async 'POST v2/attempts/{attemptId}/answers'(caller, { params, query, body }) {
    const ctx = await attemptContext(caller, query.affiliateId, params.attemptId);
    const [attempt] = await sql.lockAttempt(ctx.db, ctx.user.affiliateId, params.attemptId);
    demandOpen(attempt, ctx.now);
    const { questions } = indexedIn(demandCourse(library, attempt.packageId));
    const answers = { ...attempt.answers };
    for (const [place, { question, answer, seq }] of body.answers.entries()) {
      const written = attempt.questions.includes(question) ? questions.get(question) : undefined;
      if (written === undefined) throw fail('learning.unknown_question', { path: `answers.${place}.question` });
      if (!isPossible(ask(written, attempt.id).question, answer))
        throw fail('learning.impossible_answer', { path: `answers.${place}.answer` });
      if (seq > (answers[question]?.seq ?? -1)) answers[question] = { answer, seq };
    }
    await sql.keepAnswers(ctx.db, ctx.user.affiliateId, attempt.id, JSON.stringify(answers));
    return { answered: Object.keys(answers).length };
  },

  async 'POST v2/attempts/{attemptId}/hand-in'(caller, { params, query }) {
    const ctx = await attemptContext(caller, query.affiliateId, params.attemptId, 'acts');
    const { db, user, now } = ctx;
    const { packageId, id } = await demandAttempt(ctx, params.attemptId);
    const course = demandCourse(library, packageId);
    // Always the enrollment first, so that nobody waits in a circle.
    await lockEnrollment(db, user.affiliateId, packageId);
    const [attempt] = await sql.lockAttempt(db, user.affiliateId, id);
    demandOpen(attempt, now);
    await grade(ctx, course, user.affiliateId, attempt, now);
    const graded = await demandAttempt(ctx, id);
    return attemptView(course, graded, graded.taken, query.culture ?? graded.culture, now);
  },
});

/** The context of the person who makes the attempt. A guardian may only in a child's Discover Scuba Diving course. */
async function attemptContext(
  ctx: Context,
  affiliateId: number | undefined,
  attemptId: string,
  does: 'acts' | null = null,
): Promise<Context> {
  if (affiliateId === undefined) return ctx;
  const [attempt] = await sql.findAttempt(ctx.db, affiliateId, attemptId);
  return learnerContext(ctx, affiliateId, attempt?.packageId ?? guestPackageId, does);
}

async function demandAttempt({ db, user }: Context, id: string) {
  const [attempt] = await sql.findAttempt(db, user.affiliateId, id);
  if (attempt === undefined) throw fail('learning.no_attempt');
  return attempt;
}

function demandOpen(attempt: sql.AttemptRow | undefined, now: Date): asserts attempt is sql.AttemptRow {
  if (attempt === undefined) throw fail('learning.no_attempt');
  if (attempt.handedInAt !== null) throw fail('learning.handed_in');
  if (isOver(attempt, now)) throw fail('learning.time_over');
}

function indexedIn(course: Course) {
  return indexOf(course, textIn(course, 'en-US'));
}

interface Wanted {
  key: string;
  kind: AttemptKind;
  section: string;
  culture: Culture;
}

/** A new attempt, or the one that is open, or the one that this key began. */
async function begin(
  ctx: Context,
  course: Course,
  { key, kind, section, culture }: Wanted,
): Promise<{ attempt: sql.AttemptRow; taken: number }> {
  const { db, user, now } = ctx;
  const { packageId } = course;
  const rules = rulesOf(course, kind, section);
  if (rules === null) throw fail('learning.no_test');
  const { knowledgeDoneAt } = await lockLearning(ctx, course);
  await gradeOverdue(ctx, course, user.affiliateId, now);
  const before = await sql.listAttempts(db, user.affiliateId, packageId, kind, section);
  const same =
    before.find(({ id }) => id === key.toLowerCase()) ?? before.find(({ handedInAt }) => handedInAt === null);
  if (same) return { attempt: same, taken: before.length };
  // A key begins one attempt, whatever it is asked for later.
  const [other] = await sql.findAttempt(db, user.affiliateId, key);
  if (other) throw fail('learning.no_test', { path: 'key' });
  const done = new Set((await sql.listDone(db, user.affiliateId, packageId)).map(({ lesson }) => lesson));
  if (kind === 'exam' && knowledgeDoneAt === null && !isKnown(course, done)) throw fail('learning.not_ready');
  if (rules.tries !== null && before.length >= rules.tries) throw fail('learning.no_tries');
  const [attempt] = await sql.insertAttempt(
    db,
    user.affiliateId,
    key,
    packageId,
    kind,
    section,
    before.length + 1,
    culture,
    JSON.stringify(drawQuestions(course, kind, section, key.toLowerCase())),
    now,
    rules.minutes === null ? null : new Date(now.getTime() + rules.minutes * 60_000),
  );
  if (attempt === undefined) throw new Error('the attempt was not kept');
  await sql.keepReached(db, user.affiliateId, packageId, now, false, false, false);
  await publishChange(ctx, user.affiliateId, packageId, 'progress');
  return { attempt, taken: before.length + 1 };
}
