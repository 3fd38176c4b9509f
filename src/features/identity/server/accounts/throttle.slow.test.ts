import type * as oidc from 'openid-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { findCredentialsByEmail } from './accounts.ts';
import { demoPassword, seedDemoAccounts } from '#features/identity/server/demo.ts';
import { rememberDevice } from './known-device.ts';
import {
  attackAccount,
  startSignIn,
  discoverPortal,
  openBrowser,
  openInteraction,
  startIdentity,
  type Browser,
  type TestIdentity,
} from '#features/identity/server/testing.ts';
import { buckets, throttleSignIn } from './throttle.ts';

const database = await createTestDatabase();
let identity: TestIdentity;
let portal: oidc.Configuration;

beforeAll(async () => {
  await database.inTransaction('seed', seedDemoAccounts);
  identity = await startIdentity(database);
  portal = await discoverPortal(identity);
});
beforeEach(async () => {
  await database.pool.query('delete from rate_counter');
});
afterAll(() => identity.close());

const isDevice = (name: string) => name.startsWith('__Host-sso_device_');

async function trySignIn(browser: Browser, password: string, email = 'diver@demo.test') {
  const page = await openInteraction(browser, await startSignIn(identity, portal, { prompt: 'login' }));
  return browser.post(`${page}/sign-in`, { email, password });
}

test('sign-in returns 429 with Retry-After after too many attempts on one account from one address', async () => {
  const browser = openBrowser(identity);
  for (let index = 0; index < buckets.pair.limit; index++)
    expect((await trySignIn(browser, 'Wrong1')).statusCode).toBe(401);
  const response = await trySignIn(browser, demoPassword);
  expect(response.statusCode).toBe(429);
  expect(response.json()).toMatchObject({ errors: [{ code: 'identity.too_many_tries' }] });
  expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(buckets.pair.windowS);
  const elsewhere = openBrowser(identity, '198.51.100.1');
  expect((await trySignIn(elsewhere, demoPassword)).statusCode).toBe(200);
  expect((await trySignIn(browser, demoPassword, 'student@demo.test')).statusCode).toBe(200);
});

test('sign-in limits attempts on an account that does not exist', async () => {
  for (let index = 0; index < buckets.pair.limit; index++)
    await throttleSignIn(database.db, 'Nobody@demo.test', '203.0.113.7');
  expect((await trySignIn(openBrowser(identity), 'Wrong1', 'nobody@demo.test')).statusCode).toBe(429);
});

test('sign-in limits one address that tries many accounts', async () => {
  for (let index = 0; index < buckets.address.limit; index++)
    await throttleSignIn(database.db, `n${index}@demo.test`, '203.0.113.7');
  expect((await trySignIn(openBrowser(identity), demoPassword)).statusCode).toBe(429);
  expect((await trySignIn(openBrowser(identity, '198.51.100.1'), demoPassword)).statusCode).toBe(200);
});

test('sign-in accepts the owner’s known device while the account is under attack', async () => {
  const owner = openBrowser(identity);
  expect((await trySignIn(owner, demoPassword)).statusCode).toBe(200);
  await attackAccount(database, 'diver@demo.test');
  expect((await trySignIn(openBrowser(identity, '198.51.100.9'), demoPassword)).statusCode).toBe(429);
  expect((await trySignIn(owner, 'Wrong1')).statusCode).toBe(401);
  expect((await trySignIn(owner, demoPassword)).statusCode).toBe(200);
});

test('correct passwords count neither for the pair nor for the account', async () => {
  for (let index = 0; index <= buckets.pair.limit; index++)
    expect((await trySignIn(openBrowser(identity), demoPassword)).statusCode).toBe(200);
  for (let index = 0; index <= buckets.account.limit; index++) {
    const forgive = await throttleSignIn(database.db, 'diver@demo.test', `192.0.2.${index}`);
    await forgive();
  }
  expect((await trySignIn(openBrowser(identity), 'Wrong1')).statusCode).toBe(401);
});

test('correct passwords of many accounts count for their address', async () => {
  for (let index = 0; index < buckets.address.limit; index++) {
    const forgive = await throttleSignIn(database.db, `n${index}@demo.test`, '203.0.113.7');
    await forgive();
  }
  expect((await trySignIn(openBrowser(identity), demoPassword)).statusCode).toBe(429);
});

test('sign-in limits attempts from a known device, however its cookie is spelled, and not from other devices', async () => {
  const [stolen, other] = [openBrowser(identity), openBrowser(identity)];
  expect((await trySignIn(other, demoPassword)).statusCode).toBe(200);
  // Two devices that were remembered in the same second would share a limit.
  const earlierS = Math.floor(Date.now() / 1000) - 60;
  const credentials = await findCredentialsByEmail(database.db, 'diver@demo.test');
  const reply = { setCookie: (name: string, value: string) => (stolen.cookies = [{ name, value, path: '/' }]) };
  if (credentials === null) throw new Error('demo diver not found');
  const request = { headers: {} };
  rememberDevice(identity.services.env, request as never, reply as never, credentials, new Date(earlierS * 1000));
  for (let index = 1; index < buckets.device.limit; index++)
    await throttleSignIn(database.db, 'diver@demo.test', '203.0.113.7', String(earlierS));
  expect((await trySignIn(stolen, 'Wrong1')).statusCode).toBe(401);
  expect((await trySignIn(stolen, demoPassword)).statusCode).toBe(429);
  stolen.cookies = stolen.cookies.map((cookie) =>
    isDevice(cookie.name) ? { ...cookie, value: `0${cookie.value}=` } : cookie,
  );
  expect((await trySignIn(stolen, demoPassword)).statusCode).toBe(429);
  expect((await trySignIn(other, demoPassword)).statusCode).toBe(200);
});

test('a known device is valid for its own account only, and cannot be forged', async () => {
  const browser = openBrowser(identity);
  await trySignIn(browser, demoPassword, 'student@demo.test');
  expect(browser.cookies.filter((cookie) => isDevice(cookie.name))).toHaveLength(1);
  await attackAccount(database, 'diver@demo.test');
  await attackAccount(database, 'student@demo.test');
  expect((await trySignIn(browser, demoPassword)).statusCode).toBe(429);
  expect((await trySignIn(browser, demoPassword, 'student@demo.test')).statusCode).toBe(200);
  browser.cookies = browser.cookies.map((cookie) =>
    isDevice(cookie.name) ? { ...cookie, value: cookie.value.replace(/^\d+/, '1900000000') } : cookie,
  );
  expect((await trySignIn(browser, demoPassword, 'student@demo.test')).statusCode).toBe(429);
});
