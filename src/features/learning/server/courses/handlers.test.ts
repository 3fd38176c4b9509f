import { beforeEach, describe, expect, it } from 'vitest';
import {
  getCourse,
  createLearningFixture,
  createCorrectSteps,
  getCourseSource,
  createStep,
} from '#test/support/api/learning-testing.ts';
import { diver, guardian, instructor, minor, student } from '#test/support/api/logbook-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type {
  AssessmentResults,
  CourseCard,
  CourseDetails,
  CourseReport,
  CourseView,
  Entitlement,
  Specialty,
} from '#features/learning/shared/course-contract.ts';
import { grantEnrollment } from '#features/learning/server/enrollments/access.ts';
import { library } from '#features/learning/server/content/library.ts';

// Courses are loaded before the tests, as at server start, because loading is slow.
library.list();
const portal = await testPortal();
const learning = createLearningFixture(portal);
const { base, rows, call, save, begin, answer, take, clear, grant, learnAll, lessonsOf } = learning;
const staff = { id: 400_008, email: 'staff@demo.test' };
const course = 'peak-buoyancy';
const quiz = { kind: 'quiz', section: 'weight' };
const [first = '', second = ''] = lessonsOf(course);

beforeEach(clear);

const view = (person: typeof diver, packageId = course, query = '') =>
  call<CourseView>(person, 'GET', `${base}/courses/${packageId}${query}`);
const entitlements = (person: typeof diver, of = person.id, query = '') =>
  call<Entitlement[]>(person, 'GET', `${base}/entitlements/${of}${query}`);
const results = (person: typeof diver, query = '') =>
  call<AssessmentResults>(person, 'GET', `${base}/courses/${course}/assessmentresults${query}`);
const readings = () =>
  rows<{ action: string; actor: number; subject: string }>(
    `select action, actor_affiliate_id as actor, subject from audit_entry
     where action in ('results.read', 'entitlements.read') order by seq`,
  );

describe('GET courses', () => {
  it('lists every course and marks those the person is entitled to', async () => {
    await grant(student, course);
    const { body } = await call<CourseCard[]>(student, 'GET', `${base}/courses`);
    const offered = library.list().filter(({ tags }) => !tags.includes('idc'));
    expect(body.map(({ packageId }) => packageId)).toEqual(offered.map(({ packageId }) => packageId));
    const open = body.filter(({ isEntitled }) => isEntitled);
    expect(open.every(({ packageId, kind }) => packageId === course || kind === 'demo')).toBe(true);
    expect(body.find(({ packageId }) => packageId === course)).toMatchObject({ lessons: lessonsOf(course).length });
  });

  it('filters by tag', async () => {
    const { body } = await call<CourseCard[]>(diver, 'GET', `${base}/courses?tag=recommended`);
    expect(body.length).toBeGreaterThan(0);
    expect(body.every(({ tags }) => tags.includes('recommended'))).toBe(true);
  });

  it('returns one course, in en-US if the requested language is missing', async () => {
    const one = `/api/learning/courses/demo-hand-signals`;
    expect((await call<CourseCard>(diver, 'GET', `${one}?culture=de-DE`)).body.culture).toBe('de-DE');
    expect((await call<CourseCard>(diver, 'GET', `${one}?culture=pl-PL`)).body.culture).toBe('en-US');
    expect((await call(diver, 'GET', `${one}?filter=idc`)).errors).toEqual(['learning.no_course']);
    expect((await call(diver, 'GET', '/api/learning/courses/no-such-course')).status).toBe(404);
  });

  it('returns specialties with their videos', async () => {
    const { body } = await call<Specialty[]>(diver, 'GET', `${base}/specialties?packageId=enriched-air`);
    expect(body).toMatchObject([{ packageId: 'enriched-air', kind: 'specialty', isEntitled: false }]);
    for (const video of body[0]?.videos ?? [])
      expect(video.url).toMatch(/^\/course-media\/enriched-air\/media\/.+\.mp4$/);
    const all = await call<Specialty[]>(diver, 'GET', `${base}/specialties`);
    expect(new Set(all.body.map(({ kind }) => kind))).toEqual(new Set(['specialty']));
    expect((await call(diver, 'GET', `${base}/specialties?packageId=no-such-course`)).errors).toEqual([
      'learning.no_course',
    ]);
  });

  it('requires a session', async () => {
    expect((await call(null, 'GET', `${base}/courses`)).errors).toEqual(['session.missing']);
  });
});

