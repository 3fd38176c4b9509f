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

describe('a code', () => {
  it('opens its course, says where to go, and leaves the list', async () => {
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

  it('is read as people type it', async () => {
    const code = await grant();
    expect((await redeem(candidate, ` ${code.toLowerCase().replaceAll('-', ' ')} `)).status).toBe(200);
  });

  it('is redeemed once: its redeemer is told 225, others 226, and nothing is stored', async () => {
    const code = await grant({ holder: null });
    expect((await redeem(candidate, code)).status).toBe(200);
    expect((await redeem(candidate, code)).code).toBe('225');
    expect((await redeem(guardian, code)).code).toBe('226');
    expect(await enrollmentOf(guardian)).toBeUndefined();
    expect(await codeRow(code)).toMatchObject({ redeemed_by: candidate.id });
  });

  it('that nobody knows is 224', async () => {
    for (const typed of ['ABCD-EFGH-JKLM', 'nonsense', 'A'.repeat(24)])
      expect(await redeem(candidate, typed)).toMatchObject({ status: 404, code: '224' });
  });

  it('that somebody else holds is redeemed by whoever has it in hand', async () => {
    const code = await grant({ holder: store.id });
    expect((await redeem(candidate, code)).status).toBe(200);
  });

  it('that has expired is 226 and no longer in the list', async () => {
    const code = await grant({ expiresAt: new Date(Date.now() - 1_000) });
    expect((await redeem(candidate, code)).code).toBe('226');
    expect(await unredeemed(candidate)).toEqual([]);
  });

  it('stays good for somebody else when its course is already theirs', async () => {
    const code = await grant({ packageId: 'open-water', holder: student.id });
    expect(await redeem(student, code)).toMatchObject({ status: 409, code: 'learning.code_owned' });
    expect(await codeRow(code)).toMatchObject({ redeemed_at: null });
    expect((await redeem(candidate, code)).status).toBe(200);
  });

  it('of a course that is not there opens nothing and stays good', async () => {
    const code = await grant({ packageId: 'gone', certificationName: 'Gone' });
    expect(await redeem(candidate, code)).toMatchObject({ status: 404, code: 'learning.no_course' });
    expect(await codeRow(code)).toMatchObject({ redeemed_at: null });
  });

  it('is given to one of twenty who try at once', async () => {
    const code = await grant({ holder: null });
    const people = [candidate, guardian, minor, diver];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) => redeem(people[place % 4] ?? diver, code)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ code: told }) => told))).toEqual(new Set([undefined, '225', '226']));
    const opened = await rows("select from enrollment where package_id = 'deep'");
    expect(opened).toHaveLength(1);
    await rows("delete from enrollment where package_id = 'deep'");
  });

  it('cannot be guessed: after twenty wrong ones in an hour even a right one waits', async () => {
    const code = await grant();
    for (let count = 0; count < 20; count++) await redeem(candidate, 'AAAA-BBBB-CCCC');
    expect(await redeem(candidate, 'AAAA-BBBB-CCCC')).toMatchObject({ status: 429, code: 'rate.limited' });
    expect((await redeem(candidate, code)).status).toBe(429);
    expect((await redeem(guardian, code)).status).toBe(200);
    await rows("delete from enrollment where package_id = 'deep'");
  });

  it('that is known is no guess, however often it is tried', async () => {
    const code = await grant({ holder: null, expiresAt: new Date(0) });
    for (let count = 0; count < 25; count++) expect((await redeem(candidate, code)).code).toBe('226');
  });
});

describe('who gave a code away', () => {
  it('is told that it was redeemed, and by whom', async () => {
    const code = await grant({ holder: store.id });
    await redeem(candidate, code);
    expect(await rows('select affiliate_id, kind, message from notification')).toEqual([
      {
        affiliate_id: store.id,
        kind: 'learning.code_redeemed',
        message: 'Leilani Kahale has redeemed a code of yours for “Deep Diver”.',
      },
    ]);
  });

  it('is not told when it was a diver', async () => {
    await redeem(candidate, await grant({ holder: guardian.id }));
    expect(await rows('select from notification')).toEqual([]);
  });

  it('sees it live on open pages, as the redeemer does', async () => {
    const heard: number[] = [];
    const stops = [store, candidate].map(({ id }) => services.pubsub.on(changeChannel(id), () => heard.push(id)));
    await redeem(candidate, await grant({ holder: store.id }));
    await expect.poll(() => new Set(heard)).toEqual(new Set([store.id, candidate.id]));
    for (const stop of stops) stop();
  });
});

