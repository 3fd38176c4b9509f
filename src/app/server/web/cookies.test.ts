import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { expect, it } from 'vitest';
import { openBrowser } from '#features/identity/server/testing.ts';
import { hashToken } from '#platform/server/crypto/secrets.ts';
import { testPortal, type TestPortal } from '#test/support/api/portal-testing.ts';
import { signIn, signInWithCode, signUp, signUpPassword } from '#test/support/api/sign-up-testing.ts';

const portal = await testPortal({ BASE_URL: 'https://portal.test' });
const lines: string[] = [];

/** The portal, with every cookie that it sets written down. */
const recorded: TestPortal = {
  ...portal,
  app: Object.assign(Object.create(portal.app) as TestPortal['app'], {
    async inject(options: InjectOptions) {
      const answer = await portal.app.inject(options);
      lines.push(...[answer.headers['set-cookie'] ?? []].flat());
      return answer;
    },
  }),
};

const listNames = () => [...new Set(lines.map((line) => line.split('=', 1)[0] ?? ''))].toSorted();

it('sets only __Host- cookies: secure, for the path /, without a domain', async () => {
  const { browser } = await signUp(recorded, 'noor@kelp.test');
  await browser.post('/api/graphql', { query: 'mutation { deleteSession { redirect_uri } }' });
  await signIn(recorded, 'noor@kelp.test');

  const code = randomUUID().replaceAll('-', '');
  await portal.services.database.pool.query(
    "insert into recovery_code (sub, code_hash) select sub, $1 from account where email = 'staff@demo.test'",
    [hashToken(code)],
  );
  const staff = await signInWithCode(recorded, 'staff@demo.test', code, 'Diver123');
  await staff.browser.post('/sso/sign-out', {});

  // An application's language, a sign-in of no one, and a callback that ends at the problem page.
  const stranger = openBrowser({ app: recorded.app, services: portal.services, close: async () => undefined });
  const start = await stranger.get('/auth/start?lang=de-DE');
  await stranger.get(String(start.headers.location));
  await stranger.get('/auth/callback?state=none');

  expect(listNames()).toEqual(
    expect.arrayContaining([
      '__Host-confirm-email',
      '__Host-locale',
      '__Host-session',
      '__Host-sign-in',
      '__Host-sso_session',
      '__Host-sso_session.sig',
      expect.stringMatching(/^__Host-sso_device_/),
      expect.stringMatching(/^__Host-sso_interaction_[\w-]{43}$/),
      expect.stringMatching(/^__Host-sso_interaction_[\w-]{43}\.sig$/),
      expect.stringMatching(/^__Host-sso_resume_[\w-]{43}$/),
    ]),
  );
  for (const line of lines) {
    expect(line).toMatch(/^__Host-/);
    expect(line).toMatch(/; secure(;|$)/i);
    expect(line).toMatch(/; path=\/(;|$)/i);
    expect(line).not.toMatch(/; domain=/i);
  }
  // Scripts read these; everything else is for the server.
  const forScripts = lines.filter((line) => !/; httponly(;|$)/i.test(line)).map((line) => line.split('=', 1)[0]);
  expect([...new Set(forScripts)].toSorted()).toEqual(['__Host-confirm-email', '__Host-locale']);
});

it('does not accept a cookie that a neighboring host could set', async () => {
  const { browser } = await signUp(portal, 'ida@kelp.test');
  const stolen = openBrowser({ app: portal.app, services: portal.services, close: async () => undefined });
  stolen.cookies = browser.cookies.map((cookie) => ({ ...cookie, name: cookie.name.replace('__Host-', '') }));
  const query = '{ querySession { sub } }';
  expect((await browser.post('/api/graphql', { query })).json()).toMatchObject({
    data: { querySession: { sub: expect.any(String) } },
  });
  expect((await stolen.post('/api/graphql', { query })).json()).toEqual({ data: { querySession: null } });
  const start = await stolen.get('/auth/start');
  const opened = await stolen.get(String(start.headers.location));
  expect(opened.headers.location).toMatch(/\/sso\/interaction\//);
});

it('keeps the sign-ins of several tabs apart, and forgets the oldest', async () => {
  const browser = openBrowser({ app: portal.app, services: portal.services, close: async () => undefined });
  const pages: string[] = [];
  for (let count = 0; count < 6; count++) {
    const start = await browser.get('/auth/start');
    pages.push(String((await browser.get(String(start.headers.location))).headers.location));
  }
  const statuses = [];
  for (const page of pages) statuses.push((await browser.get(`${page}/details`)).statusCode);
  expect(statuses).toEqual([410, ...Array<number>(5).fill(200)]);
  const answer = await browser.post(`${pages[4]}/sign-in`, { email: 'ida@kelp.test', password: signUpPassword });
  expect(answer.statusCode).toBe(200);
});
