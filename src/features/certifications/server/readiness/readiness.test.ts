import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
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

describe('the case of the issue', () => {
  it('with no forms, no medical and no flexible skills is refused, each named', async () => {
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

  it('signed after a day in the water are missing on that day', async () => {
    await signForms({}, '2026-06-10');
    const { missing } = (await read('instructor')).body;
    expect(missing.filter(({ day: on }) => on !== null).map(({ kind, day: on }) => [kind, on])).toEqual([
      ['forms_missing', '2026-06-01'],
      ['medical_missing', '2026-06-01'],
    ]);
  });

  it('out of date on a day in the water are missing on it', async () => {
    await signForms({}, '2025-05-20');
    expect(await kindsOf()).toContain('medical_expired');
  });

  it('valid on all days are not missing', async () => {
    await signForms();
    expect((await read('instructor')).body.missing.filter(({ day: on }) => on !== null)).toEqual([]);
  });
});

describe('the photo', () => {
  it('that is pending is confirmed by the instructor, and audited; without it nothing is issued', async () => {
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
    // Once more, and by two at the same time: one card.
    expect((await certify()).body.errors[0]?.code).toBe('certifications.has_level');
    expect(await cards()).toHaveLength(1);
  });

  it.each(['diver', 'store', 'candidate'] as const)(
    'is not shown to a %s who doesn’t teach the student',
    async (as) => {
      await photograph('student', 'pending');
      const url = `ecards/readiness/photo?packageId=open-water&affiliateId=${demoAffiliateIds.student}`;
      expect((await call(as, 'GET', url)).status).toBe(404);
      expect((await read(as)).status).toBe(404);
    },
  );
});

describe('training with another instructor', () => {
  const entry = {
    packageId: 'open-water',
    part: 'dive_4',
    trainedOn: '2026-06-02',
    place: 'Malta',
    instructorNumber: '77',
  };
  const enter = (as: DemoPersonName, given: object = {}) =>
    call<Readiness>(as, 'PUT', 'ecards/outside-training', { ...entry, ...given });

  it('counts once it is entered with day, place and number and the certifying instructor confirms it', async () => {
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
    ['a day in the future', { trainedOn: isoDay(2) }, 'certifications.bad_date trainedOn'],
    ['a day too long ago', { trainedOn: isoDay(-400) }, 'certifications.training_too_old trainedOn'],
    ['a number without digits', { instructorNumber: 'x' }, 'request.invalid instructorNumber'],
    [
      'the number of the own instructor',
      { instructorNumber: '#0100001' },
      'certifications.own_number instructorNumber',
    ],
    ['a dive that the course hasn’t', { part: 'dive_9' }, 'certifications.unknown_part part'],
  ])('with %s is not taken', async (_what, given, error) => {
    const { body } = await enter('student', given);
    expect(`${body.errors[0]?.code} ${body.errors[0]?.path}`).toBe(error);
    expect(await rows('select from outside_training')).toEqual([]);
  });

  it('alone makes no card: one water session must have been here, with forms and medical', async () => {
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

  it('needs forms and medical that were valid on its day', async () => {
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

  it('that names the certifying instructor does not count', async () => {
    await enter('student', { part: 'exam' });
    await rows("update outside_training set instructor_number = 'No. 100001'");
    expect(await kindsOf()).toContain('exam');
    expect(await kindsOf()).not.toContain('outside');
  });

  it('is not for a stranger to enter or remove', async () => {
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
  it('need a reason where something is missing; it is audited with what was', async () => {
    expect((await certify({}, 'staff')).status).toBe(409);
    const { status, body } = await certify({ overrideReason: 'Paper record from 2019 checked.' }, 'staff');
    expect(status).toBe(200);
    expect(await audited('certification.granted')).toMatchObject({
      licenseID: body.licenseID,
      override: { reason: 'Paper record from 2019 checked.', missing: expect.arrayContaining(['lessons', 'photo']) },
    });
  });

  it('certify neither themselves nor their family, whatever the reason', async () => {
    const reason = { overrideReason: 'Paper record from 2019 checked.' };
    const refused = async (affiliateId: number, levelID: number) =>
      (await certify({ affiliateId, levelID, ...reason }, 'staff')).body.errors.map(({ path }) => path);
    expect(await refused(demoAffiliateIds.staff, 70)).toContain('requirements.own_family');
    const linked = [demoAffiliateIds.minor, demoAffiliateIds.staff];
    await rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', linked);
    expect(await refused(demoAffiliateIds.minor, 11)).toContain('requirements.own_family');
    await rows('delete from guardian_link where affiliate_id = $1 and guardian_id = $2', linked);
    expect(await rows('select from certification')).toEqual([]);
  });

  it('give a reason for a level without a course here, and need the birthdate', async () => {
    const rescue = { affiliateId: demoAffiliateIds.diver, levelID: 40 };
    const pathsOf = async (given: object) =>
      (await certify({ ...rescue, ...given }, 'staff')).body.errors.map(({ path }) => path);
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

  it('are logged when they read what is missing and the photo', async () => {
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

  it('alone can override', async () => {
    expect((await certify({ overrideReason: 'I know them.' })).status).toBe(403);
  });
});

it('an instructor’s own child is not theirs to certify', async () => {
  const linked = [demoAffiliateIds.student, demoAffiliateIds.instructor];
  await rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', linked);
  expect(await kindsOf()).toContain('own_family');
  expect(await kindsOf('student')).not.toContain('own_family');
  expect((await certify()).body.errors.map(({ path }) => path)).toContain('requirements.own_family');
  await rows('delete from guardian_link where affiliate_id = $1 and guardian_id = $2', linked);
  // A guardian until the student came of age.
  await rows('insert into former_guardian (affiliate_id, guardian_id) values ($1, $2)', linked);
  expect((await certify()).body.errors.map(({ path }) => path)).toContain('requirements.own_family');
  await rows('delete from former_guardian');
});

describe('a level', () => {
  it('is the one that fits: the junior card for a child, nothing below ten', async () => {
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

  it('that builds on another needs it', async () => {
    await records.grant(jonas, 'deep', 100_001);
    const kinds = async () =>
      (await call<Readiness>('student', 'GET', 'ecards/readiness?packageId=deep')).body.missing.map(({ kind }) => kind);
    expect(await kinds()).toContain('prerequisite');
    await give('student', 10);
    expect(await kinds()).not.toContain('prerequisite');
  });

  it('that builds on another takes a card of another agency for the level that staff have stated', async () => {
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
    // Night diving alone leads nowhere deep, nor does a junior card.
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

it('a dive can’t be taken back once a card was issued on it', async () => {
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
