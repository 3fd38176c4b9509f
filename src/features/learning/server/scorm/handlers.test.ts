import { beforeEach, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { CourseReport, CourseView } from '#features/learning/shared/course-contract.ts';
import { scormLimits, type ScormLaunch } from '#features/learning/shared/scorm-contract.ts';
import { grantEnrollment } from '#features/learning/server/enrollments/access.ts';
import { library } from '#features/learning/server/content/library.ts';
import {
  createReefPackage,
  toStatusAndError as getError,
  uploadPackage,
  createZip,
} from '#test/support/api/scorm-testing.ts';

// Courses are loaded before the tests, as at server start, because loading blocks the event loop.
library.list();
const portal = await testPortal();
const { db, pool } = portal.services.database;
const [student, diver] = ['student@demo.test', 'diver@demo.test'];
const studentId = 400_002;
const base = '/api/learning';
const upload = (zip: Buffer) => uploadPackage(portal, zip);

const countRows = async (table: string) =>
  (await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]?.count;

const grant = (packageId = 'reef-life') =>
  grantEnrollment(db, { affiliateId: studentId, packageId, source: 'association', lessonsTotal: 2 });
const launch = async (item: string | null = null, as: string | null = student) =>
  portal.request(as, 'POST', `${base}/v2/courses/reef-life/launch`, { item });
const launched = async (item: string | null = null) => (await launch(item)).json<ScormLaunch>();
const save = (changes: object = {}, as = student) =>
  portal.request(as, 'POST', `${base}/v2/courses/reef-life/runtime`, {
    item: 'corals',
    seq: 1,
    cmi: { core: { lesson_location: '2' } },
    isCompleted: false,
    isPassed: null,
    scorePercent: null,
    seconds: 10,
    ...changes,
  });
const view = async () => (await portal.request(student, 'GET', `${base}/v2/courses/reef-life`)).json<CourseView>();

const contentHost = new URL(portal.env.CONTENT_ORIGIN).host;
const fetchContent = (url: string, headers: Record<string, string> = {}) =>
  portal.app.inject({
    url: new URL(url, portal.env.CONTENT_ORIGIN).pathname,
    headers: { host: contentHost, ...headers },
  });

beforeEach(async () => {
  await pool.query("delete from scorm_package; delete from enrollment where package_id = 'reef-life'");
  await pool.query("delete from access_code where package_id = 'reef-life'");
});
describe('SCORM player', () => {
  beforeEach(async () => {
    await upload(await createZip(createReefPackage()));
    await grant();
  });

  it('launches on a separate origin without stored data at first', async () => {
    const answer = await launched();
    expect(answer).toEqual({
      packageId: 'reef-life',
      title: 'Reef life',
      version: '1.2',
      item: 'corals',
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:3999\/scorm\/[\w-]{43}\/$/),
      origin: 'http://127.0.0.1:3999',
      cmi: null,
      seq: 0,
    });
    expect((await view()).enrollmentDate).not.toBeNull();
  });

  it('returns stored data and continues with the next item', async () => {
    await save({ seq: 7, isCompleted: true });
    expect(await launched('corals')).toMatchObject({ cmi: { core: { lesson_location: '2' } }, seq: 7 });
    expect(await launched()).toMatchObject({ item: 'fish', cmi: null });
    await save({ item: 'fish', isPassed: true });
    expect(await launched()).toMatchObject({ item: 'corals' });
  });

  it('rejects people without an entitlement and unknown items', async () => {
    expect(getError(await launch(null, diver))).toEqual([403, 'learning.not_entitled']);
    expect(getError(await save({}, diver))).toEqual([403, 'learning.not_entitled']);
    expect(getError(await launch(null, null))).toEqual([401, 'session.missing']);
    expect(getError(await launch('wrecks'))).toEqual([404, 'scorm.unknown_item']);
    expect(getError(await save({ item: 'wrecks' }))).toEqual([404, 'scorm.unknown_item']);
    const elsewhere = await portal.request(student, 'POST', `${base}/v2/courses/no-reef/launch`, { item: null });
    expect(getError(elsewhere)).toEqual([404, 'learning.no_course']);
    expect(await countRows('scorm_progress')).toBe(0);
  });

  it.each([
    ['a score above 100', { scorePercent: 101 }],
    ['more than a day of time', { seconds: 86_401 }],
    ['an invalid seq', { seq: 0 }],
    ['an invalid data model', { cmi: 'all' }],
    ['a character that cannot be stored', { cmi: { suspend_data: 'a\0b' } }],
  ])('rejects a save with %s', async (_what, changes) => {
    expect(getError(await save(changes))).toEqual([400, 'request.invalid']);
    expect(await countRows('scorm_progress')).toBe(0);
  });

  it('returns 400 for thousands of levels, and stores nothing', async () => {
    const readRow = async () =>
      portal.services.database.db.selectFrom('scorm_progress').selectAll().orderBy('item').execute();
    const before = await readRow();
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const cmi = `{"core":${open.repeat(25_000)}1${close.repeat(25_000)}}`;
      const answer = await portal.app.inject({
        method: 'POST',
        url: `${base}/v2/courses/reef-life/runtime`,
        headers: { ...(await portal.headersOf(student)), 'content-type': 'application/json' },
        payload: `{"item":"corals","seq":9,"cmi":${cmi},"isCompleted":false,"isPassed":null,"scorePercent":null,"seconds":1}`,
      });
      expect([answer.statusCode, answer.json().errors[0]]).toEqual([
        400,
        { code: 'request.invalid', message: 'must not have more than 32 levels', path: 'cmi' },
      ]);
    }
    expect(await readRow()).toEqual(before);
  });

  it('returns 413 when the data model is too large', async () => {
    const answer = await save({ cmi: { suspend_data: 'x'.repeat(scormLimits.cmiBytes + 2_000) } });
    expect(getError(answer)).toEqual([413, 'request.too_large']);
  });

  it('never reverts progress and stores the newest of two saves', async () => {
    await save({ seq: 5, isCompleted: true, isPassed: true, scorePercent: 80, seconds: 100 });
    await save({ seq: 3, cmi: { core: { lesson_location: 'old' } }, scorePercent: 90, seconds: 50 });
    await save({ seq: 6, cmi: { core: { lesson_location: 'new' } }, isPassed: false, scorePercent: 10 });
    expect((await launched('corals')).cmi).toEqual({ core: { lesson_location: 'new' } });
    const report = (await portal.request(student, 'GET', `${base}/v2/courses/reef-life/report`)).json<CourseReport>();
    expect(report).toMatchObject({
      secondsSpent: 100,
      lessonsDone: 1,
      lessonsTotal: 2,
      sections: [
        { id: 'corals', lessonsDone: 1, secondsSpent: 100, quiz: { bestPercent: 90, isPassed: true } },
        { id: 'fish', lessonsDone: 0, doneDate: null, quiz: null },
      ],
    });
  });

  it('completes the course with its last item and lists it like other courses', async () => {
    expect(await view()).toMatchObject({ isEntitled: true, lessonsDone: 0, lessonsTotal: 2, next: { id: 'corals' } });
    await save({ isCompleted: true });
    expect(await view()).toMatchObject({
      kind: 'scorm',
      lessonsDone: 1,
      completedDate: null,
      sections: [
        {
          title: 'Reef life',
          lessons: [
            { id: 'corals', isDone: true },
            { id: 'fish', isDone: false },
          ],
        },
      ],
      next: { kind: 'lesson', id: 'fish', number: '2' },
    });
    await save({ item: 'fish', isPassed: true, scorePercent: 75 });
    const done = await view();
    expect(done).toMatchObject({ lessonsDone: 2, completedDate: expect.any(String), next: null });
    await save({ item: 'fish', seq: 9 });
    expect((await view()).completedDate).toBe(done.completedDate);

    const { results } = (await portal.request(student, 'GET', `${base}/v2/courses/reef-life/assessmentresults`)).json<{
      results: unknown[];
    }>();
    expect(results).toEqual([expect.objectContaining({ section: 'fish', scorePercent: 75, isPassed: true })]);
    const record = (await portal.request(student, 'GET', `${base}/v2/courses/reef-life/eRecord`)).json();
    expect(record).toMatchObject({
      knowledge: [
        { title: 'Part corals', lessonsDone: 1 },
        { title: 'Part fish', lessonsDone: 1, quizPercent: 75 },
      ],
    });
    const list = await portal.request(student, 'GET', `${base}/v2/entitlements/${studentId}`);
    expect(list.json<{ packageId: string }[]>().find(({ packageId }) => packageId === 'reef-life')).toMatchObject({
      kind: 'scorm',
      title: 'Reef life',
      lessonsDone: 2,
      lessonsTotal: 2,
    });
    const cards = (await portal.request(diver, 'GET', `${base}/v2/courses`)).json<{ packageId: string }[]>();
    expect(cards).toContainEqual(expect.objectContaining({ packageId: 'reef-life', isEntitled: false, lessons: 2 }));
  });
});

