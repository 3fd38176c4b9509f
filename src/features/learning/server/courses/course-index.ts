import type { CheckQuestion } from '#features/learning/shared/content.ts';
import type { NextStep } from '#features/learning/shared/course-contract.ts';
import type { Course, CourseText, LessonContent, SectionContent } from '#features/learning/server/content/course.ts';
import { presentQuestion, type QuestionContent } from '#features/learning/server/content/questions.ts';

/** Derived from the course text alone; built once per language. */
interface CourseIndex {
  /** All steps of the course in order. */
  steps: NextStep[];
  /** Completion key of each step: the lesson id, or `kind:section` of a test. */
  keys: string[];
  /** The keys with a space on both sides, to search for them in a text. */
  paddedKeys: string[];
  lessons: Map<string, LessonEntry>;
  questions: Map<string, QuestionContent>;
  minutes: number;
}
interface LessonEntry {
  lesson: LessonContent;
  section: SectionContent;
  number: string;
  /** Index in `steps`. */
  place: number;
}

const indexCache = new WeakMap<CourseText, CourseIndex>();

export function getCourseIndex(course: Course, text: CourseText): CourseIndex {
  let index = indexCache.get(text);
  if (index === undefined) indexCache.set(text, (index = buildCourseIndex(course, text)));
  return index;
}

function buildCourseIndex(course: Course, text: CourseText): CourseIndex {
  const steps: NextStep[] = [];
  const lessons = new Map<string, LessonEntry>();
  const questions = new Map<string, QuestionContent>();
  for (const [sectionIndex, section] of text.sections.entries()) {
    for (const [lessonIndex, lesson] of section.lessons.entries()) {
      const { id, title, minutes } = lesson;
      const number = `${sectionIndex + 1}.${lessonIndex + 1}`;
      lessons.set(id, { lesson, section, number, place: steps.length });
      steps.push({ kind: 'lesson', id, number, title, minutes });
    }
    const test = { id: section.id, number: '', title: section.title };
    const quiz = course.sections[sectionIndex]?.quiz;
    // Tests are estimated at one minute per question.
    if (section.review.length > 0) steps.push({ kind: 'review', ...test, minutes: section.review.length });
    if (quiz) steps.push({ kind: 'quiz', ...test, minutes: quiz.questions });
    const all = [...section.lessons.flatMap((lesson) => lesson.questions), ...section.review, ...section.bank];
    for (const question of all) questions.set(question.id, question);
  }
  if (course.exam) steps.push({ kind: 'exam', id: '', number: '', title: text.title, minutes: course.exam.minutes });
  const minutes = [...lessons.values()].reduce((sum, { lesson }) => sum + lesson.minutes, 0);
  const keys = steps.map(({ kind, id }) => (kind === 'lesson' ? id : `${kind}:${id}`));
  const paddedKeys = keys.map((key) => ` ${key} `);
  return { steps, keys, paddedKeys, lessons, questions, minutes };
}

/** Returns the first step that is not completed. */
export function findNextStep(
  { steps, keys }: Pick<CourseIndex, 'steps' | 'keys'>,
  done: ReadonlySet<string>,
): NextStep | null {
  return steps[keys.findIndex((key) => !done.has(key))] ?? null;
}

/**
 * Like `findNextStep`, for completed keys in one text. Keys are mostly in course order, so they are compared without
 * splitting the text.
 */
export function findNextStepInText(
  { steps, paddedKeys }: Pick<CourseIndex, 'steps' | 'paddedKeys'>,
  done: string,
): NextStep | null {
  let at = 0;
  const place = paddedKeys.findIndex((padded) => {
    if (!done.startsWith(padded, at)) return !done.includes(padded);
    // Neighboring keys share the space between them.
    at += padded.length - 1;
    return false;
  });
  return steps[place] ?? null;
}

/** Whether all lessons and quizzes are completed, as the exam requires. Reviews are optional. */
export function isKnowledgeComplete(course: Course, done: ReadonlySet<string>): boolean {
  return course.sections.every(
    ({ id, lessons, quiz }) =>
      lessons.every((lesson) => done.has(`${id}/${lesson}`)) && (!quiz || done.has(`quiz:${id}`)),
  );
}

const checkCache = new WeakMap<QuestionContent, CheckQuestion>();

/** Lesson questions use the package id as seed, so all learners see the same order. */
export function getCheckQuestion({ packageId }: Pick<Course, 'packageId'>, written: QuestionContent): CheckQuestion {
  let check = checkCache.get(written);
  if (check === undefined) checkCache.set(written, (check = presentQuestion(written, packageId)));
  return check;
}
