import { describe, expect, it } from 'vitest';
import {
  diver,
  student,
  minor,
  guardian,
  candidate,
  store,
  staff,
  type Person,
  createAccessCodesFixture,
} from '#test/support/api/access-codes-testing.ts';
import type { CourseCard } from '#features/learning/shared/course-contract.ts';
import { specialtyOfChoice } from '#features/learning/shared/rules.ts';
import { changeChannel } from '#features/learning/server/events.ts';

const { services, rows, call, redeem, choose, share, unredeemed, claim, grant, enrollmentOf, codeRow, lastToken } =
  await createAccessCodesFixture();

describe('POST codes/{code}/redeem', () => {
  it('opens the course, returns its path and removes the code from the list', async () => {
    const code = await grant({ storeNumber: 20_001, memberNumber: 100_001 });
    expect((await unredeemed(candidate)).map(({ couponCode }) => couponCode)).toEqual([code]);
    const { status, body } = await redeem(candidate, code);
    expect([status, body]).toEqual([
      200,
      { redirect: '/training/course/deep', isSpecialityProduct: false, packageId: 'deep' },
    ]);
    expect(await enrollmentOf(candidate)).toMatchObject({
      source: 'code',
      store_number: 20_001,
      member_number: 100_001,
      lessons_total: 9,
      enrolled_at: null,
    });
    expect(await unredeemed(candidate)).toEqual([]);
  });

  it('accepts lower case, spaces and missing dashes', async () => {
    const code = await grant();
    expect((await redeem(candidate, ` ${code.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(200);
  });

  it('returns 225 to the redeemer and 226 to others when the code was already redeemed', async () => {
    const code = await grant({ holder: null });
    expect((await redeem(candidate, code)).status).toBe(200);
    expect((await redeem(candidate, code)).code).toBe('225');
    expect((await redeem(guardian, code)).code).toBe('226');
    expect(await enrollmentOf(guardian)).toBeUndefined();
    expect(await codeRow(code)).toMatchObject({ redeemed_by: candidate.id });
  });

  it('returns 224 for an unknown code', async () => {
    for (const typed of ['ABCD-EFGH-JKLM', 'nonsense', 'A'.repeat(24)])
      expect(await redeem(candidate, typed)).toMatchObject({ status: 404, code: '224' });
  });

  it('redeems a code that someone else holds', async () => {
    const code = await grant({ holder: store.id });
    expect((await redeem(candidate, code)).status).toBe(200);
  });

  it('returns 226 for an expired code, which is not listed', async () => {
    const code = await grant({ expiresAt: new Date(Date.now() - 1_000) });
    expect((await redeem(candidate, code)).code).toBe('226');
    expect(await unredeemed(candidate)).toEqual([]);
  });

  it('returns learning.code_owned for an owned course and keeps the code valid', async () => {
    const code = await grant({ packageId: 'open-water', holder: student.id });
    expect(await redeem(student, code)).toMatchObject({ status: 409, code: 'learning.code_owned' });
    expect(await codeRow(code)).toMatchObject({ redeemed_at: null });
    expect((await redeem(candidate, code)).status).toBe(200);
  });

  it('returns learning.no_course for a missing course and keeps the code valid', async () => {
    const code = await grant({ packageId: 'gone', certificationName: 'Gone' });
    expect(await redeem(candidate, code)).toMatchObject({ status: 404, code: 'learning.no_course' });
    expect(await codeRow(code)).toMatchObject({ redeemed_at: null });
  });

  it('succeeds once when twenty requests arrive at the same time', async () => {
    const code = await grant({ holder: null });
    const people = [candidate, guardian, minor, diver];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) => redeem(people[place % 4] ?? diver, code)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ code: error }) => error))).toEqual(new Set([undefined, '225', '226']));
    const opened = await rows("select from enrollment where package_id = 'deep'");
    expect(opened).toHaveLength(1);
    await rows("delete from enrollment where package_id = 'deep'");
  });

  it('returns 429 after twenty wrong codes in an hour, even for a valid code', async () => {
    const code = await grant();
    for (let count = 0; count < 20; count++) await redeem(candidate, 'AAAA-BBBB-CCCC');
    expect(await redeem(candidate, 'AAAA-BBBB-CCCC')).toMatchObject({ status: 429, code: 'rate.limited' });
    expect((await redeem(candidate, code)).status).toBe(429);
    expect((await redeem(guardian, code)).status).toBe(200);
    await rows("delete from enrollment where package_id = 'deep'");
  });

  it('does not rate-limit known codes', async () => {
    const code = await grant({ holder: null, expiresAt: new Date(0) });
    for (let count = 0; count < 25; count++) expect((await redeem(candidate, code)).code).toBe('226');
  });
});

describe('notification of the giver', () => {
  it('names the person who redeemed the code', async () => {
    const code = await grant({ holder: store.id });
    await redeem(candidate, code);
    expect(await rows('select affiliate_id, kind, message from notification')).toEqual([
      {
        affiliate_id: store.id,
        kind: 'learning.code_redeemed',
        message: 'Leilani Kahale redeemed your code for “Deep Diver”.',
      },
    ]);
  });

  it('is not sent to divers', async () => {
    await redeem(candidate, await grant({ holder: guardian.id }));
    expect(await rows('select from notification')).toEqual([]);
  });

  it('updates the open pages of the giver and the redeemer', async () => {
    const received: number[] = [];
    const stops = [store, candidate].map(({ id }) => services.pubsub.on(changeChannel(id), () => received.push(id)));
    await redeem(candidate, await grant({ holder: store.id }));
    await expect.poll(() => new Set(received)).toEqual(new Set([store.id, candidate.id]));
    for (const stop of stops) stop();
  });
});

describe('code for a specialty of choice', () => {
  it('asks for a choice first and is redeemed by choosing', async () => {
    const code = await grant({ packageId: specialtyOfChoice });
    expect((await unredeemed(candidate))[0]?.certificationName).toBe('Specialty of your choice');
    await rows("update access_code set certification_name = 'an older name' where code = $1", [code]);
    expect((await unredeemed(candidate))[0]?.certificationName).toBe('Specialty of your choice');
    const choiceRequired = { redirect: null, isSpecialityProduct: true, packageId: specialtyOfChoice };
    expect((await redeem(candidate, code)).body).toEqual(choiceRequired);
    expect((await redeem(candidate, code)).body).toEqual(choiceRequired);
    expect((await choose(candidate, code, 'peak-buoyancy')).body).toEqual({
      redirect: '/training/course/peak-buoyancy',
      isSpecialityProduct: true,
      packageId: 'peak-buoyancy',
    });
    expect(await enrollmentOf(candidate, 'peak-buoyancy')).toBeDefined();
    expect((await redeem(candidate, code)).code).toBe('225');
    expect((await choose(candidate, code, 'deep')).code).toBe('225');
  });

  it.each([
    ['a course that is not a specialty', 'open-water', 'learning.code_other_package', 422],
    ['an unknown course', 'nowhere', 'learning.no_course', 404],
    ['an invalid package id', 'No Name', 'request.invalid', 400],
  ])('rejects %s', async (_what, packageId, code, status) => {
    const choice = await grant({ packageId: specialtyOfChoice });
    expect(await choose(candidate, choice, packageId)).toMatchObject({ status, code });
    expect(await codeRow(choice)).toMatchObject({ redeemed_at: null });
  });

  it('rejects a choice for a code of another package', async () => {
    const code = await grant();
    expect((await choose(candidate, code, 'peak-buoyancy')).code).toBe('learning.code_other_package');
  });

  it('offers the specialties that the person does not own', async () => {
    const offered = async (person: Person, query = '') =>
      (await call<CourseCard[]>(person, 'GET', `codes/packages/${specialtyOfChoice}${query}`)).body.map(
        ({ packageId }) => packageId,
      );
    expect(await offered(candidate)).toEqual(['deep', 'enriched-air', 'peak-buoyancy']);
    expect(await offered(diver)).toEqual(['deep']);
    expect(await offered(guardian, `?affiliateId=${minor.id}`)).toHaveLength(3);
    expect((await call(candidate, 'GET', `codes/packages/deep?affiliateId=${diver.id}`)).status).toBe(404);
    expect((await call<CourseCard[]>(candidate, 'GET', 'codes/packages/deep')).body).toMatchObject([
      { packageId: 'deep' },
    ]);
    expect((await call(candidate, 'GET', 'codes/packages/nowhere')).code).toBe('learning.no_course');
  });
});

describe('club code', () => {
  const ofClub = { isClub: true, certificationName: 'Bluewater Club: Deep Diver' };

  it('is redeemed as soon as a diver holds it', async () => {
    await grant(ofClub);
    expect(await enrollmentOf(candidate)).toMatchObject({ source: 'code' });
    expect(await unredeemed(candidate)).toEqual([]);
  });

  it('stays unredeemed at a store and is redeemed when claimed', async () => {
    const code = await grant({ ...ofClub, holder: store.id });
    expect(await codeRow(code)).toMatchObject({ redeemed_at: null });
    await share(store, code, candidate.email);
    expect((await claim(candidate, await lastToken())).status).toBe(200);
    expect(await codeRow(code)).toMatchObject({ redeemed_by: candidate.id });
  });

  it('is redeemed by listing the codes if it arrived another way', async () => {
    const code = await grant({ ...ofClub, holder: store.id });
    await rows('update access_code set holder_affiliate_id = $1 where code = $2', [candidate.id, code]);
    expect(await unredeemed(candidate)).toEqual([]);
    expect(await enrollmentOf(candidate)).toBeDefined();
  });

  it('is redeemed even if the course is already owned', async () => {
    const code = await grant({ ...ofClub, packageId: 'open-water', holder: student.id });
    expect(await codeRow(code)).toMatchObject({ redeemed_by: student.id });
  });

  it('with a missing course does not hide other codes', async () => {
    await expect(grant({ ...ofClub, packageId: 'gone' })).rejects.toThrow('gone');
    const code = await grant({ ...ofClub, holder: store.id, packageId: 'gone' });
    await rows('update access_code set holder_affiliate_id = $1 where code = $2', [candidate.id, code]);
    const other = await grant();
    expect((await unredeemed(candidate)).map(({ couponCode }) => couponCode)).toEqual([other, code]);
  });
});

describe('POST codes/{code}/affiliate', () => {
  const affiliate = (person: Person, code: string, storeNumber: number) =>
    call<{ name: string }>(person, 'POST', `codes/${code}/affiliate`, { storeNumber });

  it('sets the store once and copies it to the enrollment', async () => {
    const code = await grant();
    expect((await affiliate(candidate, code, 20_001)).body).toEqual({ storeNumber: 20_001, name: 'Kelder Bay Diving' });
    expect((await affiliate(candidate, code, 20_001)).code).toBe('learning.code_has_store');
    await redeem(candidate, code);
    expect(await enrollmentOf(candidate)).toMatchObject({ store_number: 20_001 });
    const { body } = await call(candidate, 'GET', 'affiliations/affiliated/deep');
    expect(body).toEqual({
      isAffiliated: true,
      storeNumber: 20_001,
      storeName: 'Kelder Bay Diving',
      memberNumber: null,
      memberName: null,
    });
  });

  it('sets the store after the code was redeemed', async () => {
    const code = await grant();
    await redeem(candidate, code);
    await affiliate(candidate, code, 20_001);
    expect(await enrollmentOf(candidate)).toMatchObject({ store_number: 20_001 });
  });

  it('rejects other people and unknown store numbers', async () => {
    const code = await grant({ holder: null });
    expect((await affiliate(candidate, code, 20_001)).code).toBe('learning.code_not_yours');
    expect((await affiliate(candidate, 'ABCD-EFGH-JKLM', 20_001)).code).toBe('learning.code_not_yours');
    expect(await affiliate(candidate, await grant(), 99)).toMatchObject({
      status: 422,
      code: 'learning.unknown_store',
      path: 'storeNumber',
    });
    expect((await affiliate(candidate, code, 0)).status).toBe(400);
  });
});

describe('GET affiliations/affiliated/{packageId}', () => {
  const affiliated = (person: Person, query = '') =>
    call<{ isAffiliated: boolean; memberName: string }>(person, 'GET', `affiliations/affiliated/open-water${query}`);

  it('answers the learner, a guardian and staff, and audits reads by others', async () => {
    expect((await affiliated(minor)).body).toMatchObject({ isAffiliated: true, memberName: 'Tomás Reyes' });
    expect((await affiliated(guardian, `?affiliateId=${minor.id}`)).body.memberName).toBe('Tomás Reyes');
    expect((await affiliated(staff, `?affiliateId=${minor.id}`)).status).toBe(200);
    expect((await affiliated(candidate)).body.isAffiliated).toBe(false);
    expect((await affiliated(candidate, `?affiliateId=${minor.id}`)).status).toBe(404);
    const read = await rows("select from audit_entry where action = 'learning.affiliation.read'");
    expect(read).toHaveLength(2);
  });
});
