import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isoDay } from '#test/support/api/certifications-testing.ts';
import { getCourse } from '#test/support/api/learning-testing.ts';
import { student as jonas } from '#test/support/api/logbook-testing.ts';
import { demoAffiliateIds, type DemoPersonName } from '#test/support/api/demo-people-testing.ts';
import { openWaterDiveSkills, createReadinessFixture } from '#test/support/api/readiness-testing.ts';
import { course } from '#test/support/api/learner-record-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { Readiness } from '#features/certifications/shared/readiness-contract.ts';

getCourse(course);
const portal = await testPortal();
const {
  call,
  rows,
  photograph,
  give,
  records,
  read,
  kindsOf,
  certify,
  cards,
  audited,
  dive,
  signForms,
  learn,
  signSkills,
  begin,
} = createReadinessFixture(portal);

beforeEach(begin);

describe('a record without forms, medical and flexible skills', () => {
  it('is rejected with one entry for each', async () => {
    await learn();
    await signSkills();
    await dive([1, 2, 3, 4], openWaterDiveSkills);
    const { status, body } = await certify();
    expect(status).toBe(409);
    expect(new Set(body.errors.map(({ path }) => path))).toEqual(
      new Set(['flexible', 'forms_missing', 'medical_missing', 'photo'].map((kind) => `requirements.${kind}`)),
    );
    expect(await cards()).toEqual([]);
    expect((await read('instructor')).body).toMatchObject({ isReady: false, certified: null, levelID: 10 });
  });
});

describe('forms and medical', () => {
  beforeEach(async () => {
    await signSkills();
    await dive([1]);
  });

  it('are missing on a water day before their signature', async () => {
    await signForms({}, '2026-06-10');
    const { missing } = (await read('instructor')).body;
    expect(missing.filter(({ day: on }) => on !== null).map(({ kind, day: on }) => [kind, on])).toEqual([
      ['forms_missing', '2026-06-01'],
      ['medical_missing', '2026-06-01'],
    ]);
  });

  it('are missing on a water day after they expired', async () => {
    await signForms({}, '2025-05-20');
    expect(await kindsOf()).toContain('medical_expired');
  });

  it('are complete when valid on all water days', async () => {
    await signForms();
    expect((await read('instructor')).body.missing.filter(({ day: on }) => on !== null)).toEqual([]);
  });
});

