import * as z from 'zod';
import type { Db } from '#platform/server/db/database.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import type { Answer, AnswerKey, Question } from '#features/learning/shared/content.ts';
import { isValidAnswer, isRight } from '#features/learning/shared/grading.ts';
import { computeGrade } from '#features/learning/server/attempts/attempt-view.ts';
import type { AttemptRow } from '#features/learning/server/attempts/queries.ts';
import type { Course } from '#features/learning/server/content/course.ts';
import { library, getCourseText } from '#features/learning/server/content/library.ts';
import { presentQuestion } from '#features/learning/server/content/questions.ts';
import { listDemoLearners, lessonTimes, type DemoLearner } from './learners.ts';
import { drawQuestions, getTestRules } from '#features/learning/server/attempts/draw-questions.ts';
import { getCheckQuestion, getCourseIndex } from '#features/learning/server/courses/course-index.ts';

/** A job, because reading whole courses is slow. Existing answers are unchanged. */
export const answerDemoQuestions = defineJob(
  'learning.demo-answers',
  { schema: z.object({ year: z.int() }) },
  async ({ database, now }, { year }) => {
    for (const learner of listDemoLearners(year, now)) {
      const course = library.find(learner.packageId);
      if (course === undefined) throw new Error(`unknown course ${learner.packageId} in the demo data`);
      await database.inTransaction('demo', (db) => seedAnswers(db, course, learner));
    }
  },
);

async function seedAnswers(db: Db, course: Course, learner: DemoLearner): Promise<void> {
  const { affiliateId, packageId, studyPeriods, tests } = learner;
  const lessons = getCourseText(course, 'en-US').sections.flatMap((section) => section.lessons);
  const rows = [...lessonTimes(studyPeriods)].flatMap((at, index) =>
    (lessons[index]?.questions ?? []).map((sourceQuestion, place) => ({
      affiliate_id: affiliateId,
      package_id: packageId,
      question: sourceQuestion.id,
      answer: JSON.stringify(getCheckQuestion(course, sourceQuestion).key.right),
      tries: (index + place) % 4 === 3 ? 2 : 1,
      answered_at: at,
      right_at: at,
    })),
  );
  if (rows.length > 0)
    await db
      .insertInto('lesson_answer')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const [index, { kind, section, at, wrong }] of tests.entries()) {
    const number = tests.slice(0, index + 1).filter((test) => test.kind === kind && test.section === section).length;
    const attempt = takeTest(course, { affiliateId, kind, section, number, wrong, at });
    const { rightCount, scorePercent, isPassed } = computeGrade(course, attempt);
    const { id, questions, answers, startedAt, dueAt } = attempt;
    await db
      .insertInto('course_attempt')
      .values({
        affiliate_id: affiliateId,
        id,
        package_id: packageId,
        kind,
        section,
        number,
        culture: 'en-US',
        questions: JSON.stringify(questions),
        answers: JSON.stringify(answers),
        started_at: startedAt,
        due_at: dueAt,
        handed_in_at: at,
        right_count: rightCount,
        score_percent: scorePercent,
        is_passed: isPassed,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
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
