import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createLearningFixture,
  listLessonQuestions,
  createCorrectSteps,
  createStep,
  wrongAnswer,
} from '#test/support/api/learning-testing.ts';
import { diver, guardian, student } from '#test/support/api/logbook-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { LessonView } from '#features/learning/shared/course-contract.ts';
import { presentQuestion } from '#features/learning/server/content/questions.ts';
import { purgeSteps } from './purge-steps.ts';

const portal = await testPortal();
const { base, rows, call, save, clear, grant, lessonsOf, learnAll } = createLearningFixture(portal);
const course = 'peak-buoyancy';
const [lesson = '', other = ''] = lessonsOf(course);

beforeEach(async () => {
  await clear();
  await grant(student, course);
});

const open = (person: typeof diver, id = lesson, packageId = course, query = '') =>
  call<LessonView>(person, 'GET', `${base}/courses/${packageId}/lessons/${id}${query}`);
const enrollment = async () => {
  const [row] = await rows<Record<string, unknown>>(
    `select lessons_done, seconds_spent, last_lesson, enrolled_at is not null as begun,
       knowledge_done_at is not null as known, completed_at is not null as completed
     from enrollment where affiliate_id = $1 and package_id = $2`,
    [student.id, course],
  );
  return row;
};
const countStoredSteps = async () =>
  (await rows<{ count: number }>('select count(*)::int as count from learning_step'))[0]?.count;
const agoIso = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
const wrongStep = (id: string, at?: string) => {
  const [written] = listLessonQuestions(course, id);
  if (written === undefined) throw new Error('the lesson has no question');
  const { question, key } = presentQuestion(written, course);
  return createStep(
    'answer',
    id,
    { question: written.id, answer: wrongAnswer(question, key) },
    at === undefined ? {} : { at },
  );
};

describe('GET courses/{packageId}/lessons/{section}/{lesson}', () => {
  it('returns content, questions with keys, and the previous and next step', async () => {
    const { status, body } = await open(student, other);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      packageId: course,
      id: other,
      number: '1.2',
      position: 0,
      answers: [],
      isDone: false,
    });
    expect(body.blocks.length).toBeGreaterThan(1);
    expect(body.checks.map(({ question }) => question.id)).toEqual(
      listLessonQuestions(course, other).map(({ id }) => id),
    );
    expect(body.previous).toMatchObject({ kind: 'lesson', id: lesson });
    expect(body.next).toMatchObject({ kind: 'lesson', number: '1.3' });
  });

  it('returns the saved position and answers', async () => {
    await save(student, course, [
      createStep('open', lesson, {}),
      createStep('read', lesson, { position: 3, seconds: 40 }),
      wrongStep(lesson),
    ]);
    const { body } = await open(student);
    expect(body.position).toBe(3);
    expect(body.answers).toMatchObject([{ tries: 1, isRight: false }]);
  });

  it('falls back to en-US', async () => {
    const { body } = await open(student, lesson, course, '?culture=pl-PL');
    expect([body.culture, body.requestedCulture]).toEqual(['en-US', 'pl-PL']);
  });

  it('returns learning.not_entitled without an enrollment', async () => {
    expect((await open(diver)).errors).toEqual(['learning.not_entitled']);
    expect((await open(student, 'weight/nothing')).errors).toEqual(['learning.unknown_lesson']);
    expect((await open(student, lesson, 'no-such-course')).errors).toEqual(['learning.no_course']);
  });

  it('opens demo lessons to everyone and enrolls with the first saved step', async () => {
    const demo = 'demo-reading-the-water';
    const [first = ''] = lessonsOf(demo);
    expect((await open(diver, first, demo)).status).toBe(200);
    expect(await rows('select 1 from enrollment where package_id = $1', [demo])).toEqual([]);
    expect((await save(diver, demo, createCorrectSteps(demo, first))).body).toMatchObject({
      lessonsDone: 1,
      done: [first],
    });
    expect(await rows('select affiliate_id, source from enrollment where package_id = $1', [demo])).toEqual([
      { affiliate_id: diver.id, source: 'demo' },
    ]);
  });
});