describe('content host', () => {
  let url = '';
  beforeEach(async () => {
    await upload(await createZip(createReefPackage()));
    await grant();
    ({ url } = await launched('fish'));
  });

  it('serves only packages, which the portal host does not serve', async () => {
    for (const path of [
      '/',
      '/api/learning/v2/courses',
      '/training/dashboard',
      '/livez',
      '/sso/',
      '/scorm',
      '/scorm/a/b',
    ])
      expect([path, (await fetchContent(path)).statusCode]).toEqual([path, 404]);
    const path = new URL(url).pathname;
    for (const host of ['localhost:3999', 'localhost', 'content.example'])
      expect((await portal.app.inject({ url: path, headers: { host } })).statusCode).toBe(404);
    expect((await fetchContent(url)).statusCode).toBe(200);
    expect((await fetchContent(url, { host: contentHost.toUpperCase() })).statusCode).toBe(200);
  });

  it('restricts the frame page to the portal and its own scripts', async () => {
    const answer = await fetchContent(url);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain(`frame-ancestors ${portal.env.BASE_URL}`);
    expect(policy).toContain(`script-src ${url}__player/;`);
    expect(answer.headers).not.toHaveProperty('x-frame-options');
    expect(answer.headers).not.toHaveProperty('set-cookie');
    expect(answer.body).toContain(`"href":"${url}content/more/fish.html?mode=all"`);
    for (const [, address = ''] of answer.body.matchAll(/<script src="([^"]+)"/g)) {
      const script = await fetchContent(address);
      expect([script.statusCode, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    }
  });

  it('serves files by extension and blocks other paths', async () => {
    const types = { 'more/fish.html': 'text/html', 'shared/reef.js': 'text/javascript' };
    for (const [path, type] of Object.entries({ ...types, 'shared/strange.reef': 'application/octet-stream' })) {
      const answer = await fetchContent(`${url}content/${path}`);
      expect([answer.body, answer.headers['content-type']]).toEqual([createReefPackage()[path], type]);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['content-security-policy']).toContain(`default-src ${url} data: blob:;`);
      expect(answer.headers).not.toHaveProperty('set-cookie');
    }
    for (const path of [
      'content/',
      'content/more/',
      'content/gone.html',
      'content/..%2fimsmanifest.xml',
      '__player/x.js',
    ])
      expect([path, (await fetchContent(`${url}${path}`)).statusCode]).toEqual([path, 404]);
    const worker = await fetchContent(`${url}content/shared/reef.js`, { 'service-worker': 'script' });
    expect(worker.statusCode).toBe(404);
  });

  it.each([
    ['bytes=0-3', 206, 'docu', 'bytes 0-3/21'],
    ['bytes=18-', 206, '"!"', 'bytes 18-20/21'],
    ['bytes=18-999', 206, '"!"', 'bytes 18-20/21'],
    ['bytes=50-', 416, '', 'bytes */21'],
    ['bytes=3-1', 200, 'document.title += "!"', undefined],
    ['pages=1-2', 200, 'document.title += "!"', undefined],
  ])('handles the range %s', async (range, status, body, part) => {
    const answer = await fetchContent(`${url}content/shared/reef.js`, { range });
    expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([status, body, part]);
  });

  it('rejects unknown and expired links', async () => {
    const stranger = url.replace(/scorm\/(.)/, (_match, first: string) => `scorm/${first === 'a' ? 'b' : 'a'}`);
    expect((await fetchContent(stranger)).statusCode).toBe(404);
    await pool.query(
      `update link_token set expires_at = expires_at - interval '8 hours' where purpose = 'learning.scorm'`,
    );
    for (const path of ['', 'content/more/fish.html', '__player/frame.js'])
      expect((await fetchContent(`${url}${path}`)).statusCode).toBe(404);
  });
});
