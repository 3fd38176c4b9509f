import { beforeEach, describe, expect, it } from 'vitest';
import { getCourse } from '#test/support/api/learning-testing.ts';
import { diver, guardian, instructor, student } from '#test/support/api/logbook-testing.ts';
import {
  course,
  studentQuery,
  otherInstructor,
  createLearnerRecordFixture,
  staff,
  store,
} from '#test/support/api/learner-record-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { ArchivedRecord } from '#features/learning/shared/record-contract.ts';
import { confinedSkills } from '#features/learning/shared/skills.ts';

// Loading a course blocks the event loop long enough for the server to report overload, so it is loaded beforehand.
for (const packageId of [course, 'deep']) getCourse(packageId);
const portal = await testPortal();
const { base, rows, call, grant, take, logbook, begin, learnAll, read, sign, audited } =
  createLearnerRecordFixture(portal);
type Person = typeof student;

beforeEach(begin);

describe('GET courses/{packageId}/eRecord', () => {
  it('is empty at first and lists all requirements of the course', async () => {
    const { body } = await read(student);
    expect(body).toMatchObject({
      title: 'Open Water Diver',
      student: { affiliateId: student.id, name: 'Jonas Weber' },
      instructor: { memsys_member_number: instructor.number, first_name: 'Tomás', last_name: 'Reyes' },
      enrollmentDate: null,
      hasExam: true,
      exam: null,
      medical: null,
      logCourse: 'open_water',
    });
    expect(body.knowledge.map(({ lessonsDone, lessonsTotal }) => `${lessonsDone}/${lessonsTotal}`)).toEqual(
      Array.from({ length: 5 }, () => '0/12'),
    );
    expect(body.confined.map(({ skill }) => skill)).toEqual(confinedSkills);
    expect(body.openWater.map(({ number, signature }) => [number, signature])).toEqual(
      [1, 2, 3, 4].map((n) => [n, null]),
    );
  });

  it('shows completed lessons and section dates', async () => {
    await learnAll(student, course);
    await take(student, course, { kind: 'quiz', section: 'pressure' });
    const { body } = await read(student);
    const [first, second] = body.knowledge;
    expect(first).toMatchObject({ lessonsDone: 12, quizPercent: 100, doneDate: expect.stringMatching(/^20\d\d-.*Z$/) });
    expect(second).toMatchObject({ lessonsDone: 12, quizPercent: null, doneDate: null });
    expect(body.enrollmentDate).not.toBeNull();
  });

  it('shows the best exam attempt, or the passed one', async () => {
    await learnAll(student, course);
    for (const { id } of getCourse(course).sections) await take(student, course, { kind: 'quiz', section: id });
    await take(student, course, { kind: 'exam' }, 10);
    expect((await read(student)).body.exam).toMatchObject({ isPassed: false, scorePercent: 20, attempts: 1 });
    await take(student, course, { kind: 'exam' });
    expect((await read(student)).body.exam).toMatchObject({ isPassed: true, scorePercent: 100, attempts: 2 });
  });

  it('fills in a dive from the newest verified log', async () => {
    const pending = await logbook.reach('Pending');
    const [first, second] = (await read(student)).body.openWater;
    expect(first).toMatchObject({ signature: null, isPending: false });
    expect(second).toMatchObject({ signature: null, isPending: true });
    await logbook.steps.verify(pending);
    const { body } = await read(student);
    expect(body.openWater[1]).toMatchObject({
      number: 2,
      logId: pending.id,
      title: 'Open water dive 2',
      date: '2026-06-14',
      maxDepthM: 18.3,
      bottomTimeMin: 45,
      signature: { name: 'Tomás Reyes', memberNumber: instructor.number, note: '' },
      isPending: false,
    });
    const practised = body.openWater[1]?.skills.filter(({ isDone }) => isDone).map(({ skill }) => skill);
    expect(practised?.toSorted()).toEqual(['mask_full', 'neutral_buoyancy']);
    expect(body.openWater.filter(({ signature }) => signature !== null)).toHaveLength(1);

    const newer = await logbook.reach('Verified', 'Training', {
      dive_title: 'Once more',
      skills: [{ dive_skills: ['dive_plan', 'cramp_release'] }],
    });
    const restarted = (await read(student)).body;
    expect(restarted.openWater[1]).toMatchObject({ logId: newer.id, title: 'Once more' });
    expect(restarted.openWater[1]?.skills.filter(({ isDone }) => isDone)).toEqual([
      { skill: 'dive_plan', isDone: true },
    ]);
    expect(restarted.flexible.filter(({ dive }) => dive !== null)).toEqual([{ skill: 'cramp_release', dive: 2 }]);
  });

  it('takes dives of a specialty from sign-offs', async () => {
    await grant(student, 'deep', instructor.number);
    expect((await sign(instructor, { skills: ['dive_1', 'dive_4'] }, 'deep')).body.signed).toBe(2);
    const { body } = await read(student, '', 'deep');
    expect(body.openWater.map(({ signature }) => signature?.name ?? null)).toEqual([
      'Tomás Reyes',
      null,
      null,
      'Tomás Reyes',
    ]);
    expect((await sign(instructor, { skills: ['dive_5'] }, 'deep')).errors).toEqual([
      'learning.unknown_skill skills.0',
    ]);
  });

  it('lists the items of a SCORM course', async () => {
    await rows(
      `insert into scorm_package (package_id, version, title, level, items, file_prefix, paths, bytes, uploaded_by)
       values ('reef-life', '1.2', 'Reef life', 'beginner', '[{"id": "a", "title": "Corals"}, {"id": "b", "title": "Fish"}]',
         'x', '{index.html}', 1, $1) on conflict do nothing`,
      [staff.id],
    );
    await grant(student, 'reef-life');
    await rows(
      `insert into scorm_progress (affiliate_id, package_id, item, cmi, seq, is_completed, score_percent)
       values ($1, 'reef-life', 'b', '{}', 1, true, 80)`,
      [student.id],
    );
    const { body } = await read(student, '', 'reef-life');
    expect(body.knowledge.map(({ title, lessonsDone, quizPercent }) => [title, lessonsDone, quizPercent])).toEqual([
      ['Corals', 0, null],
      ['Fish', 1, 80],
    ]);
  });

  it('archives the record when the course is restarted', async () => {
    await learnAll(student, course);
    await sign(instructor, {});
    const restarted = await call(student, 'POST', `${base}/courses/${course}/enroll`, { again: true });
    expect(restarted.status).toBe(200);
    expect((await read(student)).body.confined.every(({ signature }) => signature === null)).toBe(true);
    const archive = (person: Person, query = '') =>
      call<ArchivedRecord[]>(person, 'GET', `/api/learning/courses/${course}/eRecord/archive${query}`);
    const own = (await archive(student)).body;
    expect(own).toHaveLength(1);
    expect(own[0]?.record.knowledge[0]?.lessonsDone).toBe(12);
    expect(own[0]?.record.confined.find(({ skill }) => skill === 'hover')?.signature?.name).toBe('Tomás Reyes');
    expect((await archive(instructor, studentQuery)).body).toEqual(own);
    expect((await archive(diver, studentQuery)).errors).toEqual(['learning.not_your_student']);
  });
});