describe('GET courses/{packageId}', () => {
  it('shows the outline to everyone but opens tests only for entitled people', async () => {
    const { body } = await view(diver);
    const lessons = body.sections.flatMap((section) => section.lessons);
    expect(lessons.map(({ id }) => id)).toEqual(lessonsOf(course));
    expect(body).toMatchObject({
      isEntitled: false,
      enrollmentDate: null,
      lessonsDone: 0,
      lessonsTotal: lessons.length,
    });
    expect(body.minutesLeft).toBe(lessons.reduce((sum, { minutes }) => sum + minutes, 0));
    expect(body.sections[0]?.quiz).toMatchObject({ isOpen: false, attempts: 0, openAttempt: null });
  });

  it('shows a learner completed, open and next steps', async () => {
    await grant(student, course);
    await save(student, course, [...createCorrectSteps(course, first), createStep('open', second, {})]);
    const attempt = await begin(student, course, quiz);
    const { body } = await view(student);
    expect(body).toMatchObject({
      isEntitled: true,
      lessonsDone: 1,
      next: { kind: 'lesson', id: second, number: '1.2' },
    });
    expect(body.enrollmentDate).not.toBeNull();
    expect(body.sections[0]?.lessons.slice(0, 3).map(({ isOpened, isDone }) => [isOpened, isDone])).toEqual([
      [true, true],
      [true, false],
      [false, false],
    ]);
    expect(body.sections[0]?.quiz).toMatchObject({ isOpen: true, openAttempt: attempt.body.id });
  });

  it('leads from the lessons to the review, the quiz and the next section', async () => {
    await grant(student, course);
    await learnAll(student, course);
    const steps: (string | undefined)[] = [];
    for (;;) {
      const { next } = (await view(student)).body;
      if (next === null || steps.length > 9) break;
      steps.push(`${next.kind} ${next.id}`);
      await take(student, course, { kind: next.kind, section: next.id });
    }
    const sections = getCourseSource(course).sections.flatMap(({ id, review }) =>
      review.length > 0 ? [`review ${id}`, `quiz ${id}`] : [`quiz ${id}`],
    );
    // The course is completed with its last lesson and quiz, so no step is left.
    expect(steps).toEqual(sections);
    expect((await view(student)).body.completedDate).not.toBeNull();
  });

  it('falls back to en-US and returns the requested language', async () => {
    const { body } = await view(diver, 'demo-hand-signals', '?culture=pl-PL');
    expect([body.culture, body.requestedCulture]).toEqual(['en-US', 'pl-PL']);
    expect(body.cultures).toContain('de-DE');
    const german = (await view(diver, 'demo-hand-signals', '?culture=de-DE')).body;
    expect([german.culture, german.title === body.title]).toEqual(['de-DE', false]);
  });

  it("defaults to the person's language", async () => {
    await rows("update person set language = 'de-DE' where affiliate_id = $1", [diver.id]);
    expect((await view(diver, 'demo-hand-signals')).body.culture).toBe('de-DE');
    await rows("update person set language = 'en-US' where affiliate_id = $1", [diver.id]);
  });

  it('returns learning.no_course for an unknown course', async () => {
    for (const path of ['no-such-course', 'no-such-course/details', 'no-such-course/report'])
      expect((await call(diver, 'GET', `${base}/courses/${path}`)).errors).toEqual(['learning.no_course']);
    expect((await call(diver, 'GET', `${base}/courses/..%2F..%2Fetc`)).status).toBe(400);
    expect((await call(diver, 'GET', `${base}/courses/${course}?culture=xx-XX`)).errors).toEqual([
      'request.invalid culture',
    ]);
  });

  it('returns the description and the instructor', async () => {
    await grantEnrollment(portal.services.database.db, {
      affiliateId: student.id,
      packageId: course,
      source: 'code',
      memberNumber: instructor.number,
      storeNumber: 20_001,
    });
    const details = (person: typeof diver) => call<CourseDetails>(person, 'GET', `${base}/courses/${course}/details`);
    expect((await details(student)).body).toMatchObject({
      instructor: { memsys_member_number: instructor.number },
      storeNumber: 20_001,
      lessons: lessonsOf(course).length,
      dives: getCourse(course).dives,
    });
    expect((await details(student)).body.description.length).toBeGreaterThan(0);
    expect((await details(diver)).body).toMatchObject({ instructor: null, storeNumber: null, enrollmentDate: null });
  });
});

