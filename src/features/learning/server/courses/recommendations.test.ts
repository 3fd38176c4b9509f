import { describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { Offer } from '#features/learning/shared/codes-contract.ts';
import type { CourseCard } from '#features/learning/shared/course-contract.ts';
import { library } from '#features/learning/server/content/library.ts';

// Courses are loaded before the tests, as at server start, because loading blocks the event loop.
library.list();
const portal = await testPortal();

const subOf = (number: number) => `d1be0000-0000-5000-8000-00000000000${number}`;
const offersOf = async (email: string, sub: string) =>
  (await portal.request(email, 'GET', `/api/catalogue/offer/recommendation?sub=${sub}`)).json<Offer[]>();

describe('GET offer/recommendation', () => {
  it('recommends no course whose prerequisite is missing, such as during the first course', async () => {
    expect(await offersOf('student@demo.test', subOf(2))).toEqual([]);
  });

  it('recommends an entry course to a beginner', async () => {
    await portal.services.database.pool.query('delete from enrollment where affiliate_id = 400002');
    const offers = await offersOf('student@demo.test', subOf(2));
    expect(offers).toEqual([
      { packageId: 'open-water', title: 'Open Water Diver', summary: expect.any(String), reason: 'first' },
    ]);
  });

  it('recommends the next course that the person does not own', async () => {
    const offers = await offersOf('diver@demo.test', subOf(1));
    expect(offers.map(({ packageId, reason }) => [packageId, reason])).toEqual([['deep', 'next']]);
  });

  it("returns 404 for another person's sub", async () => {
    const answer = await portal.request(
      'diver@demo.test',
      'GET',
      `/api/catalogue/offer/recommendation?sub=${subOf(2)}`,
    );
    expect(answer.statusCode).toBe(404);
  });
});

describe('POST journey/routing/othercourses', () => {
  const ask = (body?: object) =>
    portal.request('diver@demo.test', 'POST', '/api/certifications/journey/routing/othercourses', body);

  it.each([[undefined], [{}], [{ culture: 'en-US' }]])(
    'lists sellable courses that the person does not own, for body %j',
    async (body) => {
      const answer = await ask(body);
      expect(answer.json<CourseCard[]>().map(({ packageId, isEntitled }) => [packageId, isEntitled])).toEqual([
        ['deep', false],
      ]);
    },
  );

  it('leaves out the course of a certification that was earned elsewhere', async () => {
    const path = '/api/certifications/journey/routing/othercourses';
    const answer = await portal.request('candidate@demo.test', 'POST', path, {});
    expect(answer.json<CourseCard[]>().map(({ packageId }) => packageId)).toEqual([
      'deep',
      'enriched-air',
      'peak-buoyancy',
    ]);
  });

  it('rejects unknown fields', async () => {
    expect((await ask({ colour: 'blue' })).json()).toMatchObject({ errors: [{ code: 'request.invalid' }] });
  });
});

describe('GET courses/expanded', () => {
  type Expanded = CourseCard & { sections: string[] };
  const expanded = async (query = '') =>
    (await portal.request('diver@demo.test', 'GET', `/api/catalogue/courses/expanded${query}`)).json<Expanded[]>();

  it('lists every course with its section titles', async () => {
    const courses = await expanded();
    const offered = library.list().filter(({ tags }) => !tags.includes('idc'));
    expect(courses.map(({ packageId }) => packageId)).toEqual(offered.map(({ packageId }) => packageId));
    const openWater = courses.find(({ packageId }) => packageId === 'open-water');
    expect(openWater).toMatchObject({ isEntitled: true, lessons: 60, culture: 'en-US' });
    expect(openWater?.sections).toHaveLength(5);
  });

  it('uses the requested language where it exists', async () => {
    const spanish = await expanded('?culture=es-ES');
    expect(spanish.find(({ packageId }) => packageId === 'demo-hand-signals')?.culture).toBe('es-ES');
    expect(spanish.find(({ packageId }) => packageId === 'deep')?.culture).toBe(
      library.find('deep')?.texts.has('es-ES') ? 'es-ES' : 'en-US',
    );
    expect(await expanded('?culture=xx-XX')).toMatchObject({ errors: [{ code: 'request.invalid', path: 'culture' }] });
  });
});
