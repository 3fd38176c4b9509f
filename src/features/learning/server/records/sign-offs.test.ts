import { beforeEach, describe, expect, it } from 'vitest';
import { getCourse } from '#test/support/api/learning-testing.ts';
import { diver, guardian, instructor, minor, student } from '#test/support/api/logbook-testing.ts';
import {
  course,
  studentQuery,
  otherInstructor,
  createLearnerRecordFixture,
  signingDay as day,
  staff,
  store,
} from '#test/support/api/learner-record-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { LearningChange } from '#features/learning/shared/learning-api.ts';
import type { SignedSkills, Student, TaughtCourse } from '#features/learning/shared/record-contract.ts';
import { confinedSkills } from '#features/learning/shared/skills.ts';
import { changeChannel } from '#features/learning/server/events.ts';

// Loading a course blocks the event loop long enough for the server to report overload, so it is loaded beforehand.
getCourse(course);
const portal = await testPortal();
const { base, rows, call, grant, logbook, begin, learnAll, read, sign, audited } = createLearnerRecordFixture(portal);
type Person = typeof student;

beforeEach(begin);

const takeBack = (person: Person, students: SignedSkills[]) =>
  call<{ removed: number }>(person, 'POST', `${base}/courses/${course}/signoffs/remove`, { students });
const stored = async () =>
  (
    await rows<{ line: string }>(
      "select affiliate_id || ' ' || skill || ' ' || signed_on as line from skill_sign_off order by line",
    )
  ).map(({ line }) => line);

describe('POST courses/{packageId}/signoffs', () => {
  it('stores date, name and note for each skill of each student', async () => {
    const { body } = await sign(instructor, {
      affiliateIds: [student.id, guardian.id],
      skills: ['hover', 'mask_clear'],
      note: '  Calm.  ',
    });
    expect(body).toMatchObject({ signed: 4, already: 0 });
    const shown = (await read(student)).body.confined.filter(({ signature }) => signature !== null);
    const signature = { date: day, name: 'Tomás Reyes', memberNumber: instructor.number, note: 'Calm.' };
    expect(shown).toEqual(['mask_clear', 'hover'].map((skill) => ({ skill, signature })));
    expect((await audited('record.signed')).slice(-2)).toEqual(
      [student, guardian]
        .toSorted((a, b) => a.id - b.id)
        .map(({ id }) => ({
          actor: instructor.id,
          subject: `person:${id}`,
          data: { packageId: course, skills: ['hover', 'mask_clear'], signedOn: day },
        })),
    );
  });

  it('skips skills that are already signed and counts them', async () => {
    await sign(instructor, { skills: ['hover'] });
    const { body } = await sign(instructor, { skills: ['hover', 'entry'], signedOn: '2026-06-20' });
    expect(body).toEqual({ signed: 1, already: 1, students: [{ affiliateId: student.id, skills: ['entry'] }] });
    expect(await stored()).toEqual([`${student.id} entry 2026-06-20`, `${student.id} hover ${day}`]);
  });

  it('notifies the student and updates their open pages', async () => {
    const received = portal.services.pubsub.subscribe<LearningChange>(changeChannel(student.id));
    const next = received[Symbol.asyncIterator]().next();
    await sign(instructor, { skills: ['hover', 'entry'] });
    expect((await next).value).toEqual({ packageId: course, what: 'record' });
    const notifications = await rows('select name, message, url from notification where affiliate_id = $1', [
      student.id,
    ]);
    expect(notifications).toEqual([
      {
        name: '2 skills signed off',
        message: 'Tomás Reyes signed off 2 skills in “Open Water Diver”.',
        url: '/training/eRecord/open-water',
      },
    ]);
  });

  it.each([
    ['a skill of another course', { skills: ['hover', 'dive_1'] }, 'learning.unknown_skill skills.1'],
    [
      'a person who is not the instructor’s student',
      { affiliateIds: [student.id, diver.id] },
      'learning.not_your_student affiliateIds.1',
    ],
    ['a future date', { signedOn: '2999-01-01' }, 'learning.future_date signedOn'],
    ['an invalid date', { signedOn: '2026-02-30' }, 'request.invalid signedOn'],
    ['a date before 1950', { signedOn: '0001-01-01' }, 'request.invalid signedOn'],
    ['an empty list of students', { affiliateIds: [] }, 'request.invalid affiliateIds'],
    ['an empty list of skills', { skills: [] }, 'request.invalid skills'],
    ['a note over 500 characters', { note: 'x'.repeat(501) }, 'request.invalid note'],
  ])('rejects %s and stores nothing', async (_what, body, error) => {
    expect((await sign(instructor, body)).errors).toEqual([error]);
    expect(await stored()).toEqual([]);
  });

  it("is limited to the student's instructor", async () => {
    expect((await sign(otherInstructor, {})).errors).toEqual(['learning.not_your_student affiliateIds.0']);
    for (const person of [student, diver, store, staff]) expect((await sign(person, {})).status).toBe(403);
    await rows("update person set member_status = 'Inactive' where affiliate_id = $1", [instructor.id]);
    expect((await sign(instructor, {})).errors).toEqual(['learning.not_your_student affiliateIds.0']);
    expect((await sign(instructor, {}, 'no-such-course')).errors).toEqual(['learning.no_course']);
    expect(await stored()).toEqual([]);
  });

  it('stores one sign-off for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => sign(instructor, {})));
    expect(answers.map(({ body }) => body.signed).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    expect(await rows('select 1 from notification where affiliate_id = $1', [student.id])).toHaveLength(1);
  });
});

