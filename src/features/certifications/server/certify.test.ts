import { beforeEach, describe, expect, it } from 'vitest';
import { createFormsFixture } from '#test/support/api/forms-testing.ts';
import { getCourse } from '#test/support/api/learning-testing.ts';
import { student as jonas } from '#test/support/api/logbook-testing.ts';
import { course, createLearnerRecordFixture } from '#test/support/api/learner-record-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { confinedSkills } from '#features/learning/shared/skills.ts';
import { listSkillGroups } from '#features/logbook/shared/skills.ts';
import { toCardDate } from '#features/certifications/shared/card-date.ts';
import type { CardInfo } from '#features/certifications/shared/contract.ts';
import { cardDay, createCertificationsFixture, isoDay } from '#test/support/api/certifications-testing.ts';
import { demoAffiliateIds, type DemoPersonName } from '#test/support/api/demo-people-testing.ts';
import { certify } from './public.ts';

// Loading a course takes long enough for the server to report overload.
getCourse(course);
const portal = await testPortal();
const { call, clear, rows, give, photograph } = createCertificationsFixture(portal);
const forms = createFormsFixture(portal);
const records = createLearnerRecordFixture(portal);
const wanted = { affiliateId: demoAffiliateIds.student, levelID: 10, certDate: cardDay(-1) };
/** Staff override missing requirements unless a test says otherwise. */
const ask = (as: DemoPersonName, input: object = {}) =>
  call<CardInfo>(as, 'POST', 'ecards/certify', {
    ...wanted,
    ...(as === 'staff' && { overrideReason: 'The paper file is complete.' }),
    ...input,
  });
const codeOf = async (as: DemoPersonName, input: object = {}) => {
  const { status, body } = await ask(as, input);
  return [status, body.errors[0]?.code, body.errors[0]?.path];
};
const stored = () => rows<Record<string, unknown>>('select * from certification order by license_id');
const listNotified = async (to: DemoPersonName) =>
  (
    await rows<{ kind: string }>('select kind from notification where affiliate_id = $1 order by kind', [
      demoAffiliateIds[to],
    ])
  ).map(({ kind }) => kind);
const verifyDives = (numbers: readonly number[]) =>
  rows(
    `insert into dive_log (affiliate_id, log_type, status, log_course, log_number, dive_title, dive_date, dive_location,
       dive_type, max_depth_m, bottom_time_min, skills, memsys_member_number, verified_at, verified_by, verified_name)
     select $1, 'Training', 'Verified', 'open_water', n, 'Dive ' || n, '2026-06-01', 'Bay', 'Shore', 10,
       30, $4, 100001, now(), $2,
       'Tomás Reyes' from unnest($3::int[]) n`,
    [demoAffiliateIds.student, demoAffiliateIds.instructor, numbers, flexible],
  );
const flexible = listSkillGroups('open_water', 4, null).flatMap(({ skills }) => skills);

async function learn({ quizzes = 5, hasExam = true }: { quizzes?: number; hasExam?: boolean } = {}): Promise<void> {
  await records.learnAll(jonas, course);
  for (const { id } of getCourse(course).sections.slice(0, quizzes))
    await records.take(jonas, course, { kind: 'quiz', section: id });
  if (hasExam) await records.take(jonas, course, { kind: 'exam' });
}
const signAll = () =>
  records.sign({ id: demoAffiliateIds.instructor, email: 'instructor@demo.test' }, { skills: [...confinedSkills] });

const beginOn = (date: string) =>
  rows('update enrollment set granted_at = $2 where affiliate_id = $1', [demoAffiliateIds.student, date]);

async function completeRecord(): Promise<void> {
  await beginOn(isoDay(-30));
  await learn();
  await signAll();
  await verifyDives([1, 2, 3, 4]);
  await settle();
}

/** Adds forms and medical valid on the water days, an approved photo, and earlier lessons. */
async function settle(): Promise<void> {
  await signForms();
  await photograph('student');
  const earlier = "- interval '20 days'";
  await rows(`update lesson_progress set done_at = done_at ${earlier} where affiliate_id = $1`, [
    demoAffiliateIds.student,
  ]);
  await rows(`update course_attempt set handed_in_at = handed_in_at ${earlier} where affiliate_id = $1`, [
    demoAffiliateIds.student,
  ]);
}

async function signForms(on = '2026-05-20'): Promise<void> {
  const id = await forms.submit('student', { packet: 'course', memberNumber: 100_001 });
  await rows(
    "update form_record set signed_at = $2::date + time '18:00', cleared_at = $2::date + time '18:00', valid_until = $2::date + 365 where id = $1",
    [id, on],
  );
}

beforeEach(async () => {
  await records.begin();
  await clear();
  await rows('delete from outside_training');
  await rows('delete from form_blob');
  await rows('delete from form_record where affiliate_id = $1', [demoAffiliateIds.student]);
});

