import type { Context } from '#platform/server/http/context.ts';
import type { Answer } from '#features/learning/shared/content.ts';
import { fail } from '#features/learning/shared/contract.ts';
import type { LearningStep, ProgressView } from '#features/learning/shared/course-contract.ts';
import { isValidAnswer, isRight } from '#features/learning/shared/grading.ts';
import { grantEnrollment, countLessons } from '#features/learning/server/enrollments/access.ts';
import type { Course } from '#features/learning/server/content/course.ts';
import { getCourseText } from '#features/learning/server/content/library.ts';
import { publishChange } from '#features/learning/server/events.ts';
import * as queries from './queries.ts';
import {
  getCheckQuestion,
  getCourseIndex,
  isKnowledgeComplete,
} from '#features/learning/server/courses/course-index.ts';

/** Locks the enrollment until the transaction ends. Demo courses enroll the person on demand. */
export async function requireLockedEnrollment(ctx: Context, course: Pick<Course, 'packageId' | 'kind'>) {
  const { db, user } = ctx;
  const { packageId, kind } = course;
  if (kind === 'demo') await grantEnrollment(db, { affiliateId: user.affiliateId, packageId, source: 'demo' });
  const row = await queries.lockEnrollment.first(db, { affiliateId: user.affiliateId, packageId });
  if (row === undefined) throw fail('learning.not_entitled');
  return row;
}

/** Applies all steps or none. */
async function applySteps(
  ctx: Context,
  course: Course,
  steps: readonly LearningStep[],
): Promise<{ progress: ProgressView; hasMoved: boolean }> {
  const { db, user, now } = ctx;
  const { packageId } = course;
  assertValidSteps(course, steps);
  const { lastLesson } = await requireLockedEnrollment(ctx, course);
  const { lessons } = getCourseIndex(course, getCourseText(course, 'en-US'));
  const named = [...new Set(steps.map(({ lesson }) => lesson))];
  const questions = named.flatMap((id) => lessons.get(id)?.lesson.questions.map((question) => question.id) ?? []);
  const enrollment = { affiliateId: user.affiliateId, packageId };
  const registered = await queries.registerSteps.first(db, {
    ...enrollment,
    keys: steps.map(({ key }) => key),
    lessons: named,
    questions,
  });
  if (registered === undefined) throw new Error('step registration returned no row');
  const fresh = filterNewSteps(steps, registered.keys, now);
  const done = new Set(registered.done);
  const progress = () => ({
    lessonsDone: [...lessons.keys()].filter((id) => done.has(id)).length,
    lessonsTotal: countLessons(course),
    done: named.filter((id) => done.has(id)),
  });
  if (fresh.length === 0) return { progress: progress(), hasMoved: false };

  const answers = mergeAnswers(course, fresh, registered);
  const updates = computeLessonUpdates(fresh, registered, (id, atMs) => {
    const questionsOfLesson = lessons.get(id)?.lesson.questions ?? [];
    const isAllRight = questionsOfLesson.every((question) => (answers.get(question.id)?.right_at ?? null) !== null);
    if (!isAllRight || done.has(id)) return null;
    done.add(id);
    return new Date(atMs).toISOString();
  });
  const last = fresh.reduce((newest, step) => (step.atMs >= newest.atMs ? step : newest));
  const isKnown = isKnowledgeComplete(course, done);
  const after = progress();
  await queries.storeSteps(db, {
    ...enrollment,
    lessons: updates,
    answers: [...answers.values()].filter(({ hasChanged }) => hasChanged),
    lastLesson: last.lesson,
    lastAt: new Date(last.atMs),
    seconds: updates.reduce((sum, { seconds }) => sum + seconds, 0),
    lessonsDone: after.lessonsDone,
    lessonsTotal: after.lessonsTotal,
    isKnown,
    isCompleted: isKnown && (!course.exam || done.has('exam:')),
    now,
  });
  const isNewlyDone = after.lessonsDone > registered.done.filter((id) => lessons.has(id)).length;
  return { progress: after, hasMoved: isNewlyDone || last.lesson !== lastLesson };
}

/**
 * Notifies the person's other open pages if a lesson was completed or changed. The reading position alone is not
 * published.
 */
export async function saveSteps(ctx: Context, course: Course, steps: readonly LearningStep[]): Promise<ProgressView> {
  const { progress, hasMoved } = await applySteps(ctx, course, steps);
  if (hasMoved) await publishChange(ctx, ctx.user.affiliateId, course.packageId, 'progress');
  return progress;
}