describe('access to a record', () => {
  it.each([
    ['the learner', 200, student],
    ['their instructor', 200, instructor],
    ['staff', 200, staff],
    ['another instructor', 401, otherInstructor],
    ['another diver', 401, diver],
    ['their guardian', 401, guardian],
    ['a store', 401, store],
    ['an anonymous caller', 401, null],
  ] as const)('returns to %s: %i', async (_who, status, person) => {
    expect((await read(person, studentQuery)).status).toBe(status);
    const pdf = await portal.request(
      person?.email ?? null,
      'GET',
      `${base}/courses/${course}/eRecord/document${studentQuery}`,
    );
    expect(pdf.statusCode).toBe(status);
  });

  it('is denied to inactive and former instructors', async () => {
    await rows("update person set member_status = 'Inactive' where affiliate_id = $1", [instructor.id]);
    expect((await read(instructor, studentQuery)).errors).toEqual(['learning.not_your_student']);
    await rows("update person set member_status = 'Active' where affiliate_id = $1", [instructor.id]);
    await call(student, 'PUT', `${base}/courses/${course}/instructor`, { memberNumber: null });
    expect((await read(instructor, studentQuery)).errors).toEqual(['learning.not_your_student']);
  });

  it('is limited to the instructor of that course', async () => {
    await grant(student, 'deep', otherInstructor.number);
    expect((await read(instructor, studentQuery, 'deep')).status).toBe(401);
    expect((await read(otherInstructor, studentQuery, 'deep')).status).toBe(200);
  });

  it('is audited unless the learner reads it', async () => {
    const before = (await audited('record.read')).length;
    await read(student);
    expect(await audited('record.read')).toHaveLength(before);
    await read(instructor, studentQuery);
    await portal.request(staff.email, 'GET', `${base}/courses/${course}/eRecord/document${studentQuery}`);
    expect((await audited('record.read')).slice(before)).toEqual([
      { actor: instructor.id, subject: `person:${student.id}`, data: { relation: 'instructor', packageId: course } },
      { actor: staff.id, subject: `person:${student.id}`, data: { relation: 'staff', packageId: course } },
    ]);
  });

  it('returns errors for unknown courses and missing entitlements', async () => {
    expect((await read(student, '', 'no-such-course')).errors).toEqual(['learning.no_course']);
    expect((await read(student, '', 'deep')).errors).toEqual(['learning.not_entitled']);
    expect((await read(student, '?affiliateId=none')).status).toBe(400);
  });
});

describe('GET courses/{packageId}/eRecord/document', () => {
  const fetchPdf = async (language: string, query = '') =>
    portal.app.inject({
      method: 'GET',
      url: `${base}/courses/${course}/eRecord/document${query}`,
      headers: { ...(await portal.headersOf(student.email)), 'accept-language': language },
    });

  it.each([
    ['en-US', 'en', false],
    ['ar-SA', 'ar', true],
    ['ja-JP', 'ja', false],
  ])('returns a tagged PDF in %s', async (language, tag) => {
    await sign(instructor, { note: 'Calm.' });
    await logbook.reach('Verified');
    const { statusCode, headers, rawPayload } = await fetchPdf(language, '?timeZone=Asia/Tokyo');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('application/pdf');
    expect(headers['content-disposition']).toBe('attachment; filename="record-open-water.pdf"');
    const text = rawPayload.toString('latin1');
    expect(text.startsWith('%PDF-')).toBe(true);
    expect(text).toContain('/MarkInfo');
    expect(text).toMatch(new RegExp(String.raw`/Lang \(${tag}`));
  });

  it('rejects an unknown time zone', async () => {
    expect((await fetchPdf('en-US', '?timeZone=Sea/Bottom')).statusCode).toBe(400);
  });
});