describe('certifying as an instructor', () => {
  it("certifies a student with a complete record and issues the course's eCard", async () => {
    await completeRecord();
    await rows('delete from notification');
    const { status, body } = await ask('instructor');
    expect([status, body]).toMatchObject([
      200,
      { levelID: 10, levelName: 'Open Water', certDate: cardDay(-1), hasECard: true, isRevoked: false },
    ]);
    expect(await stored()).toMatchObject([
      {
        affiliate_id: demoAffiliateIds.student,
        license_id: body.licenseID,
        cert_date: isoDay(-1),
        instructor_name: 'Tomás Reyes',
        instructor_number: 100_001,
        office: 'Leith',
        ecard_source: 'course',
        code: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{2}$/),
      },
    ]);
    expect(await listNotified('student')).toEqual(['certifications.card_issued']);
    expect(
      await rows(
        "select actor_affiliate_id::int as actor, subject, data from audit_entry where action = 'certification.granted'",
      ),
    ).toEqual([
      {
        actor: demoAffiliateIds.instructor,
        subject: `person:${demoAffiliateIds.student}`,
        data: { licenseID: body.licenseID, levelID: 10, certDate: isoDay(-1) },
      },
    ]);
  });

  it.each([
    [
      'a quiz',
      'lessons',
      () =>
        learn({ quizzes: 4, hasExam: false })
          .then(signAll)
          .then(() => verifyDives([1, 2, 3, 4])),
    ],
    [
      'the exam',
      'exam',
      () =>
        learn({ hasExam: false })
          .then(signAll)
          .then(() => verifyDives([1, 2, 3, 4])),
    ],
    ['the skills', 'skills', () => learn().then(() => verifyDives([1, 2, 3, 4]))],
    [
      'a dive',
      'dives',
      () =>
        learn()
          .then(signAll)
          .then(() => verifyDives([1, 2, 4])),
    ],
  ])('is rejected while %s is missing', async (_what, kind, prepare) => {
    await prepare();
    await settle();
    const { status, body } = await ask('instructor');
    expect(status).toBe(409);
    expect(body.errors.map(({ code, path }) => `${code} ${path}`)).toContain(
      `certifications.not_complete requirements.${kind}`,
    );
    expect(await stored()).toEqual([]);
  });

  it("is rejected for other instructors' students, people who don't learn here, and oneself", async () => {
    await completeRecord();
    expect(await codeOf('candidate')).toEqual([404, 'not_found', undefined]);
    for (const of of ['diver', 'minor', 'instructor'] as const)
      expect(await codeOf('instructor', { affiliateId: demoAffiliateIds[of] })).toEqual([404, 'not_found', undefined]);
    expect(await codeOf('instructor', { affiliateId: 999_999 })).toEqual([404, 'not_found', undefined]);
    expect(await stored()).toEqual([]);
  });

  it('is rejected once inactive, or when the record names another instructor', async () => {
    await completeRecord();
    await rows("update person set member_status = 'Inactive' where affiliate_id = $1", [demoAffiliateIds.instructor]);
    expect((await codeOf('instructor'))[0]).toBe(404);
    await rows("update person set member_status = 'Active' where affiliate_id = $1", [demoAffiliateIds.instructor]);
    await rows('update enrollment set member_number = 100002 where affiliate_id = $1', [demoAffiliateIds.student]);
    expect((await codeOf('instructor'))[0]).toBe(404);
    expect((await ask('candidate')).status).toBe(200);
  });

  it('rejects a date before the last requirement was met', async () => {
    await completeRecord();
    const [{ last } = { last: '' }] = await rows<{ last: string }>(
      `select (max(handed_in_at) at time zone 'Etc/GMT+12')::date::text as last from course_attempt
       where affiliate_id = $1 and is_passed`,
      [demoAffiliateIds.student],
    );
    const before = new Date(Date.parse(last) - 86_400_000).toISOString().slice(0, 10);
    expect(await codeOf('instructor', { certDate: toCardDate(before) })).toEqual([
      422,
      'certifications.early_date',
      'certDate',
    ]);
    expect(await stored()).toEqual([]);
    expect((await ask('instructor', { certDate: toCardDate(last) })).status).toBe(200);
  });

  it("can't restore a level that staff revoked", async () => {
    await completeRecord();
    const licenseID = (await ask('instructor')).body.licenseID;
    await call('staff', 'POST', `ecards/cards/${licenseID}/revoke`, { reason: 'Issued by mistake.' });
    for (const levelID of [10, 11])
      expect(await codeOf('instructor', { levelID })).toEqual([409, 'certifications.revoked', 'levelID']);
    expect(await stored()).toHaveLength(1);
    expect((await ask('staff')).status).toBe(200);
  });

  it("is rejected for levels that aren't taught here", async () => {
    await completeRecord();
    for (const levelID of [40, 53, 70, 80])
      expect((await codeOf('instructor', { levelID })).slice(0, 2)).toEqual([403, 'access.denied']);
    expect(await stored()).toEqual([]);
  });
});