describe('GET entitlements/{affiliateId}', () => {
  it('lists courses with progress, most recently used first', async () => {
    await grant(student, 'deep');
    await grant(student, course);
    await grant(student, 'enriched-air');
    await save(student, course, [
      ...createCorrectSteps(course, first),
      createStep('read', second, { position: 1, seconds: 30 }),
    ]);
    const { body } = await entitlements(student);
    expect(body.map(({ packageId }) => packageId).slice(0, 1)).toEqual([course]);
    expect(body).toHaveLength(3);
    expect(body[0]).toMatchObject({ lessonsDone: 1, source: 'association', next: { kind: 'lesson', id: second } });
    expect(body[0]?.lastDate).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(body[1]).toMatchObject({ enrollmentDate: null, lessonsDone: 0, lastDate: null, next: { number: '1.1' } });
  });

  it('returns the same next step as the course, and none after completion', async () => {
    await grant(student, course);
    await learnAll(student, course);
    const next = async () => [(await entitlements(student)).body[0]?.next, (await view(student)).body.next];
    const [inList, inCourse] = await next();
    expect(inList).toEqual(inCourse);
    for (const section of ['weight', 'hover']) await take(student, course, { kind: 'quiz', section });
    expect(await next()).toEqual([null, null]);
    expect((await entitlements(student)).body[0]?.completedDate).not.toBeNull();
  });

  it('leaves out courses that are no longer taught', async () => {
    await rows("insert into enrollment (affiliate_id, package_id, source) values ($1, 'gone', 'code')", [student.id]);
    expect((await entitlements(student)).body).toEqual([]);
    await grant(student, course);
    expect((await entitlements(student, student.id, '?filter=idc')).body).toEqual([]);
  });

  it('are granted once and keep their instructor', async () => {
    const { db } = portal.services.database;
    const enrollment = { affiliateId: student.id, packageId: course, source: 'code' as const };
    const outcomes = await Promise.all([
      grantEnrollment(db, enrollment),
      grantEnrollment(db, enrollment),
      grantEnrollment(db, { ...enrollment, memberNumber: 7 }),
    ]);
    expect(outcomes.filter(({ isNew }) => isNew)).toHaveLength(1);
    await grantEnrollment(db, { ...enrollment, memberNumber: 8 });
    expect(await rows('select member_number, lessons_total from enrollment')).toEqual([
      { member_number: 7, lessons_total: lessonsOf(course).length },
    ]);
  });

  it('can be read by the guardian of a minor and by staff, with an audit entry', async () => {
    await grant(minor, course);
    expect((await entitlements(guardian, minor.id)).body).toHaveLength(1);
    expect((await entitlements(staff, minor.id)).body).toHaveLength(1);
    expect((await entitlements(diver, minor.id)).status).toBe(404);
    expect((await entitlements(instructor, minor.id)).status).toBe(404);
    expect((await readings()).map(({ actor, subject }) => [actor, subject])).toEqual([
      [guardian.id, `person:${minor.id}`],
      [staff.id, `person:${minor.id}`],
    ]);
    await rows("update audit_entry set action = 'seen' where action = 'entitlements.read'");
  });
});

describe('GET courses/{id}/assessmentresults', () => {
  beforeEach(async () => {
    await grant(student, course, instructor.number);
    await take(student, course, quiz, 1);
    await take(student, course, quiz);
  });

  it('lists the newest result first, with the lessons to review', async () => {
    const { body } = await results(student);
    expect(body.results.map(({ number, isPassed }) => [number, isPassed])).toEqual([
      [2, true],
      [1, false],
    ]);
    const [passed, failed] = body.results;
    expect(passed?.lessons).toEqual([]);
    expect(failed?.lessons.reduce((sum, { wrong }) => sum + wrong, 0)).toBe((failed?.questions ?? 0) - 1);
    expect(failed?.lessons[0]?.number).toMatch(/^\d\.\d+$/);
    expect(await readings()).toEqual([]);
  });

  it("can be read by the student's instructor and by staff, with an audit entry", async () => {
    const of = `?affiliateId=${student.id}`;
    for (const person of [instructor, staff]) expect((await results(person, of)).body.results).toHaveLength(2);
    expect(await readings()).toEqual(
      [instructor, staff].map(({ id }) => ({ action: 'results.read', actor: id, subject: `person:${student.id}` })),
    );
  });

  it('returns 401 to everyone else', async () => {
    const of = `?affiliateId=${student.id}`;
    for (const person of [diver, guardian]) {
      const response = await results(person, of);
      expect([response.status, response.errors]).toEqual([401, ['learning.not_your_student']]);
    }
    await rows("update person set member_status = 'Inactive' where affiliate_id = $1", [instructor.id]);
    expect((await results(instructor, of)).status).toBe(401);
    await rows("update person set member_status = 'Active' where affiliate_id = $1", [instructor.id]);
    await rows('update enrollment set member_number = 100999');
    expect((await results(instructor, of)).status).toBe(401);
  });
});

