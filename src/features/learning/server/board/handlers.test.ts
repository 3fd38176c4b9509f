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
import type { BoardCourse, BoardDiver, BoardStudent } from '#features/learning/shared/board-contract.ts';
import { listSkillGroups } from '#features/logbook/shared/skills.ts';
import { confinedSkills } from '#features/learning/shared/skills.ts';

// Loading a course blocks the event loop long enough for the server to report overload, so it is loaded beforehand.
getCourse(course);
const portal = await testPortal();
const { base, rows, call, grant, begin, learnAll, take, sign, logbook } = createLearnerRecordFixture(portal);
const forms = createFormsFixture(portal);
type Person = typeof student;

interface BoardPage {
  all: number;
  ready: number;
  courses: BoardCourse[];
}

const page = (person: Person | null, query = '') => call<BoardPage>(person, 'GET', `${base}/board${query}`);
/** The students of all courses on the first page. */
const board = async (person: Person | null, query = '') => {
  const { status, body } = await page(person, query);
  return { status, body: status === 200 ? body.courses.flatMap(({ students }) => students) : [] };
};
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
    const { body } = await board(instructor, '?culture=es-ES');
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

describe('a board with more students than fit on a page', () => {
  const count = 1200;
  const firstId = 910_000;

  beforeEach(async () => {
    await rows(
      `insert into person (affiliate_id, sub, email, given_name, family_name, birthdate)
       select $1 + n, gen_random_uuid(), 'board-' || n || '@demo.test', 'Zoë', 'Student ' || n, '1990-01-01'
       from generate_series(1, $2::int) n on conflict do nothing`,
      [firstId, count],
    );
    await rows(
      `insert into enrollment (affiliate_id, package_id, source, enrolled_at, lessons_done, lessons_total, last_at,
         member_number, store_number)
       select $1 + n, case when n % 100 = 0 then 'enriched-air' else 'open-water' end, 'code', now(), 10, 60,
         '2026-06-01'::timestamptz - n * interval '1 minute', $3, 20001 from generate_series(1, $2::int) n`,
      [firstId, count, instructor.number],
    );
    return () => rows('delete from enrollment where affiliate_id > $1', [firstId]);
  });

  it('counts everyone and returns some of every course', async () => {
    const { body } = await page(instructor);
    expect(body).toMatchObject({ all: count + 2, ready: 0 });
    expect(body.courses.map(({ packageId, count: size, students }) => [packageId, size, students.length])).toEqual([
      ['open-water', 1190, 13],
      ['enriched-air', 12, 12],
    ]);
    expect((await page(store)).body.all).toBe(count + 1);
  });

  it('returns each student of a course once, in pages', async () => {
    const ids: number[] = [];
    for (let offset = 0; offset < 1190; offset += 100) {
      const { body } = await page(instructor, `?course=open-water&limit=100&offset=${offset}`);
      expect(body.courses).toHaveLength(1);
      ids.push(...(body.courses[0]?.students ?? []).map(({ affiliateId }) => affiliateId));
    }
    expect(new Set(ids).size).toBe(1190);
    expect(ids).toHaveLength(1190);
    expect((await page(instructor, '?limit=101')).status).toBe(400);
  });

  it('finds names without accents and filters by view', async () => {
    const names = (await board(instructor, '?search=zoe%20student%20777')).body.map(({ name }) => name);
    expect(names).toEqual(['Zoë Student 777']);
    expect((await page(instructor, '?show=ready')).body).toMatchObject({ all: count + 2, ready: 0, courses: [] });
    expect((await page(instructor, '?show=blocked')).body.courses[0]?.count).toBe(1190);
  });

  it('summarizes counts, open forms and the latest students', async () => {
    await forms.submit('student', named);
    const { body } = await call<{ notReady: object[]; latest: BoardStudent[] }>(
      instructor,
      'GET',
      `${base}/board/summary`,
    );
    expect(body).toMatchObject({ all: count + 2, ready: 0, forms: { missing: count + 1, physician: 0, expired: 0 } });
    expect(body.latest).toHaveLength(4);
    // The medical of the student expires in a year; everyone else has not signed.
    expect(body).toMatchObject({ expiring: { total: 0, items: [] } });
    expect(body.notReady).toHaveLength(4);
    expect(body.notReady).not.toContainEqual(expect.objectContaining({ affiliateId: student.id }));
    await rows('update form_record set valid_until = current_date + 10 where affiliate_id = $1', [student.id]);
    const { body: soon } = await call(instructor, 'GET', `${base}/board/summary`);
    expect(soon).toMatchObject({ expiring: { total: 1, items: [{ affiliateId: student.id }] } });
    await rows("update form_record set medical_status = 'review' where affiliate_id = $1", [student.id]);
    const { body: after } = await call(instructor, 'GET', `${base}/board/summary`);
    expect(after).toMatchObject({ forms: { missing: count + 1, physician: 1, expired: 0 } });
    expect((await call(student, 'GET', `${base}/board/summary`)).status).toBe(403);
  });

  it('lists every person for the boat once', async () => {
    await grant(student, 'enriched-air', instructor.number);
    const people: BoardDiver[] = [];
    for (let offset = 0; offset < count + 2; offset += 100) {
      const { body } = await call<{ total: number; items: BoardDiver[] }>(
        instructor,
        'GET',
        `${base}/board/divers?offset=${offset}`,
      );
      expect(body.total).toBe(count + 2);
      people.push(...body.items);
    }
    expect(new Set(people.map(({ affiliateId }) => affiliateId)).size).toBe(count + 2);
    expect(people.find(({ affiliateId }) => affiliateId === student.id)).toMatchObject({ blockers: ['forms'] });
    const find = async (query: string) =>
      (await call<{ total: number; items: BoardDiver[] }>(instructor, 'GET', `${base}/board/divers?${query}`)).body;
    expect(await find(`ids=${student.id},1`)).toMatchObject({ total: 1, items: [{ affiliateId: student.id }] });
    expect((await find('search=zoe%20student%20777')).items.map(({ name }) => name)).toEqual(['Zoë Student 777']);
    expect((await call(student, 'GET', `${base}/board/divers`)).status).toBe(403);
  });
});