describe('certifying as staff', () => {
  it('certifies anyone; without the course there is no eCard, and the diver is notified of the next step', async () => {
    const { body } = await ask('staff', { affiliateId: demoAffiliateIds.diver, levelID: 40 });
    expect(body).toMatchObject({ levelName: 'Rescue', hasECard: false });
    expect(await stored()).toMatchObject([{ affiliate_id: demoAffiliateIds.diver, ecard_at: null, code: null }]);
    expect(await listNotified('diver')).toEqual(['certifications.certified']);
  });

  it('issues the eCard to a student of the course, with the instructor of the record', async () => {
    expect((await ask('staff')).body.hasECard).toBe(true);
    expect(await stored()).toMatchObject([{ instructor_name: 'Tomás Reyes', ecard_source: 'course' }]);
  });

  it('does not ask for a photo when one is approved', async () => {
    await rows(
      `insert into person_photo (affiliate_id, file_key, status, uploaded_by, decided_by, decided_at)
       values ($1, 'x', 'approved', $1, $2, now())`,
      [demoAffiliateIds.student, demoAffiliateIds.staff],
    );
    await ask('staff');
    expect(await listNotified('student')).toEqual(['certifications.card_issued']);
  });

  it('issues the full card from age 15 and the junior card before', async () => {
    const child = { affiliateId: demoAffiliateIds.minor };
    expect(await codeOf('staff', child)).toEqual([422, 'certifications.under_age', 'levelID']);
    expect(await stored()).toEqual([]);
    expect((await ask('staff', { ...child, levelID: 11 })).body.levelName).toBe('Junior Open Water');
    await rows('delete from certification');
    const [former] = await rows<{ birthdate: string }>('select birthdate::text from person where affiliate_id = $1', [
      demoAffiliateIds.minor,
    ]);
    const fifteenAgo = `${Number(isoDay(-1).slice(0, 4)) - 15}${isoDay(-1).slice(4)}`;
    await rows('update person set birthdate = $2 where affiliate_id = $1', [demoAffiliateIds.minor, fifteenAgo]);
    expect(await codeOf('staff', { ...child, levelID: 11 })).toEqual([422, 'certifications.unknown_level', 'levelID']);
    expect((await ask('staff', child)).status).toBe(200);
    await rows('update person set birthdate = $2 where affiliate_id = $1', [demoAffiliateIds.minor, former?.birthdate]);
  });

  it('certifies once for concurrent requests', async () => {
    const answers = await Promise.all([ask('staff'), ask('staff'), ask('staff')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await stored()).toHaveLength(1);
    expect(await listNotified('student')).toHaveLength(2);
  });

  it('certifies a revoked level again', async () => {
    const licenseID = await give('student', 10);
    expect(await codeOf('staff')).toEqual([409, 'certifications.has_level', 'levelID']);
    await call('staff', 'POST', `ecards/cards/${licenseID}/revoke`, { reason: 'Issued by mistake.' });
    expect((await ask('staff')).status).toBe(200);
  });
});

describe('input validation', () => {
  it.each(['31-FEB-2026', '29-FEB-2025', '2026-02-01', '01-JAN-1949', '', cardDay(1)])(
    'rejects the date %s and stores nothing',
    async (certDate) => {
      expect(await codeOf('staff', { certDate })).toEqual([422, 'certifications.bad_date', 'certDate']);
      expect(await stored()).toEqual([]);
    },
  );

  it.each([
    [400, 'request.invalid', 'levelID', { levelID: 'x' }],
    [400, 'request.invalid', 'affiliateId', { affiliateId: -1 }],
    [400, 'request.invalid', 'certDate', { certDate: '01-JAN-2025-and-more' }],
    [400, 'request.invalid', 'hasECard', { hasECard: true }],
    [422, 'certifications.unknown_level', 'levelID', { levelID: 12 }],
    [404, 'not_found', undefined, { affiliateId: 999_999 }],
  ])('returns %i %s at %s and stores nothing', async (status, code, path, input) => {
    expect(await codeOf('staff', input)).toEqual([status, code, path]);
    expect(await stored()).toEqual([]);
  });

  it.each(['diver', 'store', 'guardian'] as const)('is rejected for a %s', async (as) => {
    expect(await codeOf(as)).toEqual([403, 'access.denied', undefined]);
  });
});

describe('certify()', () => {
  it("certifies in the caller's transaction, with an eCard if requested", async () => {
    const certified = await portal.services.database.inTransaction('test', (db) =>
      certify(db, {
        affiliateId: demoAffiliateIds.candidate,
        levelID: 70,
        certDate: '2026-01-10',
        eCardSource: 'association',
      }),
    );
    expect(certified.hasECard).toBe(true);
    expect(await stored()).toMatchObject([{ level_id: 70, ecard_source: 'association', instructor_name: '' }]);
  });
});