describe('POST courses/{packageId}/signoffs/remove', () => {
  const signOffs = [{ affiliateId: student.id, skills: ['hover'] }];

  it("removes the instructor's own sign-offs with an audit entry", async () => {
    const { body } = await sign(instructor, { affiliateIds: [student.id, guardian.id], skills: ['hover', 'entry'] });
    expect((await takeBack(instructor, body.students)).body).toEqual({ removed: 4 });
    expect(await stored()).toEqual([]);
    expect((await audited('record.unsigned')).at(-1)).toMatchObject({
      actor: instructor.id,
      data: { packageId: course },
    });
  });

  it("rejects other instructors, including the student's current one", async () => {
    await sign(instructor, {});
    await call(student, 'PUT', `${base}/courses/${course}/instructor`, { memberNumber: otherInstructor.number });
    expect((await takeBack(otherInstructor, signOffs)).errors).toEqual(['learning.not_signed']);
    expect(await stored()).toHaveLength(1);
  });

  it('rejects sign-offs older than a day', async () => {
    await sign(instructor, {});
    await rows("update skill_sign_off set signed_at = now() - interval '25 hours'");
    expect((await takeBack(instructor, signOffs)).errors).toEqual(['learning.not_signed']);
    expect(await stored()).toHaveLength(1);
  });

  it('removes all requested sign-offs or none', async () => {
    await sign(instructor, {});
    const both = [{ affiliateId: student.id, skills: ['hover', 'entry'] }];
    expect((await takeBack(instructor, both)).errors).toEqual(['learning.not_signed']);
    expect(await stored()).toHaveLength(1);
  });
});

describe('PUT courses/{packageId}/instructor', () => {
  const choose = (person: Person, memberNumber: number | null, packageId = course) =>
    call(person, 'PUT', `${base}/courses/${packageId}/instructor`, { memberNumber });

  it('is set by the learner and grants access to the record', async () => {
    const { body } = await choose(student, otherInstructor.number);
    expect(body).toMatchObject({ memsys_member_number: otherInstructor.number, first_name: 'Leilani' });
    expect((await read(otherInstructor, studentQuery)).status).toBe(200);
    expect((await audited('record.instructor')).at(-1)).toEqual({
      actor: student.id,
      subject: `person:${student.id}`,
      data: { packageId: course, from: instructor.number, to: otherInstructor.number },
    });
    expect((await choose(student, null)).body).toBeNull();
    expect((await read(student)).body.instructor).toBeNull();
  });

  it('must be an active professional other than the learner', async () => {
    expect((await choose(student, 999_999)).errors).toEqual(['learning.unknown_instructor memberNumber']);
    await grant(instructor, course);
    expect((await choose(instructor, instructor.number)).errors).toEqual(['learning.own_instructor memberNumber']);
    await rows("update person set member_status = 'Inactive' where affiliate_id = $1", [otherInstructor.id]);
    expect((await choose(student, otherInstructor.number)).errors).toEqual([
      'learning.unknown_instructor memberNumber',
    ]);
    expect((await choose(student, 0)).status).toBe(400);
    expect((await choose(student, instructor.number, 'deep')).errors).toEqual(['learning.not_entitled']);
    expect((await read(student)).body.instructor?.memsys_member_number).toBe(instructor.number);
  });
});

