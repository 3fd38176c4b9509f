import * as oidc from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { demoPassword, seedDemoAccounts } from '#features/identity/server/demo.ts';
import {
  startSignIn,
  discoverPortal,
  openBrowser,
  openInteraction,
  redeemCallback,
  startIdentity,
  type Browser,
  type TestIdentity,
} from '#features/identity/server/testing.ts';

const database = await createTestDatabase();
let identity: TestIdentity;
let portal: oidc.Configuration;

beforeAll(async () => {
  await database.inTransaction('seed', seedDemoAccounts);
  identity = await startIdentity(database);
  portal = await discoverPortal(identity);
});
afterAll(() => identity.close());

async function signIn(browser: Browser, email: string, extra: Record<string, string> = {}) {
  const attempt = await startSignIn(identity, portal, extra);
  const page = await openInteraction(browser, attempt);
  const answer = await browser.post(`${page}/sign-in`, { email, password: demoPassword });
  const resumed = await browser.get(answer.json<{ redirectTo: string }>().redirectTo);
  return { attempt, callback: String(resumed.headers.location) };
}

async function signInAndRedeem(browser: Browser, email: string) {
  const { attempt, callback } = await signIn(browser, email);
  return redeemCallback(portal, attempt, callback);
}

test('sign-in by code and PKCE returns an ID token with the profile', async () => {
  const browser = openBrowser(identity);
  const { attempt, callback } = await signIn(browser, 'Instructor@Demo.test');
  expect(callback).toMatch(/^https:\/\/portal\.test\/auth\/callback\?code=/);
  const tokens = await redeemCallback(portal, attempt, callback);
  expect(tokens.claims()).toMatchObject({
    iss: 'https://portal.test/sso',
    email: 'instructor@demo.test',
    email_verified: true,
    given_name: 'Tomás',
    family_name: 'Reyes',
    birthdate: '1979-11-03',
    gender: 'Male',
    locale: 'en-US',
    affiliate_type: affiliateType.instructor,
  });
  const info = await oidc.fetchUserInfo(portal, tokens.access_token, String(tokens.claims()?.sub));
  expect(info).toMatchObject({ given_name: 'Tomás', affiliate_type: affiliateType.instructor });
});

test('authorization redirects without a page when the person is signed in', async () => {
  const browser = openBrowser(identity);
  await signIn(browser, 'diver@demo.test');
  const attempt = await startSignIn(identity, portal);
  const response = await browser.get(attempt.url);
  expect(response.headers.location).toMatch(/^https:\/\/portal\.test\/auth\/callback\?code=/);
});

test('authorization rejects a request without PKCE', async () => {
  const { url } = await startSignIn(identity, portal);
  const bare = new URL(url);
  bare.searchParams.delete('code_challenge');
  bare.searchParams.delete('code_challenge_method');
  const response = await openBrowser(identity).get(bare.href);
  expect(String(response.headers.location)).toContain('error=invalid_request');
});

test.each([
  ['the implicit flow', { response_type: 'id_token' }, 'error=unsupported_response_type'],
  ['plain PKCE', { code_challenge_method: 'plain' }, 'error=invalid_request'],
  ['a foreign redirect address', { redirect_uri: 'https://evil.test/' }, '/sso/problem?error=invalid_redirect_uri'],
  ['an unknown client', { client_id: 'nobody' }, '/sso/problem?error=invalid_client'],
])('authorization rejects %s', async (_name, changed, expected) => {
  const { url } = await startSignIn(identity, portal, changed);
  const response = await openBrowser(identity).get(url);
  expect(String(response.headers.location)).toContain(expected);
});

test('authorization returns 400 for a NUL character', async () => {
  const { url } = await startSignIn(identity, portal, { state: 'a\0b' });
  const response = await openBrowser(identity).get(url);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ errors: [{ code: 'request.malformed' }] });
});

test('a code needs its verifier, and is accepted once', async () => {
  const { attempt, callback } = await signIn(openBrowser(identity), 'diver@demo.test');
  const stolen = { ...attempt, verifier: oidc.randomPKCECodeVerifier() };
  await expect(redeemCallback(portal, stolen, callback)).rejects.toMatchObject({ error: 'invalid_grant' });
  const second = await signIn(openBrowser(identity), 'diver@demo.test');
  await redeemCallback(portal, second.attempt, second.callback);
  await expect(redeemCallback(portal, second.attempt, second.callback)).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});