describe('POST courses/{packageId}/progress', () => {
  it('completes a lesson once all its questions are answered correctly', async () => {
    const right = createCorrectSteps(course, lesson);
    expect((await save(student, course, [wrongStep(lesson), ...right.slice(1)])).body.done).toEqual([]);
    expect((await save(student, course, right.slice(0, 1))).body).toMatchObject({ lessonsDone: 1, done: [lesson] });
    expect(await enrollment()).toMatchObject({ lessons_done: 1, last_lesson: lesson, begun: true, known: false });
    expect((await open(student)).body).toMatchObject({ isDone: true });
  });

  it('keeps a lesson completed after a wrong answer', async () => {
    await save(student, course, createCorrectSteps(course, lesson));
    const before = (await open(student)).body.answers;
    expect((await save(student, course, [wrongStep(lesson)])).body.lessonsDone).toBe(1);
    expect((await open(student)).body.answers).toEqual(before);
  });

  it('applies repeated steps once', async () => {
    const steps = [createStep('read', lesson, { position: 2, seconds: 30 }), ...createCorrectSteps(course, lesson)];
    const [first] = steps;
    const answers = [
      await save(student, course, steps),
      await save(student, course, [...steps, ...(first ? [first] : [])]),
    ];
    expect(answers.map(({ body }) => body)).toEqual([answers[0]?.body, answers[0]?.body]);
    expect(await enrollment()).toMatchObject({ seconds_spent: 30, lessons_done: 1 });
    expect(await rows('select distinct tries from lesson_answer')).toEqual([{ tries: 1 }]);
    expect(await countStoredSteps()).toBe(steps.length);
  });

  it('ignores older steps that arrive late', async () => {
    const video = createStep('video', 'water/waves', { video: 'waves', second: 50 });
    const demo = 'demo-reading-the-water';
    await save(student, demo, [video, createStep('read', 'water/waves', { position: 9, seconds: 5 })]);
    await save(student, demo, [
      createStep('video', 'water/waves', { video: 'waves', second: 10 }, { at: agoIso(60) }),
      createStep('read', 'water/waves', { position: 4, seconds: 5 }, { at: agoIso(60) }),
    ]);
    expect((await open(student, 'water/waves', demo)).body).toMatchObject({
      position: 9,
      videos: [{ id: 'waves', seconds: 50 }],
    });
    await save(student, course, createCorrectSteps(course, lesson));
    await save(student, course, [createStep('open', other, {}, { at: agoIso(600) }), wrongStep(lesson, agoIso(600))]);
    expect(await enrollment()).toMatchObject({ last_lesson: lesson, lessons_done: 1 });
  });

  it('stores the video position after rewinding', async () => {
    const demo = 'demo-reading-the-water';
    await save(student, demo, [createStep('video', 'water/waves', { video: 'waves', second: 50 }, { at: agoIso(60) })]);
    await save(student, demo, [createStep('video', 'water/waves', { video: 'waves', second: 10 })]);
    expect((await open(student, 'water/waves', demo)).body.videos).toEqual([{ id: 'waves', seconds: 10 }]);
  });

  it('limits timestamps in the future to the server time', async () => {
    await save(student, course, [createStep('open', lesson, {}, { at: '2090-01-01T00:00:00Z' })]);
    await save(student, course, [createStep('open', other, {})]);
    expect(await enrollment()).toMatchObject({ last_lesson: other });
  });

  it('completes a course without an exam after all lessons and quizzes', async () => {
    const demo = 'demo-hand-signals';
    const count = lessonsOf(demo).length;
    expect((await learnAll(student, demo)).body).toMatchObject({ lessonsDone: count, lessonsTotal: count });
    expect(
      await rows('select 1 as one from enrollment where package_id = $1 and completed_at = knowledge_done_at', [demo]),
    ).toEqual([{ one: 1 }]);
    await learnAll(student, course);
    expect(await enrollment()).toMatchObject({
      lessons_done: lessonsOf(course).length,
      known: false,
      completed: false,
    });
  });

  const [written] = listLessonQuestions(course, lesson);
  const question = written?.id ?? '';
  it.each([
    ['with an unknown lesson', createStep('open', 'weight/nothing', {}), 404, 'learning.unknown_lesson steps.1.lesson'],
    [
      'with a question of another lesson',
      createStep('answer', other, { question, answer: ['0'] }),
      422,
      'learning.unknown_question steps.1.question',
    ],
    [
      'with an unknown question',
      createStep('answer', lesson, { question: 'nobody-asked', answer: ['0'] }),
      422,
      'learning.unknown_question steps.1.question',
    ],
    [
      'with an invalid answer',
      createStep('answer', lesson, { question, answer: ['x'] }),
      422,
      'learning.impossible_answer steps.1.answer',
    ],
    [
      'with an unknown video',
      createStep('video', lesson, { video: 'x', second: 1 }),
      422,
      'learning.unknown_video steps.1.video',
    ],
    [
      'with too many seconds',
      createStep('read', lesson, { position: 1, seconds: 100_000 }),
      400,
      'request.invalid steps.1.seconds',
    ],
    ['with an invalid key', { ...createStep('open', lesson, {}), key: 'x' }, 400, 'request.invalid steps.1.key'],
  ])('rejects the whole request for a step %s', async (_name, wrong, status, error) => {
    const response = await save(student, course, [...createCorrectSteps(course, lesson).slice(0, 1), wrong]);
    expect([response.status, response.errors]).toEqual([status, [error]]);
    expect(await countStoredSteps()).toBe(0);
    expect(await rows('select 1 from lesson_progress')).toEqual([]);
  });

  it('rejects people without an entitlement and stores nothing', async () => {
    const response = await save(diver, course, createCorrectSteps(course, lesson));
    expect([response.status, response.errors]).toEqual([403, ['learning.not_entitled']]);
    expect((await save(diver, 'no-such-course', [createStep('open', lesson, {})])).errors).toEqual([
      'learning.no_course',
    ]);
    expect(await countStoredSteps()).toBe(0);
    expect(await rows('select 1 from enrollment where affiliate_id = $1', [diver.id])).toEqual([]);
  });

  it('loses no steps from concurrent devices', async () => {
    const lessons = lessonsOf(course);
    const saves = Array.from({ length: 10 }, () =>
      lessons.map((id) => [createStep('read', id, { position: 1, seconds: 1 }), ...createCorrectSteps(course, id)]),
    ).flat();
    const answers = await Promise.all(saves.map((steps) => save(student, course, steps)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await enrollment()).toMatchObject({ lessons_done: lessons.length, seconds_spent: 10 * lessons.length });
    const [sum] = await rows<{ seconds: number }>('select sum(seconds_spent)::int as seconds from lesson_progress');
    expect(sum?.seconds).toBe(10 * lessons.length);
  });

  it('applies concurrent copies of the same steps once', async () => {
    const steps = [createStep('read', lesson, { position: 2, seconds: 30 }), ...createCorrectSteps(course, lesson)];
    await Promise.all(Array.from({ length: 20 }, () => save(student, course, steps)));
    expect(await enrollment()).toMatchObject({ seconds_spent: 30, lessons_done: 1 });
  });

  it('stores the progress of 300 concurrent learners', async () => {
    const learners = await rows<{ id: number }>(
      `with learner as (insert into person (sub, email) select 'learner-' || n, 'learner-' || n || '@demo.test'
         from generate_series(1, 300) n returning affiliate_id)
       insert into enrollment (affiliate_id, package_id, source) select affiliate_id, $1, 'code' from learner
       returning affiliate_id::int as id`,
      [course],
    );
    const headers = await Promise.all(learners.map((_, place) => portal.headersOf(`learner-${place + 1}@demo.test`)));
    const answers = await Promise.all(
      headers.map((own) =>
        portal.app.inject({
          method: 'POST',
          url: `${base}/courses/${course}/progress`,
          headers: own,
          payload: {
            steps: [createStep('read', lesson, { position: 5, seconds: 7 }), ...createCorrectSteps(course, lesson)],
          },
        }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
    expect(
      await rows(
        `select count(*)::int as learners, sum(lessons_done)::int as done, sum(seconds_spent)::int as seconds
         from enrollment where affiliate_id = any($1)`,
        [learners.map(({ id }) => id)],
      ),
    ).toEqual([{ learners: 300, done: 300, seconds: 2_100 }]);
  });
});

it('purgeSteps deletes step keys after a month', async () => {
  const keys = [randomUUID(), randomUUID()];
  await rows(
    `insert into learning_step (affiliate_id, key, created_at)
     values ($1, $2, now() - interval '32 days'), ($1, $3, now() - interval '20 days')`,
    [guardian.id, ...keys],
  );
  await purgeSteps.run({ database: portal.services.database } as never, {});
  expect(await rows('select key from learning_step')).toEqual([{ key: keys[1] }]);
});
