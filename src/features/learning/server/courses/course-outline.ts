import type { CourseView, OutlineTest } from '#features/learning/shared/course-contract.ts';
import type { Course, CourseText } from '#features/learning/server/content/course.ts';
import {
  getCompletedSteps,
  type CourseProgress,
  type AttemptSummary,
} from '#features/learning/server/progress/course-progress.ts';
import { getCourseIndex, isKnowledgeComplete, findNextStep } from './course-index.ts';

/** Returns the course outline with the learner's progress; null shows it without any. */
export function buildOutline(
  course: Course,
  text: CourseText,
  progress: CourseProgress | null,
  now: Date,
): Pick<CourseView, 'sections' | 'exam' | 'lessonsDone' | 'lessonsTotal' | 'minutesLeft' | 'next'> {
  const index = getCourseIndex(course, text);
  const { lessons } = index;
  const done = progress === null ? new Set<string>() : getCompletedSteps(progress);
  const opened = new Set(progress?.lessons.map(({ lesson }) => lesson));
  // Demo courses need no enrollment.
  const mayLearn = progress !== null || course.kind === 'demo';
  const test = (kind: string, section: string, rules: TestDefinition, isReady: boolean) =>
    toOutlineTest(
      rules,
      (progress?.attempts ?? []).filter((attempt) => attempt.kind === kind && attempt.section === section),
      isReady,
      now,
    );
  let lessonsDone = 0;
  let minutesLeft = 0;
  const sections = text.sections.map((section, sectionIndex) => {
    const { id, title, review } = section;
    const quiz = course.sections[sectionIndex]?.quiz;
    return {
      id,
      title,
      lessons: section.lessons.map((lesson) => {
        const isDone = done.has(lesson.id);
        if (isDone) lessonsDone++;
        else minutesLeft += lesson.minutes;
        const { number = '' } = lessons.get(lesson.id) ?? {};
        const { id: lessonId, title: lessonTitle, minutes } = lesson;
        return { id: lessonId, number, title: lessonTitle, minutes, isOpened: opened.has(lessonId), isDone };
      }),
      review: review.length === 0 ? null : test('review', id, { questions: review.length }, mayLearn),
      quiz: quiz ? test('quiz', id, quiz, mayLearn) : null,
    };
  });
  const isReady = mayLearn && ((progress?.knowledgeDoneAt ?? null) !== null || isKnowledgeComplete(course, done));
  return {
    sections,
    exam: course.exam ? test('exam', '', course.exam, isReady) : null,
    lessonsDone,
    lessonsTotal: lessons.size,
    minutesLeft,
    next: (progress?.completedAt ?? null) === null ? findNextStep(index, done) : null,
  };
}

interface TestDefinition {
  questions: number;
  passPercent?: number;
  tries?: number;
  minutes?: number;
}

function toOutlineTest(
  test: TestDefinition,
  attempts: readonly AttemptSummary[],
  isReady: boolean,
  now: Date,
): OutlineTest {
  const closed = attempts.filter((attempt) => isAttemptClosed(attempt, now));
  const triesLeft = test.tries === undefined ? null : Math.max(0, test.tries - closed.length);
  const scores = closed.flatMap(({ scorePercent }) => (scorePercent === null ? [] : [scorePercent]));
  return {
    questions: test.questions,
    passPercent: test.passPercent ?? null,
    minutes: test.minutes ?? null,
    attempts: closed.length,
    triesLeft,
    bestPercent: scores.length === 0 ? null : Math.max(...scores),
    isPassed: closed.some((attempt) => attempt.isPassed === true),
    isOpen: isReady && triesLeft !== 0,
    openAttempt: attempts.find((attempt) => !isAttemptClosed(attempt, now))?.id ?? null,
  };
}

/**
 * Whether the attempt was handed in or has expired. Expired attempts cannot be resumed, even before they are graded.
 */
export function isAttemptClosed(
  { handedInAt, dueAt }: { handedInAt: Date | string | null; dueAt: Date | string | null },
  now: Date,
): boolean {
  return handedInAt !== null || (dueAt !== null && new Date(dueAt).getTime() + handInGraceMs < now.getTime());
}

/** Grace period for answers that were sent in time on a slow network. */
export const handInGraceMs = 60_000;
