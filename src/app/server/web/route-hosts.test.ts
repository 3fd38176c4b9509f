import { subscribe } from 'node:diagnostics_channel';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { library } from '#features/learning/server/content/library.ts';
import { grantEnrollment } from '#features/learning/server/enrollments/access.ts';
import type { ScormLaunch } from '#features/learning/shared/scorm-contract.ts';
import { sendRaw, spellPath } from '#platform/testing/raw-request.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { createReefPackage, createZip, uploadPackage } from '#test/support/api/scorm-testing.ts';

interface Route {
  pattern: string;
  methods: string[];
}

const walkedMethods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

// Courses are loaded before the tests, as at server start, because loading blocks the event loop.
library.list();
const routes: Route[] = [];
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ url, method }) => {
    routes.push({ pattern: url, methods: [method].flat().filter((name) => walkedMethods.has(name)) });
  });
});
const portal = await testPortal();
const hosts = { portal: new URL(portal.env.BASE_URL).host, content: new URL(portal.env.CONTENT_ORIGIN).host };
/** The router answers 400 to an address that it can't decode. */
const refusals = new Set([400, 404]);

let port = 0;
/** The path of a play link that a learner has open. */
let playPath = '';

function fillPattern(pattern: string): string {
  return pattern
    .replace('/scorm/:token/', playPath)
    .replace(':file', 'frame.js')
    .replace('content/*', 'content/corals.html')
    .replaceAll(/:\w+|\*/g, 'x');
}

const isContent = ({ pattern }: Route) => pattern.startsWith('/scorm/');

beforeAll(async () => {
  await uploadPackage(portal, await createZip(createReefPackage()));
  await grantEnrollment(portal.services.database.db, {
    affiliateId: 400_002,
    packageId: 'reef-life',
    source: 'association',
    lessonsTotal: 2,
  });
  const launch = await portal.request('student@demo.test', 'POST', '/api/learning/v2/courses/reef-life/launch', {
    item: null,
  });
  playPath = new URL(launch.json<ScormLaunch>().url).pathname;
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = portal.app.server.address() as AddressInfo);
});

/** Sends every spelling to a host, and returns those that it didn't refuse. */
async function listAnswered(walked: readonly Route[], host: string): Promise<string[]> {
  const answered: string[] = [];
  for (const { pattern, methods } of walked)
    for (const method of methods) {
      const addresses = spellPath(fillPattern(pattern), Object.values(hosts));
      const statuses = await sendRaw(port, addresses, { method, host });
      if (statuses.length !== addresses.length) throw new Error(`not all spellings of ${pattern} were answered`);
      for (const [index, status] of statuses.entries())
        if (!refusals.has(status)) answered.push(`${status} ${method} ${addresses[index]}`);
    }
  return answered;
}

describe('the host of a route', () => {
  it('is the content host for courses, in no spelling the portal', { timeout: 120_000 }, async () => {
    const content = routes.filter(isContent);
    expect(content.map(({ pattern }) => pattern)).toEqual(
      expect.arrayContaining(['/scorm/:token/', '/scorm/:token/__player/:file', '/scorm/:token/content/*']),
    );
    for (const { pattern } of content) {
      const [status] = await sendRaw(port, [fillPattern(pattern)], { host: hosts.content });
      expect([pattern, status]).toEqual([pattern, 200]);
    }
    for (const host of [hosts.portal, 'localhost', 'other.example'])
      expect(await listAnswered(content, host)).toEqual([]);
    expect(await sendRaw(port, [playPath.replaceAll('/', '\\')], { host: hosts.portal })).toEqual([400]);
  });

  it('is the portal for everything else, in no spelling the content host', { timeout: 120_000 }, async () => {
    const others = routes.filter((route) => !isContent(route));
    expect(others.length).toBeGreaterThan(200);
    const pages = ['/', '/training/dashboard', '/api', '/api/nothing', '/sso/interaction/x', '/assets/x.js'];
    const walked = [...others, ...pages.map((pattern) => ({ pattern, methods: ['GET', 'POST'] }))];
    expect(await listAnswered(walked, hosts.content)).toEqual([]);
    expect(await sendRaw(port, ['/livez'], { host: hosts.portal })).toEqual([200]);
  });

  it('is not changed by an absolute address', async () => {
    const absolute = (host: string) => `http://${host}${playPath}`;
    expect(await sendRaw(port, [absolute(hosts.content)], { host: hosts.content })).toEqual([200]);
    expect(await sendRaw(port, [`http://${hosts.portal}/livez`], { host: hosts.portal })).toEqual([200]);
    for (const [named, host] of [
      [hosts.portal, hosts.content],
      [hosts.content, hosts.portal],
    ] as const)
      expect(await sendRaw(port, [absolute(named)], { host })).toEqual([404]);
  });
});
