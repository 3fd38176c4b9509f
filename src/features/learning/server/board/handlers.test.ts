import { beforeEach, describe, expect, it } from 'vitest';
import { createFormsFixture } from '#test/support/api/forms-testing.ts';
import { getCourse } from '#test/support/api/learning-testing.ts';
import { guardian, instructor, minor, student } from '#test/support/api/logbook-testing.ts';
import {
  course,
  otherInstructor,
  createLearnerRecordFixture,
  staff,
  store,
} from '#test/support/api/learner-record-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { BoardStudent } from '#features/learning/shared/board-contract.ts';
import { listSkillGroups } from '#features/logbook/shared/skills.ts';
import { confinedSkills } from '#features/learning/shared/skills.ts';

// Loading a course blocks the event loop long enough for the server to report overload, so it is loaded beforehand.
getCourse(course);
const portal = await testPortal();
const { base, rows, call, grant, begin, learnAll, take, sign, logbook } = createLearnerRecordFixture(portal);
const forms = createFormsFixture(portal);
type Person = typeof student;

const board = (person: Person | null) => call<BoardStudent[]>(person, 'GET', `${base}/board`);
const find = async (person: Person, as: Person = instructor) =>
  (await board(as)).body.find(({ affiliateId }) => affiliateId === person.id);
const blockersOf = async (person: Person) => (await find(person))?.blockers;
const named = { packet: 'course', storeNumber: 20_001, memberNumber: instructor.number } as const;
const open = ['lessons', 'exam', 'skills', 'dives', 'photo'];

beforeEach(async () => {
  await begin();
  await rows('update enrollment set store_number = 20001 where affiliate_id = $1', [student.id]);
  await rows('truncate form_draft, form_record cascade');
  await rows('delete from person_photo where affiliate_id = any($1::bigint[])', [[student.id, minor.id]]);
  await rows('delete from certification where affiliate_id = any($1::bigint[])', [[student.id, minor.id]]);
});

describe('GET board', () => {
  it("lists a professional's students with their progress", async () => {
    await learnAll(student, course);
    await sign(instructor, { skills: ['hover', 'entry'] });
    await logbook.reach('Pending');
    const { status, body } = await board(instructor);
    expect(status).toBe(200);
    expect(body.map(({ name }) => name)).toEqual(['Jonas Weber', 'Adaeze Okafor']);
    expect(body[0]).toMatchObject({
      affiliateId: student.id,
      age: expect.any(Number),
      isMinor: false,
      packageId: course,
      title: 'Open Water Diver',
      instructorName: 'Tomás Reyes',
      lessons: { done: 60, total: 60 },
      exam: { done: 0, total: 1 },
      skills: { done: 2, total: 21 },
      dives: { done: 0, total: 4 },
      divesWaiting: 1,
      hasForms: false,
      medicalUntil: null,
      isReady: false,
      // The quizzes are not passed yet.
      blockers: ['forms', 'lessons', 'exam', 'skills', 'dives_waiting', 'dives', 'photo'],
    });
  });

  it("lists a store's students with any instructor", async () => {
    await grant(minor, course, otherInstructor.number);
    await rows('update enrollment set store_number = 20001 where affiliate_id = $1', [minor.id]);
    const { body } = await board(store);
    expect(body.map(({ name, instructorName }) => [name, instructorName])).toEqual([
      ['Ida Okafor', 'Leilani Kahale'],
      ['Jonas Weber', 'Tomás Reyes'],
    ]);
    expect(body[0]).toMatchObject({ isMinor: true });
  });

  it('is empty for inactive professionals and returns 403 to other roles', async () => {
    await rows("update person set member_status = 'Inactive' where affiliate_id = $1", [instructor.id]);
    expect((await board(instructor)).body).toEqual([]);
    for (const person of [student, minor, staff]) expect((await board(person)).status).toBe(403);
    expect((await board(null)).status).toBe(401);
  });

  it('uses the requested language', async () => {
    const { body } = await call<BoardStudent[]>(instructor, 'GET', `${base}/board?culture=es-ES`);
    expect(body).toHaveLength(2);
    expect((await call(instructor, 'GET', `${base}/board?culture=nowhere`)).status).toBe(400);
  });
});