describe('GET courses/{packageId}/report', () => {
  const report = (person: typeof diver, packageId = course) =>
    call<CourseReport>(person, 'GET', `${base}/courses/${packageId}/report`);

  it('returns completion, time and test results by section', async () => {
    await grant(student, course);
    const lessons = getCourseSource(course).sections[0]?.lessons.map(({ id }) => id) ?? [];
    await save(
      student,
      course,
      lessons.flatMap((id) => [
        createStep('read', id, { position: 1, seconds: 60 }),
        ...createCorrectSteps(course, id),
      ]),
    );
    expect((await report(student)).body.sections[0]).toMatchObject({ lessonsDone: lessons.length, doneDate: null });
    await take(student, course, quiz);
    const { body } = await report(student);
    expect(body).toMatchObject({ secondsSpent: 60 * lessons.length, lessonsDone: lessons.length, exam: null });
    expect(body.sections[0]).toMatchObject({ secondsSpent: 60 * lessons.length, quiz: { bestPercent: 100 } });
    expect(body.sections[0]?.doneDate).not.toBeNull();
    expect(body.sections[1]).toMatchObject({ lessonsDone: 0, secondsSpent: 0, doneDate: null });
  });

  it('counts each signed or verified dive once', async () => {
    await grant(student, course);
    await grant(student, 'open-water');
    await rows(
      `insert into skill_sign_off (affiliate_id, package_id, skill, signed_on, signed_by, signed_name, member_number)
       values ($1, $2, 'dive_1', '2026-05-01', $3, 'Tomás Reyes', 100001)`,
      [student.id, course, instructor.id],
    );
    expect((await report(student)).body).toMatchObject({ dives: getCourse(course).dives, divesVerified: 1 });
    const before = (await report(student, 'open-water')).body.divesVerified;
    const [known] = await rows<{ count: number }>(
      `select count(distinct log_number)::int as count from dive_log where affiliate_id = $1 and status = 'Verified'
         and log_course = 'open_water' and deleted_at is null`,
      [student.id],
    );
    expect(before).toBe(known?.count);
  });

  it('returns learning.not_entitled without an enrollment', async () => {
    expect((await report(diver)).errors).toEqual(['learning.not_entitled']);
    expect((await report(diver, 'demo-hand-signals')).body).toMatchObject({ lessonsDone: 0, enrollmentDate: null });
  });
});

describe('POST courses/{packageId}/enroll', () => {
  const enroll = (person: typeof diver, body?: object, packageId = course) =>
    call<{ enrollmentDate: string }>(person, 'POST', `${base}/courses/${packageId}/enroll`, body);

  it('sets the enrollment date once', async () => {
    await grant(student, course);
    const { body } = await enroll(student, { culture: 'de-DE' });
    expect((await enroll(student)).body).toEqual(body);
    expect((await view(student)).body.enrollmentDate).toBe(body.enrollmentDate);
  });

  it('rejects people without an entitlement and unknown courses', async () => {
    expect((await enroll(diver)).errors).toEqual(['learning.not_entitled']);
    expect((await enroll(diver, {}, 'no-such-course')).errors).toEqual(['learning.no_course']);
    for (const body of [{ again: 'yes' }, { colour: 'blue' }]) expect((await enroll(diver, body)).status).toBe(400);
    expect(await rows('select 1 from enrollment')).toEqual([]);
  });

  it('archives the record and resets the course when restarted', async () => {
    await grant(student, course, instructor.number);
    await learnAll(student, course);
    const attempt = await begin(student, course, quiz);
    await answer(
      student,
      attempt.body.id,
      attempt.answersOf(() => true),
    );
    const before = (await view(student)).body;
    await enroll(student, { again: true });
    const archive = await call<{ enrollmentDate: string; record: { knowledge: { lessonsDone: number }[] } }[]>(
      student,
      'GET',
      `/api/learning/courses/${course}/eRecord/archive`,
    );
    expect(archive.body).toHaveLength(1);
    expect(archive.body[0]?.enrollmentDate).toBe(before.enrollmentDate);
    expect(archive.body[0]?.record.knowledge[0]?.lessonsDone).toBe(before.sections[0]?.lessons.length);
    const after = (await view(student)).body;
    expect(after).toMatchObject({ lessonsDone: 0, isEntitled: true, next: { id: first } });
    expect(after.sections[0]?.quiz).toMatchObject({ attempts: 0, openAttempt: null });
    expect(await rows('select member_number from enrollment')).toEqual([{ member_number: instructor.number }]);
  });
});
