import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { grantEnrollment } from '#features/learning/server/enrollments/access.ts';
import type { Course } from '#features/learning/server/content/course.ts';
import { library, getCourseText } from '#features/learning/server/content/library.ts';
import { presentQuestion, type QuestionContent } from '#features/learning/server/content/questions.ts';
import { getCourseIndex } from '#features/learning/server/courses/course-index.ts';
import type { Answer, AnswerKey, Question } from '#features/learning/shared/content.ts';
import type { AttemptView, LearningStep, ProgressView } from '#features/learning/shared/course-contract.ts';
import type { TestPortal } from './portal-testing.ts';

interface Person {
  id: number;
  email: string;
}

function rightAnswer({ right }: AnswerKey): Answer {
  return right;
}

/** A valid but wrong answer. */
export function wrongAnswer(question: Question, { right, tolerance }: AnswerKey): Answer {
  if (question.type === 'number') return [String(Math.ceil(Number(right[0]) + (tolerance ?? 0)) + 1)];
  if (question.type === 'choices') return right.slice(0, 1);
  if (question.type === 'order' || question.type === 'match') return [...right.slice(1), ...right.slice(0, 1)];
  const others = (question.type === 'hotspot' ? question.spots : question.options).filter(({ id }) => id !== right[0]);
  return others.slice(0, 1).map(({ id }) => id);
}

export function getCourse(packageId: string): Course {
  const course = library.find(packageId);
  if (course === undefined) throw new Error(`course ${packageId} not found`);
  return course;
}

/** The course text in English, which every course has. */
export function getCourseSource(packageId: string) {
  return getCourseText(getCourse(packageId), 'en-US');
}

export function listLessonQuestions(packageId: string, lesson: string): QuestionContent[] {
  const lessons = getCourseSource(packageId).sections.flatMap((section) => section.lessons);
  return lessons.find(({ id }) => id === lesson)?.questions ?? [];
}

type Kind = LearningStep['kind'];
type StepOf<K extends Kind> = Omit<Extract<LearningStep, { kind: K }>, 'kind' | 'key' | 'at' | 'lesson'>;

export function createStep<K extends Kind>(
  kind: K,
  lesson: string,
  rest: StepOf<K>,
  { key = randomUUID(), at = new Date().toISOString() }: { key?: string; at?: string } = {},
): LearningStep {
  return { kind, key, at, lesson, ...rest } as unknown as LearningStep;
}

/** Steps that complete a lesson. */
export function createCorrectSteps(packageId: string, lesson: string): LearningStep[] {
  return listLessonQuestions(packageId, lesson).map((sourceQuestion) =>
    createStep('answer', lesson, {
      question: sourceQuestion.id,
      answer: rightAnswer(presentQuestion(sourceQuestion, packageId).key),
    }),
  );
}

export interface CallResult<Body> {
  status: number;
  body: Body;
  /** Code and path of each error. */
  errors: string[];
}

/** Requests about learning. */
export function createLearningFixture(portal: TestPortal) {
  const { pool, db } = portal.services.database;
  const base = '/api/learning/v2';
  const rows = async <Row extends object>(sql: string, values: unknown[] = []) =>
    (await pool.query<Row>(sql, values)).rows;

  async function call<Body>(
    person: Person | null,
    method: InjectOptions['method'],
    url: string,
    payload?: unknown,
  ): Promise<CallResult<Body>> {
    const answer = await portal.request(person?.email ?? null, method, url, payload);
    const body = answer.json();
    const errors = ((body?.errors ?? []) as { code: string; path?: string }[]).map(({ code, path }) =>
      path === undefined ? code : `${code} ${path}`,
    );
    return { status: answer.statusCode, body, errors };
  }

  const save = (person: Person, packageId: string, steps: readonly LearningStep[]) =>
    call<ProgressView>(person, 'POST', `${base}/courses/${packageId}/progress`, { steps });

  const lessonsOf = (packageId: string) => [
    ...getCourseIndex(getCourse(packageId), getCourseSource(packageId)).lessons.keys(),
  ];

  /** Starts a test. `answersOf` returns right or wrong answers to its questions. */
  async function begin(person: Person, packageId: string, test: object, key: string = randomUUID()) {
    const attempt = await call<AttemptView>(person, 'POST', `${base}/courses/${packageId}/attempts`, {
      key,
      section: null,
      ...test,
    });
    const answersOf = (isRight: (place: number) => boolean) => {
      const { questions: sourceQuestions } = getCourseIndex(getCourse(packageId), getCourseSource(packageId));
      return attempt.body.questions.flatMap((question, place) => {
        const sourceQuestion = sourceQuestions.get(question.id);
        if (sourceQuestion === undefined) return [];
        const presented = presentQuestion(sourceQuestion, attempt.body.id);
        const answer = isRight(place) ? rightAnswer(presented.key) : wrongAnswer(presented.question, presented.key);
        return [{ question: question.id, answer, seq: place + 1 }];
      });
    };
    return { ...attempt, answersOf };
  }

  const answer = (person: Person, id: string, answers: readonly object[]) =>
    call<{ answered: number }>(person, 'POST', `${base}/attempts/${id}/answers`, { answers });
  const handIn = (person: Person, id: string) => call<AttemptView>(person, 'POST', `${base}/attempts/${id}/hand-in`);
  const readAttempt = (person: Person, id: string) => call<AttemptView>(person, 'GET', `${base}/attempts/${id}`);

  /** Takes a test with a number of right answers. */
  async function take(person: Person, packageId: string, test: object, right = Infinity) {
    const { body, answersOf } = await begin(person, packageId, test);
    await answer(
      person,
      body.id,
      answersOf((place) => place < right),
    );
    return handIn(person, body.id);
  }

  return {
    base,
    rows,
    call,
    save,
    begin,
    answer,
    handIn,
    readAttempt,
    take,
    lessonsOf,

    /** Deletes all progress. */
    clear: () => rows('truncate enrollment, learning_step, record_archive cascade'),

    grant: (person: Person, packageId: string, memberNumber: number | null = null) =>
      grantEnrollment(db, { affiliateId: person.id, packageId, source: 'association', memberNumber }),

    learnAll: (person: Person, packageId: string) =>
      save(
        person,
        packageId,
        lessonsOf(packageId).flatMap((lesson) => createCorrectSteps(packageId, lesson)),
      ),
  };
}
