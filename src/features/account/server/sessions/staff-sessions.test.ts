import { beforeEach, describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { demoAffiliateIds, type DemoPersonName } from '#test/support/api/demo-people-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { hashToken, randomToken } from '#platform/server/crypto/secrets.ts';
import { codeAt, stepAt } from '#features/identity/server/second-factor/totp.ts';
import { createBrowser, querySession, signIn } from './session-testing.ts';

const portal = await testPortal();
const { app, services } = portal;
const { pool } = services.database;

interface SessionOptions {
  hasSecondFactor?: boolean;
  origin?: string;
  /** Minutes since the last use, and since the confirmation. */
  seenMinAgo?: number;
  confirmedMinAgo?: number;
}

/** Stores a session, and returns its token and a browser with its cookie. */
async function openSession(
  name: DemoPersonName,
  { hasSecondFactor = true, origin = 'sign-in', seenMinAgo = 0, confirmedMinAgo = 60 }: SessionOptions = {},
) {
  const secret = randomToken();
  const { rows } = await pool.query<{ id: string; sub: string; type: number; confirmedAt: Date }>(
    `with opened as (
       insert into session (affiliate_id, origin, secret_hash, user_agent, ip, created_at, last_seen_at, expires_at,
         confirmed_at, has_second_factor)
       values ($1, $2, $3, '', '', now() - interval '2 hours', now() - make_interval(secs => $4), now() + interval '1 hour',
         now() - make_interval(secs => $5), $6) returning id, affiliate_id, confirmed_at)
     select id, sub, affiliate_type_id as type, confirmed_at as "confirmedAt" from opened join person using (affiliate_id)`,
    [demoAffiliateIds[name], origin, hashToken(secret), seenMinAgo * 60, confirmedMinAgo * 60, hasSecondFactor],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('session insert returned no row');
  const { token } = await services.tokens.mint({
    sub: row.sub,
    affiliateId: demoAffiliateIds[name],
    affiliateTypeId: row.type,
    sessionId: row.id,
    isEmailVerified: true,
    confirmedAtMs: row.confirmedAt.getTime(),
  });
  const browser = createBrowser(portal);
  browser.cookies.set('__Host-session', `${demoAffiliateIds[name]}.${secret}`);
  const headers = { authorization: `Bearer ${token}`, 'affiliate-id': String(demoAffiliateIds[name]) };
  const idleS = async () =>
    (
      await pool.query<{ idle: number }>(
        'select extract(epoch from now() - last_seen_at)::float8 as idle from session where id = $1',
        [row.id],
      )
    ).rows[0]?.idle ?? Number.NaN;
  return { id: row.id, token, browser, headers, idleS };
}

const isOpen = async (browser: ReturnType<typeof createBrowser>) =>
  (await browser.graphql(querySession)).data.querySession !== null;
const codeNow = () => codeAt('JBSWY3DPEHPK3PXP', stepAt(new Date()));

beforeEach(async () => {
  await pool.query('delete from rate_counter');
  await pool.query('update second_factor set last_step = 0');
});

describe('a staff session', () => {
  it('needs a second factor, unlike other people’s sessions and those of the command', async () => {
    expect(await isOpen((await openSession('staff')).browser)).toBe(true);
    expect(await isOpen((await openSession('staff', { hasSecondFactor: false })).browser)).toBe(false);
    expect(await isOpen((await openSession('staff', { hasSecondFactor: false, origin: 'command' })).browser)).toBe(
      true,
    );
    expect(await isOpen((await openSession('diver', { hasSecondFactor: false })).browser)).toBe(true);
  });

  it('opens after a sign-in with password and code', async () => {
    const browser = createBrowser(portal);
    let answer = await browser.visit('GET', '/auth/start');
    answer = await browser.visit('GET', String(answer.headers.location));
    const page = new URL(String(answer.headers.location), portal.env.BASE_URL).pathname;
    await browser.visit('POST', `${page}/sign-in`, { email: 'staff@demo.test', password: 'Diver123' });
    const finished = await browser.visit('POST', `${page}/second-factor`, { code: codeNow() });
    answer = await browser.visit('GET', finished.json<{ redirectTo: string }>().redirectTo);
    while (/\/sso\/|\/auth\//.test(String(answer.headers.location)))
      answer = await browser.visit('GET', String(answer.headers.location));
    expect(await isOpen(browser)).toBe(true);
  });

  it('ends when a person becomes staff, who then has to set up a factor', async () => {
    const browser = createBrowser(portal);
    await signIn(browser, 'student@demo.test');
    expect(await isOpen(browser)).toBe(true);
    const { data } = await browser.graphql(querySession);
    await pool.query(`update person set affiliate_type_id = ${affiliateType.staff} where affiliate_id = $1`, [
      demoAffiliateIds.student,
    ]);
    try {
      expect(await isOpen(browser)).toBe(false);
      // An older token doesn't open another session either.
      const other = createBrowser(portal);
      const exchanged = await other.graphql(
        'mutation ($token: String) { createSession(token: $token, replace: true) { sub } }',
        {
          token: data.querySession.token,
        },
      );
      expect(exchanged.errors[0].extensions.code).toBe('account.token_taken');
      let answer = await browser.visit('GET', '/auth/start');
      answer = await browser.visit('GET', String(answer.headers.location));
      const page = new URL(String(answer.headers.location), portal.env.BASE_URL).pathname;
      expect(page).toMatch(/^\/sso\/interaction\//);
      const nextStep = await browser.visit('POST', `${page}/sign-in`, {
        email: 'student@demo.test',
        password: 'Diver123',
      });
      expect(nextStep.json()).toMatchObject({ next: 'enroll-factor' });
    } finally {
      await pool.query(`update person set affiliate_type_id = ${affiliateType.diver} where affiliate_id = $1`, [
        demoAffiliateIds.student,
      ]);
    }
  });

  it.each(['sign-in', 'command'])('passes its factor on to a session made from its token (%s)', async (origin) => {
    const { token } = await openSession('staff', { origin, hasSecondFactor: origin === 'sign-in' });
    const other = createBrowser(portal);
    await other.graphql('mutation ($token: String) { createSession(token: $token, replace: true) { sub } }', { token });
    expect(await isOpen(other)).toBe(true);
  });
});

describe('the idle limit of staff sessions', () => {
  it('is 30 minutes, and a token does not outlast it', async () => {
    expect(await isOpen((await openSession('staff', { seenMinAgo: 30.1 })).browser)).toBe(false);
    const { browser } = await openSession('staff', { seenMinAgo: 28 });
    const { data } = await browser.graphql(
      '{ querySession { token_expires_at } }',
      {},
      {
        origin: portal.env.BASE_URL,
        'x-background': '1',
      },
    );
    const lifetimeMs = Date.parse(data.querySession.token_expires_at) - Date.now();
    expect(lifetimeMs).toBeGreaterThan(60_000);
    expect(lifetimeMs).toBeLessThanOrEqual(121_000);
  });

  it('is not extended by background requests', async () => {
    const { browser, headers, idleS } = await openSession('staff', { seenMinAgo: 20 });
    const background = { origin: portal.env.BASE_URL, 'x-background': '1' };
    await browser.graphql('mutation { createSession { sub } }', {}, background);
    await app.inject({ url: '/api/desk/counts', headers: { ...headers, 'x-background': '1' } });
    expect(await idleS()).toBeGreaterThan(19 * 60);
    const { rows } = await pool.query("select from pgboss.job where name = 'account.check-issuer'");
    expect(rows).toEqual([]);
  });

  it('is extended by each renewal and each request of the person', async () => {
    const renewed = await openSession('staff', { seenMinAgo: 20 });
    await renewed.browser.graphql('mutation { createSession { sub } }');
    expect(await renewed.idleS()).toBeLessThan(60);
    const called = await openSession('staff', { seenMinAgo: 20 });
    await app.inject({ url: '/api/desk/counts', headers: called.headers });
    expect(await called.idleS()).toBeLessThan(60);
  });

  it('is not undone by a later request', async () => {
    const { browser, headers } = await openSession('staff', { seenMinAgo: 31 });
    await app.inject({ url: '/api/desk/counts', headers });
    expect(await isOpen(browser)).toBe(false);
  });

  it('does not apply to other people’s sessions', async () => {
    const { browser, idleS } = await openSession('diver', { seenMinAgo: 20 });
    const background = { origin: portal.env.BASE_URL, 'x-background': '1' };
    await browser.graphql('mutation { createSession { sub } }', {}, background);
    expect(await idleS()).toBeLessThan(60);
  });
});

describe('a confirmation at the desk', () => {
  const codeOf = async (headers: Record<string, string>, url: string, method: 'PUT' | 'POST' = 'PUT') => {
    const payload = method === 'PUT' ? { value: true, was: true } : {};
    const answer = await app.inject({ method, url, headers, payload });
    return answer.json<{ errors?: { code: string }[] } | null>()?.errors?.[0]?.code;
  };
  const flag = '/api/desk/flags/maintenance-banner';
  const work = (headers: Record<string, string>) => app.inject({ url: '/api/desk/counts', headers });
  const wait = (id: string, minutes: number) =>
    pool.query(
      `update session set confirmed_at = confirmed_at - make_interval(mins => $2),
         confirmed_until = confirmed_until - make_interval(mins => $2) where id = $1`,
      [id, minutes],
    );
  const required = 'identity.confirm_required';

  it('ends after 10 minutes without work', async () => {
    const { headers } = await openSession('staff', { confirmedMinAgo: 11 });
    expect(await codeOf(headers, flag)).toBe(required);
  });

  it('is extended while the clerk works, at the desk only', async () => {
    const { id, headers } = await openSession('staff', { confirmedMinAgo: 9 });
    await work(headers);
    await wait(id, 5);
    const later = await headersOf(id, 14);
    expect(await codeOf(later, flag)).not.toBe(required);
    expect(await codeOf(later, `/api/account/user/${demoAffiliateIds.staff}/exports`, 'POST')).toBe(required);
    await wait(id, 6);
    expect(await codeOf(later, flag)).toBe(required);
  });

  it('lasts at most 30 minutes', async () => {
    const { id, headers } = await openSession('staff', { confirmedMinAgo: 9 });
    await pool.query(
      "update session set confirmed_at = now() - interval '29 minutes', confirmed_until = now() + interval '1 minute' where id = $1",
      [id],
    );
    await work(headers);
    const later = await headersOf(id, 29);
    expect(await codeOf(later, flag)).not.toBe(required);
    await wait(id, 2);
    expect(await codeOf(later, flag)).toBe(required);
  });

  it('is not extended by background requests, or after it has expired', async () => {
    const polled = await openSession('staff', { confirmedMinAgo: 9 });
    await work({ ...polled.headers, 'x-background': '1' });
    await wait(polled.id, 5);
    expect(await codeOf(await headersOf(polled.id, 14), flag)).toBe(required);
    const expired = await openSession('staff', { confirmedMinAgo: 12 });
    await work(expired.headers);
    expect(await codeOf(expired.headers, flag)).toBe(required);
  });

  /** The headers with a token that was minted with a confirmation of that age. */
  async function headersOf(sessionId: string, confirmedMinAgo: number) {
    const { rows } = await pool.query<{ sub: string }>('select sub from person where affiliate_id = $1', [
      demoAffiliateIds.staff,
    ]);
    const { token } = await services.tokens.mint({
      sub: rows[0]?.sub ?? '',
      affiliateId: demoAffiliateIds.staff,
      affiliateTypeId: affiliateType.staff,
      sessionId,
      isEmailVerified: true,
      confirmedAtMs: Date.now() - confirmedMinAgo * 60_000,
    });
    return { authorization: `Bearer ${token}`, 'affiliate-id': String(demoAffiliateIds.staff) };
  }
});
