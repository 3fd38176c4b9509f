import type { Db } from '#platform/server/db/database.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import type { Answer, AnswerKey, Question } from '#features/learning/shared/content.ts';
import { isValidAnswer, isRight } from '#features/learning/shared/grading.ts';
import { computeGrade } from '#features/learning/server/attempts/attempt-view.ts';
import type { AttemptRow } from '#features/learning/server/attempts/queries.ts';
import type { Course } from '#features/learning/server/content/course.ts';
import { library, getCourseText } from '#features/learning/server/content/library.ts';
import { presentQuestion } from '#features/learning/server/content/questions.ts';
import { insertInChunks } from '#demo/insert-rows.ts';
import type { DemoCourse } from '#demo/world/courses.ts';
import type { Timeline } from '#demo/world/timeline.ts';
import type { World } from '#demo/world/world.ts';
import { lessonTimes } from '#demo/world/lesson-times.ts';
import { drawQuestions, getTestRules } from '#features/learning/server/attempts/draw-questions.ts';
import { getCheckQuestion, getCourseIndex } from '#features/learning/server/courses/course-index.ts';

/** Seeds the answers of all lessons and tests, graded like the portal's. Reads whole courses. */
export async function seedDemoAnswers(db: Db, { courses, timeline }: World): Promise<void> {
  const rows = courses.map((taken) => {
    const course = library.find(taken.packageId);
    if (course === undefined) throw new Error(`unknown course ${taken.packageId} in the demo data`);
    return { answers: listAnswers(course, taken, timeline), attempts: listAttempts(course, taken, timeline) };
  });
  await insertInChunks(
    rows.flatMap(({ answers }) => answers),
    (chunk) => db.insertInto('lesson_answer').values(chunk).execute(),
  );
  await insertInChunks(
    rows.flatMap(({ attempts }) => attempts),
    (chunk) => db.insertInto('course_attempt').values(chunk).execute(),
  );
}

function listAnswers(course: Course, taken: DemoCourse, timeline: Timeline) {
  const lessons = getCourseText(course, 'en-US').sections.flatMap((section) => section.lessons);
  return [...lessonTimes(taken, timeline)].flatMap((at, index) =>
    (lessons[index]?.questions ?? []).map((sourceQuestion, place) => ({
      affiliate_id: taken.affiliateId,
      package_id: taken.packageId,
      question: sourceQuestion.id,
      answer: JSON.stringify(getCheckQuestion(course, sourceQuestion).key.right),
      tries: (index + place) % 4 === 3 ? 2 : 1,
      answered_at: at,
      right_at: at,
    })),
  );
}

function listAttempts(course: Course, { affiliateId, packageId, tests }: DemoCourse, timeline: Timeline) {
  return tests.map(({ kind, section, daysAgo, time, wrong }, index) => {
    const number = tests.slice(0, index + 1).filter((test) => test.kind === kind && test.section === section).length;
    const at = timeline.at(daysAgo, time);
    const attempt = takeTest(course, { affiliateId, kind, section, number, wrong, at });
    const { rightCount, scorePercent, isPassed } = computeGrade(course, attempt);
    const { id, questions, answers, startedAt, dueAt } = attempt;
    return {
      affiliate_id: affiliateId,
      id,
      package_id: packageId,
      kind,
      section,
      number,
      culture: 'en-US' as const,
      questions: JSON.stringify(questions),
      answers: JSON.stringify(answers),
      started_at: startedAt,
      due_at: dueAt,
      handed_in_at: at,
      right_count: rightCount,
      score_percent: scorePercent,
      is_passed: isPassed,
    };
  });
}

interface TestResult {
  affiliateId: number;
  kind: AttemptRow['kind'];
  section: string;
  number: number;
  wrong: number;
  at: Date;
}

/** A test drawn like the portal's, with `wrong` wrong answers. */
function takeTest(course: Course, { affiliateId, kind, section, number, wrong, at }: TestResult): AttemptRow {
  const { packageId } = course;
  const id = createUuidFromText(`demo ${affiliateId} ${packageId} ${kind} ${section} ${number}`);
  const questions = drawQuestions(course, kind, section, id);
  const { minutes = null } = getTestRules(course, kind, section) ?? {};
  const startedAt = new Date(at.getTime() - questions.length * 45_000);
  const { questions: sourceQuestions } = getCourseIndex(course, getCourseText(course, 'en-US'));
  let missed = 0;
  const answers = questions.flatMap((name, seq) => {
    const sourceQuestion = sourceQuestions.get(name);
    if (sourceQuestion === undefined) return [];
    const { question, key } = presentQuestion(sourceQuestion, id);
    const wrongAnswer = missed < wrong ? findWrongAnswer(question, key) : null;
    if (wrongAnswer !== null) missed++;
    return [[name, { answer: wrongAnswer ?? key.right, seq }] as const];
  });
  return {
    id,
    packageId,
    kind,
    section,
    number,
    culture: 'en-US',
    questions,
    answers: Object.fromEntries(answers),
    startedAt,
    dueAt: minutes === null ? null : new Date(startedAt.getTime() + minutes * 60_000),
    handedInAt: at,
    rightCount: null,
    scorePercent: null,
    isPassed: null,
  };
}

/** A valid but wrong answer. */
function findWrongAnswer(question: Question, key: AnswerKey): Answer | null {
  const ids = (question.type === 'hotspot' ? question.spots : question.options).map(({ id }) => id);
  const candidates: Answer[] =
    question.type === 'number'
      ? [[String(Number(key.right[0]) + 7)]]
      : question.type === 'order' || question.type === 'match'
        ? [key.right.toReversed()]
        : ids.map((id) => [id]);
  return (
    candidates.find((candidate) => isValidAnswer(question, candidate) && !isRight(question, key, candidate)) ?? null
  );
}
