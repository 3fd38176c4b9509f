import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { getCourse, createLearningFixture, getCourseSource } from '#test/support/api/learning-testing.ts';
import { diver, student } from '#test/support/api/logbook-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { AttemptView, CourseView } from '#features/learning/shared/course-contract.ts';

const portal = await testPortal();
const learning = createLearningFixture(portal);
const { base, rows, call, begin, answer, handIn, readAttempt, take, clear, grant, learnAll } = learning;
const withQuizzes = 'peak-buoyancy';
const withExam = 'enriched-air';
const quiz = { kind: 'quiz', section: 'weight' };
const review = { kind: 'review', section: 'weight' };
const exam = { kind: 'exam' };

beforeEach(async () => {
  await clear();
  await grant(student, withQuizzes);
  await grant(student, withExam);
});

const readMilestones = async (packageId: string) =>
  (
    await rows<Record<string, boolean>>(
      `select enrolled_at is not null as begun, knowledge_done_at is not null as known,
         exam_passed_at is not null as exam, completed_at is not null as completed
       from enrollment where affiliate_id = $1 and package_id = $2`,
      [student.id, packageId],
    )
  )[0];
const listStoredAttempts = () =>
  rows<{ answers: object; handed_in_at: Date | null; number: number; is_passed: boolean | null }>(
    'select answers, handed_in_at, number, is_passed from course_attempt order by number',
  );
const endTime = (secondsAgo: number) =>
  rows(`update course_attempt set due_at = now() - make_interval(secs => $1)`, [secondsAgo]);
const outline = async (packageId: string) =>
  (await call<CourseView>(student, 'GET', `${base}/courses/${packageId}`)).body;

describe('POST courses/{packageId}/attempts', () => {
  it('draws the configured number of questions and does not reveal their keys', async () => {
    const { status, body } = await begin(student, withQuizzes, quiz);
    expect(status).toBe(200);
    const { quiz: rules } = getCourse(withQuizzes).sections[0] ?? {};
    const bank = getCourseSource(withQuizzes).sections[0]?.bank.map(({ id }) => id) ?? [];
    expect(body.questions).toHaveLength(rules?.questions ?? 0);
    expect(new Set(body.questions.map(({ id }) => id)).size).toBe(body.questions.length);
    expect(body.questions.every(({ id }) => bank.includes(id))).toBe(true);
    expect(body).toMatchObject({
      result: null,
      handedInAt: null,
      number: 1,
      passPercent: rules?.passPercent,
      dueAt: null,
    });
    expect(JSON.stringify(body)).not.toMatch(/"(key|right|why|explanation|isRight|tolerance)"/);
    expect(await readMilestones(withQuizzes)).toMatchObject({ begun: true });
  });

  it('starts one attempt per key and resumes the open attempt', async () => {
    const key = randomUUID();
    const started = await Promise.all(Array.from({ length: 8 }, () => begin(student, withQuizzes, quiz, key)));
    const other = await begin(student, withQuizzes, quiz);
    expect(new Set([...started, other].map(({ body }) => body.id))).toEqual(new Set([key]));
    expect(other.body.questions).toEqual(started[0]?.body.questions);
    expect((await begin(student, withQuizzes, review, key)).errors).toEqual(['learning.no_test key']);
    expect(await listStoredAttempts()).toHaveLength(1);
  });

  it('opens a single attempt when several devices start at the same time', async () => {
    const attempts = await Promise.all(Array.from({ length: 8 }, () => begin(student, withQuizzes, quiz)));
    expect(new Set(attempts.map(({ body }) => body.id)).size).toBe(1);
  });

  it.each([
    ['a quiz of an unknown section', withQuizzes, { kind: 'quiz', section: 'nothing' }, 404, 'learning.no_test'],
    ['a quiz in a section without one', withExam, { kind: 'quiz', section: 'gas' }, 404, 'learning.no_test'],
    ['an exam in a course without one', withQuizzes, exam, 404, 'learning.no_test'],
    ['the exam of a section', withExam, { kind: 'exam', section: 'gas' }, 404, 'learning.no_test'],
    ['the exam before the lessons', withExam, exam, 409, 'learning.not_ready'],
    ['a test of an unknown course', 'no-such-course', exam, 404, 'learning.no_course'],
    ['a test of a course without an entitlement', 'deep', exam, 403, 'learning.not_entitled'],
    ['an unknown kind of test', withExam, { kind: 'riddle' }, 400, 'request.invalid kind'],
  ])('rejects %s', async (_name, packageId, test, status, error) => {
    const response = await begin(student, packageId, test);
    expect([response.status, response.errors]).toEqual([status, [error]]);
    expect(await listStoredAttempts()).toEqual([]);
  });

  it('returns learning.no_attempt to other people', async () => {
    const { body, answersOf } = await begin(student, withQuizzes, quiz);
    const responses = [
      await readAttempt(diver, body.id),
      await answer(
        diver,
        body.id,
        answersOf(() => true),
      ),
      await handIn(diver, body.id),
      await readAttempt(student, randomUUID()),
    ];
    expect(responses.map(({ errors }) => errors)).toEqual(Array.from({ length: 4 }, () => ['learning.no_attempt']));
    expect(await listStoredAttempts()).toMatchObject([{ answers: {}, handed_in_at: null }]);
  });
});