describe('the photo', () => {
  it('must be confirmed by the instructor while pending, with an audit entry', async () => {
    await learn();
    await signSkills();
    await dive([1, 2, 3, 4]);
    await signForms();
    await photograph('student', 'pending');
    expect((await read('instructor')).body).toMatchObject({ isReady: true, photo: 'pending' });
    const photo = await call(
      'instructor',
      'GET',
      `ecards/readiness/photo?packageId=open-water&affiliateId=${demoAffiliateIds.student}`,
    );
    expect([photo.status, photo.answer.headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect((await certify()).body.errors.map(({ path }) => path)).toEqual(['requirements.photo_confirmation']);
    const { photoId: shown } = (await read('instructor')).body;
    await rows('delete from person_photo where affiliate_id = $1', [demoAffiliateIds.student]);
    await photograph('student', 'pending');
    const another = (await certify({ confirmPhotoId: shown })).body;
    expect(another.errors.map(({ path }) => path)).toEqual(['requirements.photo_confirmation']);
    const { photoId } = (await read('instructor')).body;
    const { status, body } = await certify({ confirmPhotoId: photoId });
    expect(status).toBe(200);
    expect(await rows('select status, decided_by::int as by from person_photo')).toEqual([
      { status: 'approved', by: demoAffiliateIds.instructor },
    ]);
    expect(await audited('photo.confirmed')).toMatchObject({ licenseID: body.licenseID });
    expect((await read('student')).body).toMatchObject({ isReady: false, certified: { levelID: 10 } });
    // Repeated and concurrent requests issue one card.
    expect((await certify()).body.errors[0]?.code).toBe('certifications.has_level');
    expect(await cards()).toHaveLength(1);
  });

  it.each(['diver', 'store', 'candidate'] as const)('is hidden from a %s who doesn’t teach the student', async (as) => {
    await photograph('student', 'pending');
    const url = `ecards/readiness/photo?packageId=open-water&affiliateId=${demoAffiliateIds.student}`;
    expect((await call(as, 'GET', url)).status).toBe(404);
    expect((await read(as)).status).toBe(404);
  });
});

describe('training with another instructor', () => {
  const entry = {
    packageId: 'open-water',
    part: 'dive_4',
    trainedOn: '2026-06-02',
    place: 'Malta',
    instructorNumber: '77',
  };
  const enter = (as: DemoPersonName, input: object = {}) =>
    call<Readiness>(as, 'PUT', 'ecards/outside-training', { ...entry, ...input });

  // Training counts for 400 days, and the dives of the fixture have fixed dates.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-15T12:00:00Z') }));
  afterEach(() => void vi.useRealTimers());

  it('counts once it is complete and the certifying instructor confirms it', async () => {
    await learn();
    await signSkills();
    await dive([1, 2, 3]);
    await signForms();
    await photograph('student');
    expect(await kindsOf()).toEqual(['dives']);
    expect((await enter('student')).status).toBe(200);
    expect(await kindsOf()).toEqual(['dives', 'outside']);
    expect((await certify()).status).toBe(409);
    expect((await certify({ confirmOutside: true })).status).toBe(200);
    expect(await audited('training.confirmed')).toMatchObject({ parts: ['dive_4'] });
    expect(await rows('select confirmed_by::int as by from outside_training')).toEqual([
      { by: demoAffiliateIds.instructor },
    ]);
  });

  it.each([
    ['no place', { place: ' ' }, 'request.invalid place'],
    ['no number', { instructorNumber: '' }, 'request.invalid instructorNumber'],
    ['a day in the future', { trainedOn: '2026-11-17' }, 'certifications.bad_date trainedOn'],
    ['a day too long ago', { trainedOn: '2025-10-11' }, 'certifications.training_too_old trainedOn'],
    ['a number without digits', { instructorNumber: 'x' }, 'request.invalid instructorNumber'],
    [
      'the number of the own instructor',
      { instructorNumber: '#0100001' },
      'certifications.own_number instructorNumber',
    ],
    ['a dive that the course hasn’t', { part: 'dive_9' }, 'certifications.unknown_part part'],
  ])('is rejected with %s', async (_what, input, error) => {
    const { body } = await enter('student', input);
    expect(`${body.errors[0]?.code} ${body.errors[0]?.path}`).toBe(error);
    expect(await rows('select from outside_training')).toEqual([]);
  });

  it('requires one water session here, with forms and medical', async () => {
    await photograph('student', 'pending');
    for (const part of ['lessons', 'exam', 'skills', 'flexible', 'dive_1', 'dive_2', 'dive_3', 'dive_4'])
      expect((await enter('instructor', { affiliateId: demoAffiliateIds.student, part })).status).toBe(200);
    const all = { confirmPhotoId: (await read('instructor')).body.photoId, confirmOutside: true };
    const { status, body } = await certify(all);
    expect(status).toBe(409);
    expect(body.errors.map(({ path }) => path)).toEqual(
      ['training_here', 'forms_missing', 'medical_missing'].map((kind) => `requirements.${kind}`),
    );
    expect(await cards()).toEqual([]);
    await signForms();
    await dive([1]);
    expect((await certify(all)).status).toBe(200);
  });

  it('requires forms and medical valid on its day', async () => {
    await signSkills();
    await dive([1, 2, 3]);
    await signForms();
    await enter('student', { trainedOn: '2026-05-02' });
    const { missing } = (await read('instructor')).body;
    expect(missing.filter(({ day: on }) => on !== null).map(({ kind, day: on }) => [kind, on])).toEqual([
      ['forms_missing', '2026-05-02'],
      ['medical_missing', '2026-05-02'],
    ]);
  });

  it('does not count when it names the certifying instructor', async () => {
    await enter('student', { part: 'exam' });
    await rows("update outside_training set instructor_number = 'No. 100001'");
    expect(await kindsOf()).toContain('exam');
    expect(await kindsOf()).not.toContain('outside');
  });

  it("can't be entered or removed by others", async () => {
    expect((await enter('diver', { affiliateId: demoAffiliateIds.student })).status).toBe(404);
    await enter('student');
    const remove = (as: DemoPersonName) =>
      call(as, 'POST', 'ecards/outside-training/remove', {
        affiliateId: demoAffiliateIds.student,
        packageId: 'open-water',
        part: 'dive_4',
      });
    expect((await remove('diver')).status).toBe(404);
    expect((await remove('student')).status).toBe(200);
    expect((await remove('student')).status).toBe(404);
  });
});

describe('staff', () => {
  it('need a reason when something is missing, which is audited', async () => {
    expect((await certify({}, 'staff')).status).toBe(409);
    const { status, body } = await certify({ overrideReason: 'Paper record from 2019 checked.' }, 'staff');
    expect(status).toBe(200);
    expect(await audited('certification.granted')).toMatchObject({
      licenseID: body.licenseID,
      override: { reason: 'Paper record from 2019 checked.', missing: expect.arrayContaining(['lessons', 'photo']) },
    });
  });

  it("can't certify themselves or their family", async () => {
    const reason = { overrideReason: 'Paper record from 2019 checked.' };
    const findErrorPaths = async (affiliateId: number, levelID: number) =>
      (await certify({ affiliateId, levelID, ...reason }, 'staff')).body.errors.map(({ path }) => path);
    expect(await findErrorPaths(demoAffiliateIds.staff, 70)).toContain('requirements.own_family');
    const linked = [demoAffiliateIds.minor, demoAffiliateIds.staff];
    await rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', linked);
    expect(await findErrorPaths(demoAffiliateIds.minor, 11)).toContain('requirements.own_family');
    await rows('delete from guardian_link where affiliate_id = $1 and guardian_id = $2', linked);
    expect(await rows('select from certification')).toEqual([]);
  });

  it('need a reason for a level without a course here, and a birthdate', async () => {
    const rescue = { affiliateId: demoAffiliateIds.diver, levelID: 40 };
    const pathsOf = async (input: object) =>
      (await certify({ ...rescue, ...input }, 'staff')).body.errors.map(({ path }) => path);
    expect(await pathsOf({})).toEqual(['requirements.course']);
    const reason = { overrideReason: 'Paper record from 2019 checked.' };
    const [former] = await rows<{ birthdate: string }>('select birthdate::text from person where affiliate_id = $1', [
      demoAffiliateIds.diver,
    ]);
    await rows('update person set birthdate = null where affiliate_id = $1', [demoAffiliateIds.diver]);
    expect(await pathsOf(reason)).toContain('requirements.birthdate');
    await rows('update person set birthdate = $2 where affiliate_id = $1', [demoAffiliateIds.diver, former?.birthdate]);
    expect(await rows('select from certification')).toEqual([]);
    expect((await certify({ ...rescue, ...reason }, 'staff')).status).toBe(200);
  });

  it('are audited when they read the readiness and the photo', async () => {
    await photograph('student', 'pending');
    const url = `ecards/readiness/photo?packageId=open-water&affiliateId=${demoAffiliateIds.student}`;
    const logged = async () =>
      rows(
        `select action from audit_entry where action in ('record.read', 'photo.read') and subject = $1
           and actor_affiliate_id = $2 order by seq`,
        [`person:${demoAffiliateIds.student}`, demoAffiliateIds.staff],
      );
    const before = (await logged()).length;
    expect((await read('staff')).status).toBe(200);
    expect((await call('staff', 'GET', url)).status).toBe(200);
    expect((await logged()).slice(before)).toEqual([{ action: 'record.read' }, { action: 'photo.read' }]);
  });

  it('are the only ones who can override', async () => {
    expect((await certify({ overrideReason: 'I know them.' })).status).toBe(403);
  });
});

it('rejects certifying an instructor’s own child', async () => {
  const linked = [demoAffiliateIds.student, demoAffiliateIds.instructor];
  await rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', linked);
  expect(await kindsOf()).toContain('own_family');
  expect(await kindsOf('student')).not.toContain('own_family');
  expect((await certify()).body.errors.map(({ path }) => path)).toContain('requirements.own_family');
  await rows('delete from guardian_link where affiliate_id = $1 and guardian_id = $2', linked);
  // The instructor was the guardian until the student came of age.
  await rows('insert into former_guardian (affiliate_id, guardian_id) values ($1, $2)', linked);
  expect((await certify()).body.errors.map(({ path }) => path)).toContain('requirements.own_family');
  await rows('delete from former_guardian');
});

describe('the level', () => {
  it('fits the age: the junior card for a child, nothing below ten', async () => {
    await records.grant({ id: demoAffiliateIds.minor, email: 'minor@demo.test' }, course, 100_001);
    const levelOf = async () =>
      (
        await call<Readiness>(
          'instructor',
          'GET',
          `ecards/readiness?packageId=open-water&affiliateId=${demoAffiliateIds.minor}`,
        )
      ).body.levelID;
    expect(await levelOf()).toBe(11);
    const [former] = await rows<{ birthdate: string }>('select birthdate::text from person where affiliate_id = $1', [
      demoAffiliateIds.minor,
    ]);
    await rows('update person set birthdate = $2 where affiliate_id = $1', [demoAffiliateIds.minor, isoDay(-9 * 365)]);
    expect(await levelOf()).toBeNull();
    await rows('update person set birthdate = $2 where affiliate_id = $1', [demoAffiliateIds.minor, former?.birthdate]);
  });

  it('requires its prerequisite', async () => {
    await records.grant(jonas, 'deep', 100_001);
    const kinds = async () =>
      (await call<Readiness>('student', 'GET', 'ecards/readiness?packageId=deep')).body.missing.map(({ kind }) => kind);
    expect(await kinds()).toContain('prerequisite');
    await give('student', 10);
    expect(await kinds()).not.toContain('prerequisite');
  });

  it("accepts another agency's card for the equivalent level stated by staff", async () => {
    await records.grant(jonas, 'deep', 100_001);
    const hasPrerequisite = async () =>
      (await call<Readiness>('student', 'GET', 'ecards/readiness?packageId=deep')).body.missing.every(
        ({ kind }) => kind !== 'prerequisite',
      );
    await rows(
      `insert into outside_certification (affiliate_id, agency, level, file_key, uploaded_at, status, decided_at)
       values ($1, 'Northern Circle', 'Night', 'x', now(), 'approved', now())`,
      [demoAffiliateIds.student],
    );
    expect(await hasPrerequisite()).toBe(false);
    const count = (levelID: number) =>
      rows('update outside_certification set equivalent_level_id = $2 where affiliate_id = $1', [
        demoAffiliateIds.student,
        levelID,
      ]);
    // A night diving or junior card is no prerequisite for deep diving.
    for (const [levelID, isEnough] of [
      [54, false],
      [11, false],
      [10, true],
      [40, true],
    ] as const) {
      await count(levelID);
      expect(await hasPrerequisite()).toBe(isEnough);
    }
    await rows('delete from outside_certification where affiliate_id = $1', [demoAffiliateIds.student]);
  });
});

it('rejects undoing a dive once a card was issued on it', async () => {
  await dive([1, 2, 3, 4]);
  await rows('update dive_log set verified_at = now() where affiliate_id = $1', [demoAffiliateIds.student]);
  const [log] = await rows<{ id: string; version: number }>('select id::text as id, version from dive_log limit 1');
  await certify({ overrideReason: randomUUID() }, 'staff');
  const answer = await portal.graphql(
    'instructor@demo.test',
    'mutation ($logs: [LogVersionInput!]!) { undoDecisions(logs: $logs) { id } }',
    { logs: [{ id: log?.id, version: log?.version }] },
  );
  expect(answer.json().errors[0].extensions.code).toBe('logbook.too_late');
});
