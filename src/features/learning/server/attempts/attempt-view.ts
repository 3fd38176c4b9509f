import type { AssessmentResults, AttemptView } from '#features/learning/shared/course-contract.ts';
import { isRight, toPercent } from '#features/learning/shared/grading.ts';
import type { Culture } from '#features/learning/shared/rules.ts';
import type { AttemptRow } from './queries.ts';
import type { Course, CourseText } from '#features/learning/server/content/course.ts';
import { getCourseText } from '#features/learning/server/content/library.ts';
import { presentQuestion } from '#features/learning/server/content/questions.ts';
import { getTestRules } from './draw-questions.ts';
import { getCourseIndex } from '#features/learning/server/courses/course-index.ts';

/** Returns the attempt's questions with the answers. Questions that were removed from the course are left out. */
function buildAttemptQuestions(course: Course, text: CourseText, { id, questions, answers }: AttemptRow) {
  const written = getCourseIndex(course, text).questions;
  return questions.flatMap((name) => {
    const found = written.get(name);
    if (found === undefined) return [];
    const presented = presentQuestion(found, id);
    const answer = answers[name]?.answer ?? null;
    const isAnswerRight = answer !== null && isRight(presented.question, presented.key, answer);
    return [{ ...presented, lesson: found.lesson, answer, isRight: isAnswerRight }];
  });
}

/** A review is passed once every question is answered; a quiz or exam needs enough right answers. */
export function computeGrade(course: Course, attempt: AttemptRow) {
  const questions = buildAttemptQuestions(course, getCourseText(course, 'en-US'), attempt);
  const rightCount = questions.filter((item) => item.isRight).length;
  const scorePercent = toPercent(rightCount, questions.length);
  const { passPercent } = getTestRules(course, attempt.kind, attempt.section) ?? { passPercent: 100 };
  const isPassed =
    passPercent === null ? questions.every(({ answer }) => answer !== null) : scorePercent >= passPercent;
  return { rightCount, scorePercent, isPassed };
}

function toLessonReference(course: Course, text: CourseText, id: string | null) {
  const found = id === null ? undefined : getCourseIndex(course, text).lessons.get(id);
  return found ? { id: found.lesson.id, number: found.number, title: found.lesson.title } : null;
}

/** `taken` is the number of attempts at this test so far, including this one. */
export function toAttemptView(
  course: Course,
  attempt: AttemptRow,
  taken: number,
  culture: Culture,
  now: Date,
): AttemptView {
  const text = getCourseText(course, culture);
  const questions = buildAttemptQuestions(course, text, attempt);
  const rules = getTestRules(course, attempt.kind, attempt.section);
  const { handedInAt, rightCount, scorePercent, isPassed } = attempt;
  const triesLeft = (rules?.tries ?? null) === null ? null : Math.max(0, (rules?.tries ?? 0) - taken);
  const mayTryAgain = attempt.kind === 'exam' && isPassed !== true && triesLeft !== 0;
  return {
    id: attempt.id,
    packageId: course.packageId,
    courseTitle: text.title,
    kind: attempt.kind,
    section: attempt.section,
    sectionTitle: getSectionTitle(text, attempt.section),
    number: attempt.number,
    passPercent: rules?.passPercent ?? null,
    triesLeft,
    culture: text.culture,
    startedAt: attempt.startedAt.toISOString(),
    dueAt: attempt.dueAt?.toISOString() ?? null,
    now: now.toISOString(),
    questions: questions.map(({ question }) => question),
    answers: questions.flatMap(({ question, answer }) => (answer === null ? [] : [{ question: question.id, answer }])),
    handedInAt: handedInAt?.toISOString() ?? null,
    result:
      handedInAt === null
        ? null
        : {
            rightCount: rightCount ?? 0,
            scorePercent: scorePercent ?? 0,
            isPassed: isPassed === true,
            items: questions.map((item) => ({
              question: item.question.id,
              isRight: item.isRight,
              given: item.answer,
              key: mayTryAgain ? null : item.key,
              explanation: item.key.explanation,
              lesson: toLessonReference(course, text, item.lesson),
            })),
          },
  };
}

function getSectionTitle(text: CourseText, section: string): string {
  return text.sections.find(({ id }) => id === section)?.title ?? '';
}

/** An attempt in a list of results, with the lessons to review. */
export function toAttemptResult(
  course: Course,
  attempt: AttemptRow,
  culture: Culture,
): AssessmentResults['results'][number] | null {
  const text = getCourseText(course, culture);
  if (attempt.handedInAt === null) return null;
  const wrong = buildAttemptQuestions(course, text, attempt).filter((item) => !item.isRight);
  const lessons = Map.groupBy(wrong, ({ lesson }) => lesson);
  return {
    id: attempt.id,
    kind: attempt.kind,
    section: attempt.section,
    sectionTitle: getSectionTitle(text, attempt.section),
    number: attempt.number,
    rightCount: attempt.rightCount ?? 0,
    questions: attempt.questions.length,
    scorePercent: attempt.scorePercent ?? 0,
    isPassed: attempt.isPassed === true,
    handedInDate: attempt.handedInAt.toISOString(),
    lessons: [...lessons].flatMap(([id, own]) => {
      const shown = toLessonReference(course, text, id);
      return shown ? [{ ...shown, wrong: own.length }] : [];
    }),
  };
}