describe('POST attempts/{attemptId}/answers', () => {
  it('keeps the answer with the highest seq regardless of arrival order', async () => {
    const { body, answersOf } = await begin(student, withQuizzes, quiz);
    const [right] = answersOf(() => true);
    const [wrong] = answersOf(() => false);
    const late = { ...wrong, seq: 5 };
    expect((await answer(student, body.id, [{ ...right, seq: 9 }, late])).body).toEqual({ answered: 1 });
    await answer(student, body.id, [late]);
    expect((await readAttempt(student, body.id)).body.answers).toEqual([
      { question: right?.question, answer: right?.answer },
    ]);
  });

  it('stores all answers that two devices send at the same time', async () => {
    const { body, answersOf } = await begin(student, withQuizzes, quiz);
    const answers = answersOf(() => true);
    await Promise.all(answers.map((item) => answer(student, body.id, [item])));
    expect((await readAttempt(student, body.id)).body.answers).toHaveLength(answers.length);
  });

  it('rejects the whole request when an answer is unknown or invalid', async () => {
    const { body, answersOf } = await begin(student, withQuizzes, quiz);
    const [first] = answersOf(() => true);
    const notAsked = getCourseSource(withQuizzes).sections[0]?.bank.find(
      ({ id }) => !body.questions.some((question) => question.id === id),
    );
    const stranger = { question: notAsked?.id ?? 'nobody-asked', answer: ['0'], seq: 1 };
    expect((await answer(student, body.id, [first ?? {}, stranger])).errors).toEqual([
      'learning.unknown_question answers.1.question',
    ]);
    expect((await answer(student, body.id, [{ ...first, answer: ['x'] }])).errors).toEqual([
      'learning.impossible_answer answers.0.answer',
    ]);
    expect((await answer(student, body.id, [{ ...first, seq: -1 }])).errors).toEqual(['request.invalid answers.0.seq']);
    expect(await listStoredAttempts()).toMatchObject([{ answers: {} }]);
  });
});