describe('a code for a specialty of choice', () => {
  it('asks for the choice, is not redeemed by the question, and is by the answer', async () => {
    const code = await grant({ packageId: specialtyOfChoice });
    expect((await unredeemed(candidate))[0]?.certificationName).toBe('A specialty of your choice');
    const asked = { redirect: null, isSpecialityProduct: true, packageId: specialtyOfChoice };
    expect((await redeem(candidate, code)).body).toEqual(asked);
    expect((await redeem(candidate, code)).body).toEqual(asked);
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
    ['a course that is no specialty', 'open-water', 'learning.code_other_package', 422],
    ['a course that is not there', 'nowhere', 'learning.no_course', 404],
    ['a name that is none', 'No Name', 'request.invalid', 400],
  ])('does not open %s', async (_what, packageId, code, status) => {
    const choice = await grant({ packageId: specialtyOfChoice });
    expect(await choose(candidate, choice, packageId)).toMatchObject({ status, code });
    expect(await codeRow(choice)).toMatchObject({ redeemed_at: null });
  });

  it('does not make another code one of choice', async () => {
    const code = await grant();
    expect((await choose(candidate, code, 'peak-buoyancy')).code).toBe('learning.code_other_package');
  });

  it('offers the specialties that the person has not', async () => {
    const offered = async (person: Person, query = '') =>
      (await call<CourseCard[]>(person, 'GET', `codes/packages/${specialtyOfChoice}${query}`)).body.map(
        ({ packageId }) => packageId,
      );
    expect(await offered(candidate)).toEqual(['deep', 'enriched-air', 'peak-buoyancy']);
    expect(await offered(diver)).toEqual(['deep', 'peak-buoyancy']);
    expect(await offered(guardian, `?affiliateId=${minor.id}`)).toHaveLength(3);
    expect((await call(candidate, 'GET', `codes/packages/deep?affiliateId=${diver.id}`)).status).toBe(404);
    expect((await call<CourseCard[]>(candidate, 'GET', 'codes/packages/deep')).body).toMatchObject([
      { packageId: 'deep' },
    ]);
    expect((await call(candidate, 'GET', 'codes/packages/nowhere')).code).toBe('learning.no_course');
  });
});

describe('a code of the club', () => {
  const ofClub = { isClub: true, certificationName: 'Bluewater Club: Deep Diver' };

  it('is redeemed as soon as a diver has it', async () => {
    await grant(ofClub);
    expect(await enrollmentOf(candidate)).toMatchObject({ source: 'code' });
    expect(await unredeemed(candidate)).toEqual([]);
  });

  it('waits with a store, and is redeemed by the claim', async () => {
    const code = await grant({ ...ofClub, holder: store.id });
    expect(await codeRow(code)).toMatchObject({ redeemed_at: null });
    await share(store, code, candidate.email);
    expect((await claim(candidate, await lastToken())).status).toBe(200);
    expect(await codeRow(code)).toMatchObject({ redeemed_by: candidate.id });
  });

  it('that came by another way is redeemed when the list is asked for', async () => {
    const code = await grant({ ...ofClub, holder: store.id });
    await rows('update access_code set holder_affiliate_id = $1 where code = $2', [candidate.id, code]);
    expect(await unredeemed(candidate)).toEqual([]);
    expect(await enrollmentOf(candidate)).toBeDefined();
  });

  it('leaves the list even when the course is theirs already', async () => {
    const code = await grant({ ...ofClub, packageId: 'open-water', holder: student.id });
    expect(await codeRow(code)).toMatchObject({ redeemed_by: student.id });
  });

  it('whose course is not there does not hide the others', async () => {
    await expect(grant({ ...ofClub, packageId: 'gone' })).rejects.toThrow('gone');
    const code = await grant({ ...ofClub, holder: store.id, packageId: 'gone' });
    await rows('update access_code set holder_affiliate_id = $1 where code = $2', [candidate.id, code]);
    const other = await grant();
    expect((await unredeemed(candidate)).map(({ couponCode }) => couponCode)).toEqual([other, code]);
  });
});

describe('the store of a code', () => {
  const affiliate = (person: Person, code: string, storeNumber: number) =>
    call<{ name: string }>(person, 'POST', `codes/${code}/affiliate`, { storeNumber });

  it('is said once by who holds it, and goes into the course', async () => {
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

  it('can be said after it was redeemed', async () => {
    const code = await grant();
    await redeem(candidate, code);
    await affiliate(candidate, code, 20_001);
    expect(await enrollmentOf(candidate)).toMatchObject({ store_number: 20_001 });
  });

  it('is not said by others, nor with a number that is none', async () => {
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

describe('with whom somebody learns', () => {
  const affiliated = (person: Person, query = '') =>
    call<{ isAffiliated: boolean; memberName: string }>(person, 'GET', `affiliations/affiliated/open-water${query}`);

  it('is told to them, to a guardian and to staff, whose reading is written down', async () => {
    expect((await affiliated(minor)).body).toMatchObject({ isAffiliated: true, memberName: 'Tomás Reyes' });
    expect((await affiliated(guardian, `?affiliateId=${minor.id}`)).body.memberName).toBe('Tomás Reyes');
    expect((await affiliated(staff, `?affiliateId=${minor.id}`)).status).toBe(200);
    expect((await affiliated(candidate)).body.isAffiliated).toBe(false);
    expect((await affiliated(candidate, `?affiliateId=${minor.id}`)).status).toBe(404);
    const read = await rows("select from audit_entry where action = 'learning.affiliation.read'");
    expect(read).toHaveLength(2);
  });
});
