import { useSyncExternalStore } from 'react';
import type { Answer } from '#features/learning/shared/content.ts';
import type { CourseView, LessonView } from '#features/learning/shared/course-contract.ts';
import { isRight } from '#features/learning/shared/grading.ts';
import { queueStep, listQueuedChecks } from './outbox.ts';

/** How a question of a lesson has gone so far. */
export interface Tries {
  /** What was tried and is wrong, as far as it is known here. */
  wrong: readonly Answer[];
  right: Answer | null;
  /** The last one that was tried; null before the first. */
  last: Answer | null;
  count: number;
}

const noTries: Tries = { wrong: [], right: null, last: null, count: 0 };

/**
 * What was learned since this page was opened. The account's own view may be older than what still travels there, so the
 * two are shown together, and nothing that was reached is ever shown as lost.
 */
const triesByQuestion = new Map<string, Tries>();
const doneLessons = new Map<string, ReadonlySet<string>>();
const listeners = new Set<() => void>();
let version = 0;

function publish(): void {
  version += 1;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function addTry({ wrong, count }: Tries, answer: Answer, isAnswerRight: boolean): Tries {
  return isAnswerRight
    ? { wrong, right: answer, last: answer, count: count + 1 }
    : { wrong: [...wrong, answer], right: null, last: answer, count: count + 1 };
}

const toTriesKey = (packageId: string, question: string) => `${packageId} ${question}`;

/** The questions of a lesson as they stand: as the account has them, with what waits and what was done since. */
function getTries(lesson: LessonView): Tries[] {
  const waiting = listQueuedChecks(lesson.packageId, lesson.id);
  return lesson.checks.map(({ question, key }) => {
    const stored = lesson.answers.find((answer) => answer.question === question.id);
    const own = triesByQuestion.get(toTriesKey(lesson.packageId, question.id));
    if (own !== undefined && (own.right !== null || stored?.isRight !== true)) return own;
    const first: Tries =
      stored === undefined
        ? noTries
        : { ...addTry(noTries, stored.answer, stored.isRight), count: Math.max(1, stored.tries) };
    return waiting
      .filter((step) => step.question === question.id)
      .reduce(
        (tries, { answer }) => (tries.right === null ? addTry(tries, answer, isRight(question, key, answer)) : tries),
        first,
      );
  });
}

/** One more try: kept, shown, and sent. */
export function submitCheck(lesson: LessonView, index: number, answer: Answer): boolean {
  const check = lesson.checks[index];
  const before = getTries(lesson)[index];
  if (check === undefined || before === undefined) return false;
  const { question, key } = check;
  const isAnswerRight = isRight(question, key, answer);
  triesByQuestion.set(toTriesKey(lesson.packageId, question.id), addTry(before, answer, isAnswerRight));
  queueStep(lesson.packageId, { kind: 'answer', lesson: lesson.id, question: question.id, answer });
  if (getTries(lesson).every(({ right }) => right !== null)) markDone(lesson.packageId, lesson.id);
  publish();
  return isAnswerRight;
}

function markDone(packageId: string, lesson: string): void {
  doneLessons.set(packageId, new Set([...(doneLessons.get(packageId) ?? []), lesson]));
}

export function useTries(lesson: LessonView): Tries[] {
  useSyncExternalStore(subscribe, () => version);
  return getTries(lesson);
}

/** The course with the lessons that were finished here and are still on their way to the account. */
export function useLocalProgress(course: CourseView): CourseView {
  const own = useSyncExternalStore(subscribe, () => doneLessons.get(course.packageId));
  return own === undefined ? course : markLessonsDone(course, own);
}

function markLessonsDone(course: CourseView, own: ReadonlySet<string>): CourseView {
  const sections = course.sections.map((section) => ({
    ...section,
    lessons: section.lessons.map((lesson) => (own.has(lesson.id) ? { ...lesson, isDone: true } : lesson)),
  }));
  const left = sections.flatMap(({ lessons }) => lessons).filter(({ isDone }) => !isDone);
  return {
    ...course,
    sections,
    lessonsDone: Math.max(course.lessonsDone, course.lessonsTotal - left.length),
    minutesLeft: Math.min(
      course.minutesLeft,
      left.reduce((sum, { minutes }) => sum + minutes, 0),
    ),
  };
}