describe('POST attempts/{attemptId}/hand-in', () => {
  it('returns right answers, explanations and the lessons to review', async () => {
    const { body, status } = await take(student, withQuizzes, quiz, 2);
    const count = body.questions.length;
    expect(status).toBe(200);
    expect(body.result).toMatchObject({
      rightCount: 2,
      scorePercent: Math.floor(200 / count),
      isPassed: false,
    });
    expect(body.result?.items.map(({ isRight }) => isRight)).toEqual(body.questions.map((_, place) => place < 2));
    for (const { key, lesson, explanation } of body.result?.items ?? []) {
      expect(key?.right.length).toBeGreaterThan(0);
      expect(lesson?.id).toMatch(/^weight\/|^hover\//);
      expect(explanation.length).toBeGreaterThan(0);
    }
    expect((await take(student, withQuizzes, quiz)).body).toMatchObject({ number: 2, result: { isPassed: true } });
  });

  it('grades once when several devices hand in at the same time', async () => {
    const { body, answersOf } = await begin(student, withQuizzes, quiz);
    await answer(
      student,
      body.id,
      answersOf(() => true),
    );
    const answers = await Promise.all(Array.from({ length: 6 }, () => handIn(student, body.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.flatMap(({ errors }) => errors)).toEqual(Array.from({ length: 5 }, () => 'learning.handed_in'));
    expect(await listStoredAttempts()).toMatchObject([{ is_passed: true }]);
  });

  it('rejects answers and hand-ins after the attempt was handed in', async () => {
    const { body, answersOf } = await begin(student, withQuizzes, quiz);
    await handIn(student, body.id);
    const before = await listStoredAttempts();
    const late = await answer(
      student,
      body.id,
      answersOf(() => true),
    );
    expect([late.status, late.errors]).toEqual([409, ['learning.handed_in']]);
    expect((await handIn(student, body.id)).errors).toEqual(['learning.handed_in']);
    expect(await listStoredAttempts()).toEqual(before);
  });

  it('passes a review once every question is answered, right or wrong', async () => {
    const half = await begin(student, withQuizzes, review);
    await answer(student, half.body.id, half.answersOf(() => true).slice(1));
    expect((await handIn(student, half.body.id)).body.result).toMatchObject({ isPassed: false });
    const { body } = await take(student, withQuizzes, review, 0);
    expect(body).toMatchObject({ passPercent: null, result: { rightCount: 0, isPassed: true } });
    expect(body.questions.map(({ id }) => id)).toEqual(
      getCourseSource(withQuizzes).sections[0]?.review.map(({ id }) => id),
    );
  });

  it('completes knowledge with the last quiz, and the course if it has no exam', async () => {
    await learnAll(student, withQuizzes);
    await take(student, withQuizzes, quiz);
    expect(await readMilestones(withQuizzes)).toMatchObject({ known: false, completed: false });
    await take(student, withQuizzes, { kind: 'quiz', section: 'hover' });
    expect(await readMilestones(withQuizzes)).toMatchObject({ known: true, completed: true });
    await take(student, withQuizzes, quiz, 0);
    expect(await readMilestones(withQuizzes)).toMatchObject({ known: true, completed: true });
    expect((await outline(withQuizzes)).sections[0]?.quiz).toMatchObject({
      isPassed: true,
      bestPercent: 100,
      attempts: 2,
    });
  });
});

describe('exam', () => {
  beforeEach(async () => {
    await learnAll(student, withExam);
  });

  it('draws evenly from all sections, sets a time limit and varies the questions', async () => {
    const { body, answersOf } = await begin(student, withExam, exam);
    const { exam: rules, sections } = getCourse(withExam);
    const sectionOf = new Map(
      getCourseSource(withExam).sections.flatMap(({ id, bank }) => bank.map((question) => [question.id, id])),
    );
    const counts = Map.groupBy(body.questions, ({ id }) => sectionOf.get(id));
    const share = (rules?.questions ?? 0) / sections.length;
    for (const { id } of sections) expect(Math.abs((counts.get(id)?.length ?? 0) - share)).toBeLessThan(1);
    expect(Date.parse(body.dueAt ?? '') - Date.parse(body.startedAt)).toBe((rules?.minutes ?? 0) * 60_000);
    await answer(
      student,
      body.id,
      answersOf(() => false),
    );
    await handIn(student, body.id);
    const retry = await begin(student, withExam, exam);
    expect(retry.body.questions.map(({ id }) => id)).not.toEqual(body.questions.map(({ id }) => id));
  });

  it('hides the keys of a failed exam until no tries are left, then returns 409', async () => {
    const tries = getCourse(withExam).exam?.tries ?? 0;
    const results: AttemptView[] = [];
    for (let number = 0; number < tries; number++) results.push((await take(student, withExam, exam, 0)).body);
    expect(results.map(({ triesLeft }) => triesLeft)).toEqual(results.map((_, place) => tries - place - 1));
    expect(results.map(({ result }) => result?.items.every(({ key }) => key === null))).toEqual(
      results.map((_, place) => place < tries - 1),
    );
    const response = await begin(student, withExam, exam);
    expect([response.status, response.errors]).toEqual([409, ['learning.no_tries']]);
    expect((await outline(withExam)).exam).toMatchObject({ triesLeft: 0, isOpen: false, isPassed: false });
    expect(await readMilestones(withExam)).toMatchObject({ known: true, exam: false, completed: false });
  });

  it('completes the course when it is passed', async () => {
    expect((await outline(withExam)).next).toMatchObject({ kind: 'review' });
    const { body } = await take(student, withExam, exam);
    expect(body.result).toMatchObject({ scorePercent: 100, isPassed: true });
    expect(body.result?.items.every(({ key }) => key !== null)).toBe(true);
    expect(await readMilestones(withExam)).toMatchObject({ known: true, exam: true, completed: true });
  });

  it('accepts answers for one minute after the time limit', async () => {
    const { body, answersOf } = await begin(student, withExam, exam);
    await endTime(40);
    const sent = await answer(
      student,
      body.id,
      answersOf(() => true),
    );
    expect(sent.status).toBe(200);
    expect((await handIn(student, body.id)).body.result).toMatchObject({ isPassed: true });
  });

  it('rejects answers and hand-in after the grace period', async () => {
    const { body, answersOf } = await begin(student, withExam, exam);
    await endTime(61);
    const before = await listStoredAttempts();
    const late = await answer(
      student,
      body.id,
      answersOf(() => true),
    );
    expect([late.status, late.errors]).toEqual([409, ['learning.time_over']]);
    expect((await handIn(student, body.id)).errors).toEqual(['learning.time_over']);
    expect(await listStoredAttempts()).toEqual(before);
  });

  it('grades an expired attempt with the answers saved in time when it is read', async () => {
    const { body, answersOf } = await begin(student, withExam, exam);
    await answer(student, body.id, answersOf(() => true).slice(0, 3));
    await endTime(3_600);
    const looked = await Promise.all([readAttempt(student, body.id), readAttempt(student, body.id)]);
    for (const { body: seen } of looked) {
      expect(seen.result).toMatchObject({ rightCount: 3, isPassed: false });
      expect(seen.handedInAt).toBe(seen.dueAt);
    }
  });

  it('grades an expired attempt when the course is read or a new attempt starts', async () => {
    const first = await begin(student, withExam, exam);
    await answer(
      student,
      first.body.id,
      first.answersOf(() => true),
    );
    await endTime(3_600);
    expect((await outline(withExam)).exam).toMatchObject({
      attempts: 1,
      bestPercent: 100,
      isPassed: true,
      openAttempt: null,
    });
    await begin(student, withExam, exam);
    await endTime(3_600);
    const last = await begin(student, withExam, exam);
    expect(last.body.number).toBe(3);
    expect(await listStoredAttempts()).toMatchObject([{ is_passed: true }, { is_passed: false }, { is_passed: null }]);
  });
});
