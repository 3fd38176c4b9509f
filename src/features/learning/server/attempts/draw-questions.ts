import { shuffle } from '#features/learning/shared/grading.ts';
import type { AttemptKind } from '#features/learning/shared/course-contract.ts';
import type { Course } from '#features/learning/server/content/course.ts';
import { getCourseText } from '#features/learning/server/content/library.ts';

/** The number of questions of a test and its rules. */
export interface TestRules {
  questions: number;
  passPercent: number | null;
  tries: number | null;
  minutes: number | null;
}

export function getTestRules(course: Course, kind: AttemptKind, section: string): TestRules | null {
  if (kind === 'exam') return course.exam && section === '' ? { ...course.exam } : null;
  const place = course.sections.findIndex(({ id }) => id === section);
  if (kind === 'review') {
    const questions = getCourseText(course, 'en-US').sections[place]?.review.length ?? 0;
    return questions === 0 ? null : { questions, passPercent: null, tries: null, minutes: null };
  }
  const quiz = course.sections[place]?.quiz;
  return quiz ? { ...quiz, tries: null, minutes: null } : null;
}

/** Draws question ids with the attempt's id as seed. A review asks all its questions in their order. */
export function drawQuestions(course: Course, kind: AttemptKind, section: string, attemptId: string): string[] {
  const { sections } = getCourseText(course, 'en-US');
  const own = sections.find(({ id }) => id === section);
  const idsOf = (questions: readonly { id: string }[]) => questions.map(({ id }) => id);
  if (kind === 'review') return idsOf(own?.review ?? []);
  const count = getTestRules(course, kind, section)?.questions ?? 0;
  const banks = kind === 'quiz' ? [idsOf(own?.bank ?? [])] : sections.map(({ bank }) => idsOf(bank));
  const drawn = drawEvenly(
    banks.map((bank, place) => shuffle(bank, `${attemptId}:${place}`)),
    count,
  );
  return shuffle(drawn, attemptId);
}

/** Takes one item from each bank in turn until `count` items are drawn. */
function drawEvenly<Item>(banks: readonly (readonly Item[])[], count: number): Item[] {
  const longest = Math.max(0, ...banks.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, place) => banks.flatMap((bank) => bank.slice(place, place + 1)));
  return inTurn.flat().slice(0, count);
}
