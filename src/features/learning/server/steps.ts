import type { CheckQuestion } from '../shared/content.ts';
import type { NextStep } from '../shared/course-contract.ts';
import type { Course, CourseText, WrittenLesson, WrittenSection } from './content/course.ts';
import { ask, type WrittenQuestion } from './content/questions.ts';

/** What follows from the words of a course alone, made once for each language of it. */
interface TextIndex {
  /** The way through the course. */
  steps: NextStep[];
  /** Of each step what it is called once it is done: a lesson by its id, a test by `kind:section`. */
  keys: string[];
  /** The same with spaces around. */
  words: string[];
  lessons: Map<string, LessonPlace>;
  questions: Map<string, WrittenQuestion>;
  minutes: number;
}
interface LessonPlace {
  lesson: WrittenLesson;
  section: WrittenSection;
  number: string;
  /** In `steps`. */
  place: number;
}

const indexes = new WeakMap<CourseText, TextIndex>();

export function indexOf(course: Course, text: CourseText): TextIndex {
  let index = indexes.get(text);
  if (index === undefined) indexes.set(text, (index = makeIndex(course, text)));
  return index;
}

function makeIndex(course: Course, text: CourseText): TextIndex {
  const steps: NextStep[] = [];
  const lessons = new Map<string, LessonPlace>();
  const questions = new Map<string, WrittenQuestion>();
  for (const [sectionIndex, section] of text.sections.entries()) {
    for (const [lessonIndex, lesson] of section.lessons.entries()) {
      const { id, title, minutes } = lesson;
      const number = `${sectionIndex + 1}.${lessonIndex + 1}`;
      lessons.set(id, { lesson, section, number, place: steps.length });
      steps.push({ kind: 'lesson', id, number, title, minutes });
    }
    const test = { id: section.id, number: '', title: section.title };
    const quiz = course.sections[sectionIndex]?.quiz;
    // About a minute for a question.
    if (section.review.length > 0) steps.push({ kind: 'review', ...test, minutes: section.review.length });
    if (quiz) steps.push({ kind: 'quiz', ...test, minutes: quiz.questions });
    const all = [...section.lessons.flatMap((lesson) => lesson.questions), ...section.review, ...section.bank];
    for (const question of all) questions.set(question.id, question);
  }
  if (course.exam) steps.push({ kind: 'exam', id: '', number: '', title: text.title, minutes: course.exam.minutes });
  const minutes = [...lessons.values()].reduce((sum, { lesson }) => sum + lesson.minutes, 0);
  const keys = steps.map(({ kind, id }) => (kind === 'lesson' ? id : `${kind}:${id}`));
  const words = keys.map((key) => ` ${key} `);
  return { steps, keys, words, lessons, questions, minutes };
}

/** The first step that is not done. */
export function nextOf({ steps, keys }: Pick<TextIndex, 'steps' | 'keys'>, done: ReadonlySet<string>): NextStep | null {
  return steps[keys.findIndex((key) => !done.has(key))] ?? null;
}

/** The same of words in the order in which they were done: mostly that of the course, and nothing is taken apart. */
export function nextAfter({ steps, words }: Pick<TextIndex, 'steps' | 'words'>, done: string): NextStep | null {
  let at = 0;
  const place = words.findIndex((word) => {
    if (!done.startsWith(word, at)) return !done.includes(word);
    // The space behind a word is the one before the next.
    at += word.length - 1;
    return false;
  });
  return steps[place] ?? null;
}

/** All lessons and quizzes: what comes before the exam. Reviews are for oneself. */
export function isKnown(course: Course, done: ReadonlySet<string>): boolean {
  return course.sections.every(
    ({ id, lessons, quiz }) =>
      lessons.every((lesson) => done.has(`${id}/${lesson}`)) && (!quiz || done.has(`quiz:${id}`)),
  );
}

const checks = new WeakMap<WrittenQuestion, CheckQuestion>();

/** A question of a lesson, which everybody is asked in the same mixture. */
export function checkOf({ packageId }: Pick<Course, 'packageId'>, written: WrittenQuestion): CheckQuestion {
  let check = checks.get(written);
  if (check === undefined) checks.set(written, (check = ask(written, packageId)));
  return check;
}
