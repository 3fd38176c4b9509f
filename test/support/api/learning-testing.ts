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

/** An answer that could be given, and is wrong. */
export function wrongAnswer(question: Question, { right, tolerance }: AnswerKey): Answer {
  if (question.type === 'number') return [String(Math.ceil(Number(right[0]) + (tolerance ?? 0)) + 1)];
  if (question.type === 'choices') return right.slice(0, 1);
  if (question.type === 'order' || question.type === 'match') return [...right.slice(1), ...right.slice(0, 1)];
  const others = (question.type === 'hotspot' ? question.spots : question.options).filter(({ id }) => id !== right[0]);
  return others.slice(0, 1).map(({ id }) => id);
}

export function getCourse(packageId: string): Course {
  const course = library.find(packageId);
  if (course === undefined) throw new Error(`there is no course ${packageId}`);
  return course;
}

/** The words of a course in the language that each has. */
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

/** What makes a lesson done. */
export function createCorrectSteps(packageId: string, lesson: string): LearningStep[] {
  return listLessonQuestions(packageId, lesson).map((written) =>
    createStep('answer', lesson, {
      question: written.id,
      answer: rightAnswer(presentQuestion(written, packageId).key),
    }),
  );
}

export interface CallResult<Body> {
  status: number;
  body: Body;
  /** Code and path of each error. */
  errors: string[];
}

/** The calls of learning as the browser makes them. */
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

  /** Begins a test; the answers are those of its questions, right or wrong. */
  async function begin(person: Person, packageId: string, test: object, key: string = randomUUID()) {
    const begun = await call<AttemptView>(person, 'POST', `${base}/courses/${packageId}/attempts`, {
      key,
      section: null,
      ...test,
    });
    const answersOf = (isWanted: (place: number) => boolean) => {
      const { questions: written } = getCourseIndex(getCourse(packageId), getCourseSource(packageId));
      return begun.body.questions.flatMap((question, place) => {
        const found = written.get(question.id);
        if (found === undefined) return [];
        const asked = presentQuestion(found, begun.body.id);
        const answer = isWanted(place) ? rightAnswer(asked.key) : wrongAnswer(asked.question, asked.key);
        return [{ question: question.id, answer, seq: place + 1 }];
      });
    };
    return { ...begun, answersOf };
  }

  const answer = (person: Person, id: string, answers: readonly object[]) =>
    call<{ answered: number }>(person, 'POST', `${base}/attempts/${id}/answers`, { answers });
  const handIn = (person: Person, id: string) => call<AttemptView>(person, 'POST', `${base}/attempts/${id}/hand-in`);
  const look = (person: Person, id: string) => call<AttemptView>(person, 'GET', `${base}/attempts/${id}`);

  /** A whole test, with the given number of right answers. */
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
    look,
    take,
    lessonsOf,

    /** Nobody has learned anything. */
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
