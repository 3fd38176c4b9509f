import { beforeEach, describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { createLearningFixture, createCorrectSteps } from '#test/support/api/learning-testing.ts';
import { diver, instructor, student } from '#test/support/api/logbook-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { Offer } from '#features/learning/shared/codes-contract.ts';
import type { CourseCard, CourseDetails, CourseView, Entitlement } from '#features/learning/shared/course-contract.ts';
import { library } from '#features/learning/server/content/library.ts';

library.list();
const portal = await testPortal();
const { base, rows, call, clear, grant, save, take, lessonsOf, learnAll } = createLearningFixture(portal);
const idc = 'instructor-development';
const subOf = (id: number) => `d1be0000-0000-5000-8000-00000000000${id - 400_000}`;

/** The demo diver, turned into a divemaster by these tests. */
const divemaster = diver;
const setType = (id: number, type: number) =>
  rows('update person set affiliate_type_id = $2 where affiliate_id = $1', [id, type]);

beforeEach(async () => {
  await clear();
  await setType(divemaster.id, affiliateType.divemaster);
});

type Person = typeof diver;
const packagesOf = async (person: Person, path: string) =>
  (await call<{ packageId: string }[]>(person, 'GET', path)).body.map(({ packageId }) => packageId);
const offersTo = async (person: Person) =>
  (await call<Offer[]>(person, 'GET', `/api/catalogue/offer/recommendation?sub=${subOf(person.id)}`)).body;

describe('instructor-development course', () => {
  it('has lessons with questions, a review for each section, and an exam', async () => {
    const { body } = await call<CourseView>(divemaster, 'GET', `${base}/courses/${idc}`);
    expect(body.sections.length).toBeGreaterThanOrEqual(5);
    expect(body.lessonsTotal).toBeGreaterThanOrEqual(15);
    expect(body.sections.every(({ review }) => (review?.questions ?? 0) >= 3)).toBe(true);
    expect(body.exam).toMatchObject({ questions: 25, passPercent: 80 });
    const details = await call<CourseDetails>(divemaster, 'GET', `${base}/courses/${idc}/details`);
    expect(details.body.questions).toBeGreaterThan(60);
  });

  it.each([
    ['the list of courses', `${base}/courses`],
    ['the list by its tag', `${base}/courses?tag=idc`],
    ['the catalogue', '/api/catalogue/courses/expanded'],
  ])('is in %s for divemasters only', async (_name, path) => {
    expect(await packagesOf(divemaster, path)).toContain(idc);
    for (const other of [student, instructor]) expect(await packagesOf(other, path)).not.toContain(idc);
  });

  it('is the first recommendation for a divemaster until they own it', async () => {
    expect((await offersTo(divemaster))[0]).toMatchObject({ packageId: idc, reason: 'next' });
    for (const other of [student, instructor])
      expect((await offersTo(other)).map(({ packageId }) => packageId)).not.toContain(idc);
    await grant(divemaster, idc);
    expect((await offersTo(divemaster)).map(({ packageId }) => packageId)).not.toContain(idc);
  });

  it('is listed among other courses for divemasters only', async () => {
    const others = async (person: Person) =>
      (await call<CourseCard[]>(person, 'POST', '/api/certifications/journey/routing/othercourses')).body.map(
        ({ packageId }) => packageId,
      );
    expect(await others(divemaster)).toContain(idc);
    expect(await others(student)).not.toContain(idc);
  });

  it('is the only course that matches filter=idc', async () => {
    const one = (packageId: string) =>
      call<CourseCard>(divemaster, 'GET', `/api/learning/courses/${packageId}?filter=idc`);
    expect((await one(idc)).body).toMatchObject({ packageId: idc, tags: ['idc'], isEntitled: false });
    const others = library.list().filter(({ tags }) => !tags.includes('idc'));
    for (const { packageId } of others) expect((await one(packageId)).errors).toEqual(['learning.no_course']);
  });

  it('is the only entitlement that matches filter=idc', async () => {
    await grant(divemaster, idc);
    await grant(divemaster, 'peak-buoyancy');
    const entitled = (query: string) => packagesOf(divemaster, `${base}/entitlements/${divemaster.id}${query}`);
    expect((await entitled('')).toSorted()).toEqual([idc, 'peak-buoyancy']);
    expect(await entitled('?filter=idc')).toEqual([idc]);
    expect((await call(student, 'GET', `${base}/entitlements/${divemaster.id}?filter=idc`)).status).toBe(404);
    expect((await call(divemaster, 'GET', `${base}/entitlements/${divemaster.id}?filter=other`)).status).toBe(400);
  });

  it('stays listed for an owner who has become an instructor', async () => {
    await grant(divemaster, idc);
    await setType(divemaster.id, affiliateType.instructor);
    expect(await packagesOf(divemaster, `${base}/courses`)).toContain(idc);
  });

  it('can be completed', async () => {
    await grant(divemaster, idc);
    await learnAll(divemaster, idc);
    await take(divemaster, idc, { kind: 'exam' });
    const { body } = await call<Entitlement[]>(divemaster, 'GET', `${base}/entitlements/${divemaster.id}?filter=idc`);
    expect(body).toMatchObject([
      { packageId: idc, lessonsDone: lessonsOf(idc).length, completedDate: expect.any(String) },
    ]);
  });
});

describe('refresh', () => {
  const course = 'peak-buoyancy';
  const view = (query = '') => call<CourseView>(student, 'GET', `${base}/courses/${course}${query}`);
  const stored = () =>
    rows(
      'select lessons_done as done, lessons_total as total, seconds_spent as seconds from enrollment where package_id = $1',
      [course],
    );
  const [first = ''] = lessonsOf(course);

  it('recomputes the stored totals from the records', async () => {
    await grant(student, course);
    await save(student, course, createCorrectSteps(course, first));
    // Simulates a course whose lessons have changed.
    await rows('update enrollment set lessons_done = 9, lessons_total = 40 where package_id = $1', [course]);
    await view();
    expect(await stored()).toMatchObject([{ done: 9, total: 40 }]);
    for (const query of ['?refresh=false', '?refresh=0']) await view(query);
    expect(await stored()).toMatchObject([{ done: 9, total: 40 }]);
    const { body } = await view('?refresh=true');
    expect(await stored()).toMatchObject([{ done: 1, total: lessonsOf(course).length }]);
    expect(body).toMatchObject({ lessonsDone: 1, lessonsTotal: lessonsOf(course).length });
    const [entitlement] = (await call<Entitlement[]>(student, 'GET', `${base}/entitlements/${student.id}`)).body;
    expect(entitlement).toMatchObject({ packageId: course, lessonsDone: 1 });
  });

  it('stores a missing completion date once', async () => {
    // A course without quizzes is complete once its lessons are done.
    const lessonsOnly = 'deep';
    await grant(student, lessonsOnly);
    await learnAll(student, lessonsOnly);
    await rows('update enrollment set knowledge_done_at = null where package_id = $1', [lessonsOnly]);
    const refresh = () => call(student, 'GET', `${base}/courses/${lessonsOnly}?refresh=1`);
    const readDate = async () =>
      (await rows<{ at: Date | null }>('select knowledge_done_at as at from enrollment'))[0]?.at ?? null;
    await refresh();
    const reached = await readDate();
    expect(reached).not.toBeNull();
    await refresh();
    expect(await readDate()).toEqual(reached);
  });

  it('stores nothing without an entitlement and rejects other values', async () => {
    expect((await view('?refresh=true')).body).toMatchObject({ isEntitled: false, lessonsDone: 0 });
    expect(await stored()).toEqual([]);
    expect((await view('?refresh=maybe')).status).toBe(400);
  });
});

describe('platform', () => {
  const view = (query: string, packageId = 'enriched-air') =>
    call<CourseView>(student, 'GET', `${base}/courses/${packageId}${query}`);
  const { BASE_URL: origin } = portal.env;

  it.each(['', '?platform=web', '?platform=WEB'])('web returns portal paths and no media (%j)', async (query) => {
    const { body } = await view(query);
    const [lesson] = lessonsOf('enriched-air');
    expect(body.links).toEqual({
      platform: 'web',
      course: '/training/course/enriched-air',
      next: `/training/content/enriched-air?lesson=${lesson}`,
      media: [],
    });
  });

  it.each(['ios', 'android'])('%s returns absolute URLs and downloadable media', async (platform) => {
    const { body } = await view(`?platform=${platform}`, 'demo-hand-signals');
    expect(body.links).toMatchObject({ platform, course: `${origin}/training/course/demo-hand-signals` });
    expect(body.links.next.startsWith(`${origin}/training/content/demo-hand-signals?`)).toBe(true);
    for (const packageId of ['demo-hand-signals', 'enriched-air', 'open-water']) {
      const { links } = (await view(`?platform=${platform}&culture=en-US`, packageId)).body;
      for (const { url, culture } of links.media) {
        expect(culture).toBe('en-US');
        expect(url.startsWith(`${origin}/course-media/${packageId}/media/`)).toBe(true);
        expect((await portal.app.inject({ url: new URL(url).pathname })).statusCode).toBe(200);
      }
    }
    const { links } = (await view(`?platform=${platform}`, 'open-water')).body;
    expect(links.media.map(({ type }) => type)).toContain('video');
  });

  it('rejects an unknown platform', async () => {
    expect((await view('?platform=fridge')).status).toBe(400);
  });
});
