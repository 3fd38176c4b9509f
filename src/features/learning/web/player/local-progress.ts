import { useSyncExternalStore } from 'react';
import type { Answer } from '#features/learning/shared/content.ts';
import type { CourseView, LessonView } from '#features/learning/shared/course-contract.ts';
import { isRight } from '#features/learning/shared/grading.ts';
import { queueStep, listQueuedChecks } from './learning-outbox.ts';

/** The state of a lesson question. */
export interface Tries {
  /** Wrong answers known on this device. */
  wrong: readonly Answer[];
  right: Answer | null;
  /** The last answer; null before the first one. */
  last: Answer | null;
  count: number;
}

const noTries: Tries = { wrong: [], right: null, last: null, count: 0 };

/**
 * Progress since the page was opened. The server's view may be older than queued steps, so both are merged and progress
 * is never shown as lost.
 */
const triesByQuestion = new Map<string, Tries>();
const doneLessons = new Map<string, ReadonlySet<string>>();
const listeners = new Set<() => void>();
let version = 0;
const readVersion = () => version;

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

/** Merges the server's answers with queued and local ones. */
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

/** Applies an answer locally and queues it. */
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
  useSyncExternalStore(subscribe, readVersion, readVersion);
  return getTries(lesson);
}

/** Returns the course with lessons that were completed locally and are not yet saved on the server. */
export function useLocalProgress(course: CourseView): CourseView {
  const readDone = () => doneLessons.get(course.packageId);
  const own = useSyncExternalStore(subscribe, readDone, readDone);
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