describe('course forms on the board', () => {
  it('count once they are signed for the instructor or store, until the medical expires', async () => {
    expect(await blockersOf(student)).toEqual(['forms', ...open]);
    await forms.submit('student', named);
    expect(await find(student)).toMatchObject({ hasForms: true, blockers: open });
    const until = (await find(student))?.medicalUntil ?? '';
    expect(until > new Date().toISOString().slice(0, 10)).toBe(true);
    await rows('update form_record set valid_until = current_date - 1 where affiliate_id = $1', [student.id]);
    expect(await find(student)).toMatchObject({ hasForms: true, medicalUntil: null, blockers: ['expired', ...open] });
  });

  it('do not count when they name someone else', async () => {
    await forms.submit('student', { packet: 'course', storeNumber: 20_002 });
    expect(await blockersOf(student)).toEqual(['forms', ...open]);
  });

  it.each(['physician', 'review', 'refused'] as const)('show the status %s without details', async (medical) => {
    await forms.submit('student', named);
    await rows('update form_record set medical_status = $2 where affiliate_id = $1', [student.id, medical]);
    expect(await find(student)).toMatchObject({ medicalUntil: null, blockers: [medical, ...open] });
    expect(JSON.stringify(await find(student))).not.toMatch(/answers|signer|document/);
  });

  it("of a minor require the guardian's signature", async () => {
    await grant(minor, course, instructor.number);
    const id = await forms.begin('minor', { ...named, storeNumber: null });
    await forms.answerAll('minor', id);
    await forms.sign('minor', id);
    expect(await find(minor)).toMatchObject({ isMinor: true, hasForms: false, blockers: ['guardian', ...open] });
    await forms.sign('guardian', id);
    expect(await blockersOf(minor)).toEqual(open);
  });
});

describe('a student who meets all requirements', () => {
  it('is ready to certify and leaves the board once certified', async () => {
    const id = await forms.submit('student', named);
    await rows("update form_record set signed_at = '2026-05-20', cleared_at = '2026-05-20' where id = $1", [id]);
    await learnAll(student, course);
    for (const section of getCourse(course).sections)
      await take(student, course, { kind: 'quiz', section: section.id });
    await take(student, course, { kind: 'exam' });
    await sign(instructor, { skills: [...confinedSkills] });
    await rows(
      `insert into dive_log (affiliate_id, log_type, status, log_course, log_number, dive_title, dive_date, dive_location,
         dive_type, max_depth_m, bottom_time_min, skills, memsys_member_number, verified_at, verified_by, verified_name)
       select $1, 'Training', 'Verified', 'open_water', n, 'Dive ' || n, '2026-06-01', 'Bay', 'Shore', 10, 30, $3,
         100001, now(), $2, 'Tomás Reyes' from generate_series(1, 4) n`,
      [student.id, instructor.id, listSkillGroups('open_water', 4, null).flatMap(({ skills }) => skills)],
    );
    expect(await find(student)).toMatchObject({ isReady: false, blockers: ['photo'] });
    await rows(
      `insert into person_photo (affiliate_id, file_key, uploaded_by, status, decided_at, decided_by)
       values ($1, 'x.jpg', $1, 'approved', now(), $2)`,
      [student.id, staff.id],
    );
    expect(await find(student)).toMatchObject({ isReady: true, blockers: [], levelIDs: [] });
    const family = [student.id, instructor.id];
    await rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', family);
    for (const reader of [instructor, store])
      expect(await find(student, reader)).toMatchObject({ isReady: false, blockers: ['own_family'] });
    await rows('delete from guardian_link where affiliate_id = $1 and guardian_id = $2', family);
    const certDate = new Date().toISOString().slice(0, 10);
    await rows('insert into certification (affiliate_id, level_id, cert_date) values ($1, 10, $2)', [
      student.id,
      certDate,
    ]);
    expect(await find(student)).toBeUndefined();
    // Holding another card does not remove the student from the board.
    await grant(student, 'enriched-air', instructor.number);
    expect(await find(student)).toMatchObject({ packageId: 'enriched-air', levelIDs: [10] });
    expect(await find(guardian)).toBeDefined();
  });
});
