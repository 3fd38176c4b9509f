import { useSyncExternalStore } from 'react';
import type { Answer } from '../../shared/content.ts';
import type { CourseView, LessonView } from '../../shared/course-contract.ts';
import { isRight } from '../../shared/grading.ts';
import { keepStep, waitingChecks } from './outbox.ts';

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
const tried = new Map<string, Tries>();
const done = new Map<string, ReadonlySet<string>>();
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

const keyOf = (packageId: string, question: string) => `${packageId} ${question}`;

/** The questions of a lesson as they stand: as the account has them, with what waits and what was done since. */
function triesOf(lesson: LessonView): Tries[] {
  const waiting = waitingChecks(lesson.packageId, lesson.id);
  return lesson.checks.map(({ question, key }) => {
    const stored = lesson.answers.find((answer) => answer.question === question.id);
    const own = tried.get(keyOf(lesson.packageId, question.id));
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
export function tryCheck(lesson: LessonView, index: number, answer: Answer): boolean {
  const check = lesson.checks[index];
  const before = triesOf(lesson)[index];
  if (check === undefined || before === undefined) return false;
  const { question, key } = check;
  const isAnswerRight = isRight(question, key, answer);
  tried.set(keyOf(lesson.packageId, question.id), addTry(before, answer, isAnswerRight));
  keepStep(lesson.packageId, { kind: 'answer', lesson: lesson.id, question: question.id, answer });
  if (triesOf(lesson).every(({ right }) => right !== null)) markDone(lesson.packageId, lesson.id);
  publish();
  return isAnswerRight;
}

function markDone(packageId: string, lesson: string): void {
  done.set(packageId, new Set([...(done.get(packageId) ?? []), lesson]));
}

export function useTries(lesson: LessonView): Tries[] {
  useSyncExternalStore(subscribe, () => version);
  return triesOf(lesson);
}

/** The course with the lessons that were finished here and are still on their way to the account. */
export function useLearnedCourse(course: CourseView): CourseView {
  const own = useSyncExternalStore(subscribe, () => done.get(course.packageId));
  return own === undefined ? course : withDone(course, own);
}

function withDone(course: CourseView, own: ReadonlySet<string>): CourseView {
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