test('a refresh token is rotated, and reusing an old one revokes them all', async () => {
  const first = await signInAndRedeem(openBrowser(identity), 'diver@demo.test');
  const second = await oidc.refreshTokenGrant(portal, String(first.refresh_token));
  expect(second.refresh_token).not.toBe(first.refresh_token);
  await expect(oidc.refreshTokenGrant(portal, String(first.refresh_token))).rejects.toMatchObject({
    error: 'invalid_grant',
  });
  await expect(oidc.refreshTokenGrant(portal, String(second.refresh_token))).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});

test('one of two parallel refreshes gets a new token', async () => {
  const { refresh_token: token } = await signInAndRedeem(openBrowser(identity), 'diver@demo.test');
  const results = await Promise.allSettled([
    oidc.refreshTokenGrant(portal, String(token)),
    oidc.refreshTokenGrant(portal, String(token)),
  ]);
  expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('the portal signs out of the account service with one redirect', async () => {
  const browser = openBrowser(identity);
  const tokens = await signInAndRedeem(browser, 'diver@demo.test');
  const url = oidc.buildEndSessionUrl(portal, {
    id_token_hint: String(tokens.id_token),
    post_logout_redirect_uri: 'https://portal.test/login/sign-in',
    state: 'abc',
  });
  const response = await browser.get(url.href);
  expect(response.headers.location).toBe('https://portal.test/login/sign-in?state=abc');
  const attempt = await startSignIn(identity, portal);
  expect(await openInteraction(browser, attempt)).toMatch(/^\/sso\/interaction\//);
  await expect(oidc.refreshTokenGrant(portal, String(tokens.refresh_token))).rejects.toMatchObject({
    error: 'invalid_grant',
  });
  const repeated = await browser.get(url.href);
  expect(repeated.headers.location).toBe('https://portal.test/login/sign-in?state=abc');
});

test('sign-out without the ID token of the session asks first', async () => {
  const browser = openBrowser(identity);
  const tokens = await signInAndRedeem(browser, 'diver@demo.test');
  const other = await signInAndRedeem(openBrowser(identity), 'student@demo.test');
  for (const query of ['', `?id_token_hint=${other.id_token}`]) {
    const response = await browser.get(`/sso/session/end${query}`);
    expect(response.headers.location).toBe('/sso/sign-out');
  }
  const refreshed = await oidc.refreshTokenGrant(portal, String(tokens.refresh_token));
  const answer = await browser.post('/sso/sign-out', {});
  expect(answer.json()).toEqual({ redirectTo: 'https://portal.test/login/sign-in' });
  await expect(oidc.refreshTokenGrant(portal, String(refreshed.refresh_token))).rejects.toMatchObject({
    error: 'invalid_grant',
  });
  const attempt = await startSignIn(identity, portal);
  expect(await openInteraction(browser, attempt)).toMatch(/^\/sso\/interaction\//);
});

test('signing in as another person ends the previous session', async () => {
  const browser = openBrowser(identity);
  const before = await signInAndRedeem(browser, 'diver@demo.test');
  const { attempt, callback } = await signIn(browser, 'student@demo.test', { prompt: 'login' });
  const after = await redeemCallback(portal, attempt, callback);
  expect(after.claims()?.['email']).toBe('student@demo.test');
  await expect(oidc.refreshTokenGrant(portal, String(before.refresh_token))).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});

test('forged session and interaction cookies are rejected', async () => {
  const browser = openBrowser(identity);
  await signIn(browser, 'diver@demo.test');
  const forger = openBrowser(identity);
  for (const { name, path, value } of browser.cookies.filter((cookie) => cookie.name.includes('sso_session'))) {
    forger.cookies.push({ name, path, value: name.endsWith('.sig') ? 'A'.repeat(27) : value });
  }
  expect(forger.cookies).toHaveLength(2);
  const attempt = await startSignIn(identity, portal);
  const page = await openInteraction(forger, attempt);
  expect(page).toMatch(/^\/sso\/interaction\//);
  forger.cookies = forger.cookies.map((cookie) =>
    cookie.name.includes('sso_interaction') && cookie.name.endsWith('.sig')
      ? { ...cookie, value: 'B'.repeat(27) }
      : cookie,
  );
  const details = await forger.get(`${page}/details`);
  expect(details.statusCode).toBe(410);
  expect(details.json()).toMatchObject({ errors: [{ code: 'identity.interaction_expired' }] });
});

test('a session ends a fixed time after the sign-in, even if it is used', async () => {
  const browser = openBrowser(identity);
  const tokens = await signInAndRedeem(browser, 'candidate@demo.test');
  await database.pool.query(
    `update oidc_payload set payload = payload || jsonb_build_object('loginTs', (payload ->> 'loginTs')::bigint - 721 * 3600)
    where model = 'Session' and account_id = $1`,
    [tokens.claims()?.sub],
  );
  expect(await openInteraction(browser, await startSignIn(identity, portal))).toMatch(/^\/sso\/interaction\//);
  const { attempt, callback } = await signIn(browser, 'candidate@demo.test');
  expect((await redeemCallback(portal, attempt, callback)).claims()?.sub).toBe(tokens.claims()?.sub);
});

test('a token refresh extends the idle session', async () => {
  const tokens = await signInAndRedeem(openBrowser(identity), 'guardian@demo.test');
  const read = async () =>
    (
      await database.pool.query<{ left_s: number; exp: number }>(
        `
    select extract(epoch from expires_at - now())::float8 as left_s, (payload ->> 'exp')::float8 as exp from oidc_payload
    where model = 'Session' and account_id = $1`,
        [tokens.claims()?.sub],
      )
    ).rows[0];
  await database.pool.query(
    `update oidc_payload set expires_at = now() + interval '1 minute',
    payload = payload || jsonb_build_object('exp', extract(epoch from now())::bigint + 60) where model = 'Session' and account_id = $1`,
    [tokens.claims()?.sub],
  );
  await oidc.refreshTokenGrant(portal, String(tokens.refresh_token));
  const after = await read();
  expect(after?.left_s).toBeGreaterThan(86_400);
  expect(after?.exp).toBeGreaterThan(Date.now() / 1000 + 86_400);
});

test('oidc-provider reads request bodies from a real connection', async () => {
  const address = await identity.app.listen({ port: 0, host: '127.0.0.1' });
  const response = await fetch(`${address}/sso/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'x',
      client_id: 'portal',
      client_secret: 'wrong',
    }),
  });
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ error: 'invalid_client' });
});

test('cookies are Secure, HttpOnly and SameSite=Lax', async () => {
  const attempt = await startSignIn(identity, portal);
  const response = await openBrowser(identity).get(attempt.url);
  const lines = [response.headers['set-cookie'] ?? []].flat();
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines)
    expect(line).toMatch(
      /^__Host-sso_.*; secure; httponly; samesite=lax|^__Host-sso_.*samesite=lax; secure; httponly/i,
    );
});

test('discovery uses BASE_URL and ignores forwarded headers', async () => {
  const response = await identity.app.inject({
    url: '/sso/.well-known/openid-configuration',
    headers: { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' },
  });
  expect(response.json()).toMatchObject({
    issuer: 'https://portal.test/sso',
    token_endpoint: 'https://portal.test/sso/token',
    end_session_endpoint: 'https://portal.test/sso/session/end',
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
  });
});

test('the service works on http://localhost, and processes share one signing key', async () => {
  const others = await Promise.all([1, 2].map(() => startIdentity(database, { BASE_URL: 'http://localhost:3000' })));
  try {
    const keys = await Promise.all(
      [identity, ...others].map(async ({ app }) => (await app.inject('/sso/jwks')).json<unknown>()),
    );
    expect(keys[1]).toEqual(keys[0]);
    expect(keys[2]).toEqual(keys[0]);
    const [local] = others;
    if (local === undefined) throw new Error('no account service was started');
    const discovery = (await local.app.inject('/sso/.well-known/openid-configuration')).json<{
      authorization_endpoint: string;
    }>();
    expect(discovery.authorization_endpoint).toBe('http://localhost:3000/sso/auth');
    const challenge = await oidc.calculatePKCECodeChallenge(oidc.randomPKCECodeVerifier());
    const query = new URLSearchParams({
      client_id: 'portal',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: 'http://localhost:3000/auth/callback',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const browser = openBrowser(local);
    const page = String((await browser.get(`/sso/auth?${query}`)).headers.location);
    const answer = await browser.post(`${page}/sign-in`, { email: 'diver@demo.test', password: demoPassword });
    const resumed = await browser.get(answer.json<{ redirectTo: string }>().redirectTo);
    expect(resumed.headers.location).toMatch(/^http:\/\/localhost:3000\/auth\/callback\?code=/);
  } finally {
    await Promise.all(others.map((other) => other.close()));
  }
});

test('token returns a client error for a client id with a NUL character', async () => {
  const answer = await identity.app.inject({
    method: 'POST',
    url: '/sso/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'portal.test' },
    payload: 'grant_type=refresh_token&refresh_token=x&client_id=a%00b',
  });
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(answer.statusCode).toBeLessThan(500);
});