/** Checks against en-US, because steps do not depend on the language. */
function assertValidSteps(course: Course, steps: readonly LearningStep[]): void {
  const { lessons } = getCourseIndex(course, getCourseText(course, 'en-US'));
  for (const [place, step] of steps.entries()) {
    const invalid = (code: Parameters<typeof fail>[0], field: string) =>
      fail(code, { path: `steps.${place}.${field}` });
    const { lesson } = lessons.get(step.lesson) ?? {};
    if (lesson === undefined) throw invalid('learning.unknown_lesson', 'lesson');
    if (step.kind === 'video' && !lesson.blocks.some((block) => block.kind === 'video' && block.id === step.video))
      throw invalid('learning.unknown_video', 'video');
    if (step.kind !== 'answer') continue;
    const written = lesson.questions.find(({ id }) => id === step.question);
    if (written === undefined) throw invalid('learning.unknown_question', 'question');
    if (!isValidAnswer(getCheckQuestion(course, written).question, step.answer))
      throw invalid('learning.impossible_answer', 'answer');
  }
}

type NewStep = LearningStep & { atMs: number };
const maxOfflineMs = 30 * 24 * 3_600_000;

/**
 * Returns each new step once. Timestamps are limited to the offline period, because a wrong clock must not make a step
 * the newest forever.
 */
function filterNewSteps(steps: readonly LearningStep[], registered: readonly string[], now: Date): NewStep[] {
  const left = new Set(registered);
  const latest = now.getTime();
  return steps
    .filter(({ key }) => left.delete(key.toLowerCase()))
    .map((step) => ({ ...step, atMs: Math.min(latest, Math.max(latest - maxOfflineMs, Date.parse(step.at))) }));
}

interface MergedAnswer extends queries.AnswerUpdate {
  hasChanged: boolean;
}

/** The first right answer is kept; before that, the newest wrong answer. All tries are counted. */
function mergeAnswers(
  course: Course,
  steps: readonly NewStep[],
  registered: queries.RegisteredSteps,
): Map<string, MergedAnswer> {
  const { questions } = getCourseIndex(course, getCourseText(course, 'en-US'));
  const answers = new Map<string, MergedAnswer>(
    registered.answers.map((answer) => [answer.question, { ...answer, hasChanged: false }]),
  );
  for (const step of steps) {
    if (step.kind !== 'answer') continue;
    const written = questions.get(step.question);
    const before = answers.get(step.question);
    if (written === undefined || (before !== undefined && before.right_at !== null)) continue;
    const { question, key } = getCheckQuestion(course, written);
    const at = new Date(step.atMs).toISOString();
    const isNowRight = isRight(question, key, step.answer);
    const isNewer = before === undefined || Date.parse(before.answered_at) <= step.atMs || isNowRight;
    const shown: { answer: Answer; answered_at: string } = isNewer ? { answer: step.answer, answered_at: at } : before;
    answers.set(step.question, {
      question: step.question,
      answer: shown.answer,
      answered_at: shown.answered_at,
      tries: (before?.tries ?? 0) + 1,
      right_at: isNowRight ? at : null,
      hasChanged: true,
    });
  }
  return answers;
}

function computeLessonUpdates(
  steps: readonly NewStep[],
  registered: queries.RegisteredSteps,
  doneAt: (lesson: string, atMs: number) => string | null,
): queries.LessonUpdate[] {
  return [...Map.groupBy(steps, ({ lesson }) => lesson)].map(([lesson, own]) => {
    const videos: queries.VideoPositions = { ...registered.lessons.find((entry) => entry.lesson === lesson)?.videos };
    let position = 0;
    let seconds = 0;
    for (const step of own) {
      if (step.kind === 'read') {
        position = Math.max(position, step.position);
        seconds += step.seconds;
      }
      const before = step.kind === 'video' ? videos[step.video] : undefined;
      if (step.kind === 'video' && (before === undefined || Date.parse(before.at) <= step.atMs))
        videos[step.video] = { second: step.second, at: new Date(step.atMs).toISOString() };
    }
    const times = own.map(({ atMs }) => atMs);
    return {
      lesson,
      position,
      seconds,
      videos,
      opened_at: new Date(Math.min(...times)).toISOString(),
      done_at: doneAt(lesson, Math.max(...times)),
    };
  });
}