describe('GET students', () => {
  interface StudentPage {
    people: number;
    courses: TaughtCourse[];
    total: number;
    items: Student[];
  }
  const list = (person: Person, query = '') => call<StudentPage>(person, 'GET', `${base}/students${query}`);

  it('lists students with their progress', async () => {
    await learnAll(student, course);
    await sign(instructor, { skills: ['hover', 'entry'] });
    await logbook.reach('Verified');
    await grant(minor, course, otherInstructor.number);
    const { body } = await list(instructor);
    expect(body.items.map(({ name }) => name)).toEqual(['Jonas Weber', 'Adaeze Okafor']);
    expect(body).toMatchObject({
      people: 2,
      total: 2,
      courses: [{ packageId: course, title: 'Open Water Diver', count: 2, skills: confinedSkills }],
    });
    expect(body.items[0]).toMatchObject({
      affiliateId: student.id,
      packageId: course,
      title: 'Open Water Diver',
      lessonsDone: 60,
      lessonsTotal: 60,
      hasExam: true,
      isExamPassed: false,
      confined: { done: 2, total: confinedSkills.length },
      divesVerified: 1,
      dives: 4,
    });
    expect(body.items[0]?.signed.toSorted()).toEqual(['entry', 'hover']);
  });

  it('is empty for inactive professionals and returns 403 to other roles', async () => {
    await rows("update person set member_status = 'Inactive' where affiliate_id = $1", [instructor.id]);
    expect((await list(instructor)).body).toEqual({ people: 0, courses: [], total: 0, items: [] });
    for (const person of [student, store, staff]) expect((await list(person)).status).toBe(403);
  });

  it('pages through a course, finds names and counts', async () => {
    const firstId = 920_000;
    const count = 1200;
    await rows(
      `insert into person (affiliate_id, sub, email, given_name, family_name)
       select $1 + n, gen_random_uuid(), 'taught-' || n || '@demo.test', 'Zoë', 'Student ' || n
       from generate_series(1, $2::int) n`,
      [firstId, count],
    );
    await rows(
      `insert into enrollment (affiliate_id, package_id, source, enrolled_at, lessons_total, last_at, member_number)
       select $1 + n, case when n % 100 = 0 then 'enriched-air' else 'open-water' end, 'code', now(), 60,
         now() - n * interval '1 minute', $3 from generate_series(1, $2::int) n`,
      [firstId, count, instructor.number],
    );
    await grant(student, 'enriched-air', instructor.number);
    const { body } = await list(instructor);
    expect(body).toMatchObject({
      people: count + 2,
      courses: [
        { packageId: 'open-water', count: 1190 },
        { packageId: 'enriched-air', count: 13 },
      ],
      total: 1190,
    });
    expect(body.items).toHaveLength(100);
    const ids: number[] = [];
    for (let offset = 0; offset < 1190; offset += 100)
      ids.push(...(await list(instructor, `?offset=${offset}`)).body.items.map(({ affiliateId }) => affiliateId));
    expect(new Set(ids).size).toBe(1190);
    const found = await list(instructor, '?course=enriched-air&search=zoe%20student%201100');
    expect(found.body).toMatchObject({ total: 1, items: [{ name: 'Zoë Student 1100' }] });
    expect((await call(instructor, 'GET', `${base}/students/count`)).body).toEqual({ count: 1203 });
    const own = await call<Student[]>(instructor, 'GET', `${base}/students/${student.id}`);
    expect(own.body.map(({ packageId }) => packageId).toSorted()).toEqual(['enriched-air', 'open-water']);
    expect((await call(otherInstructor, 'GET', `${base}/students/${student.id}`)).body).toEqual([]);
    for (const path of ['students/count', `students/${student.id}`])
      expect((await call(student, 'GET', `${base}/${path}`)).status).toBe(403);
  });
});
