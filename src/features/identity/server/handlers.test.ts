import { createHook } from 'node:async_hooks';
import type * as oidc from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { demoPassword, demoPeople, seedDemoAccounts } from './demo.ts';
import {
  startSignIn,
  discoverPortal,
  openBrowser,
  openInteraction,
  startIdentity,
  type Browser,
  type TestIdentity,
} from './testing.ts';

const database = await createTestDatabase();
let identity: TestIdentity;
let portal: oidc.Configuration;

beforeAll(async () => {
  await database.inTransaction('seed', seedDemoAccounts);
  identity = await startIdentity(database, { DEMO: 'true' });
  portal = await discoverPortal(identity);
});
afterAll(() => identity.close());

async function openPage(browser: Browser, extra: Record<string, string> = {}): Promise<string> {
  return openInteraction(browser, await startSignIn(identity, portal, extra));
}

const signUpForm = {
  givenName: 'Noor',
  familyName: 'Haddad',
  email: 'noor@demo.test',
  password: 'Kelp forest 7',
  birthdate: '1993-04-02',
  acceptTerms: true,
};

async function signUp(form: object, type = 'store') {
  const browser = openBrowser(identity);
  const page = await openPage(browser, { screen: 'sign-up', type, ui_locales: 'de' });
  return browser.post(`${page}/sign-up`, form);
}

test.each(['dsd', 'parent'])('sign-up as %s requires a birthdate', async (type) => {
  const { birthdate: _birthdate, ...form } = { ...signUpForm, email: `${type}@demo.test` };
  const answer = await signUp(form, type);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ errors: [{ message: 'identity.birthdate.invalid', path: 'birthdate' }] });
  const { rows } = await database.pool.query('select from account where email = $1', [form.email]);
  expect(rows).toEqual([]);
});

test('seedDemoAccounts creates the demo people once, with one shared hash', async () => {
  await database.inTransaction('seed', seedDemoAccounts);
  const { rows } = await database.pool.query<{ email: string; password_hash: string }>(
    'select email, password_hash from account order by sub',
  );
  expect(rows.slice(0, 8).map((row) => row.email)).toEqual(demoPeople.map((person) => person.email));
  expect(new Set(rows.map((row) => row.password_hash)).size).toBe(1);
});

test('details returns the screen, type, language, address and the demo people', async () => {
  const browser = openBrowser(identity);
  const page = await openPage(browser, { screen: 'sign-up', type: 'parent', ui_locales: 'ar', login_hint: 'a@b.test' });
  const details = (await browser.get(`${page}/details`)).json<{ demoPeople: object[] }>();
  expect(details).toMatchObject({ screen: 'sign-up', type: 'parent', email: 'a@b.test' });
  expect(browser.cookies).toContainEqual({ name: '__Host-locale', value: 'ar-SA', path: '/' });
  expect(details.demoPeople).toHaveLength(8);
  expect(details.demoPeople[0]).toEqual({
    email: 'diver@demo.test',
    name: 'Maren Lindqvist',
    role: 'diver',
    code: null,
  });
});

test('details ignores unknown parameters, and lists no people outside the demo', async () => {
  const other = await startIdentity(database, { DEMO: 'false' });
  try {
    const browser = openBrowser(other);
    const page = await openPage(browser, { screen: 'admin', type: 'staff', ui_locales: 'xx' });
    const details = (await browser.get(`${page}/details`)).json<unknown>();
    expect(details).toMatchObject({ screen: 'sign-in', type: 'diver', email: null, demoPeople: [] });
    expect(browser.cookies.map(({ name }) => name)).not.toContain('__Host-locale');
  } finally {
    await other.close();
  }
});

test('an interaction returns 410 without its cookie, and the cookie works for no other interaction', async () => {
  const browser = openBrowser(identity);
  const page = await openPage(browser);
  const stranger = await openBrowser(identity).post(`${page}/sign-in`, {
    email: 'diver@demo.test',
    password: demoPassword,
  });
  expect(stranger.statusCode).toBe(410);
  const elsewhere = await browser.get('/sso/interaction/another-uid/details');
  expect(elsewhere.json()).toMatchObject({ errors: [{ code: 'identity.interaction_expired' }] });
});

/** Counts the password hashes that are calculated while the work runs. They take almost all of the time of a sign-in. */
async function countHashes<T>(work: () => Promise<T>): Promise<{ result: T; hashes: number }> {
  let hashes = 0;
  const hook = createHook({ init: (_id, type) => void (type === 'ARGON2REQUEST' && hashes++) }).enable();
  try {
    const result = await work();
    return { result, hashes };
  } finally {
    hook.disable();
  }
}

test('sign-in answers an unknown email and a wrong password alike, after the same work', async () => {
  const browser = openBrowser(identity, '198.51.100.20');
  const page = await openPage(browser);
  const tryOnce = async (email: string) => {
    const { result, hashes } = await countHashes(() =>
      browser.post(`${page}/sign-in`, { email, password: 'Wrong password' }),
    );
    return { hashes, status: result.statusCode, errors: result.json<{ errors: object[] }>().errors };
  };
  const wrong = await tryOnce('diver@demo.test');
  expect(wrong).toMatchObject({ hashes: 1, status: 401 });
  expect(await tryOnce('nobody@demo.test')).toEqual(wrong);
});

test('sign-in rejects a request from another origin', async () => {
  const browser = openBrowser(identity);
  const page = await openPage(browser);
  const response = await identity.app.inject({
    method: 'POST',
    url: `${page}/sign-in`,
    headers: {
      origin: 'https://evil.test',
      cookie: browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    },
    payload: { email: 'diver@demo.test', password: demoPassword },
  });
  expect(response.statusCode).toBe(403);
  expect(response.json()).toMatchObject({ errors: [{ code: 'request.foreign_origin' }] });
});

test('sign-up stores the language, and makes every new account a diver', async () => {
  const response = await signUp({ ...signUpForm, email: 'Noor@Demo.test' });
  expect(response.statusCode).toBe(200);
  expect(response.json<{ redirectTo: string }>().redirectTo).toMatch(/^https:\/\/portal\.test\/sso\/auth\//);
  const { rows } = await database.pool.query('select * from account where lower(email) = $1', ['noor@demo.test']);
  expect(rows[0]).toMatchObject({
    email: 'Noor@Demo.test',
    given_name: 'Noor',
    locale: 'de-DE',
    affiliate_type_id: affiliateType.diver,
    email_verified_at: null,
    birthdate: '1993-04-02',
  });
});

test.each([
  ['an email that has an account', { email: 'DIVER@demo.test' }, 409, 'identity.email_taken', 'email'],
  ['a password that breaks the rule', { password: 'kelpforest' }, 400, 'request.invalid', 'password'],
  ['a common password', { password: 'Password1' }, 422, 'identity.password_common', 'password'],
  [
    'the name of the address as password',
    { email: 'Kelpie@demo.test', password: 'Kelpie' },
    422,
    'identity.password_personal',
    'password',
  ],
  ['no name', { givenName: ' ' }, 400, 'request.invalid', 'givenName'],
  ['an invalid address', { email: 'noor' }, 400, 'request.invalid', 'email'],
  ['a birthdate in the future', { birthdate: '2999-01-01' }, 400, 'request.invalid', 'birthdate'],
  ['terms that were not accepted', { acceptTerms: false }, 400, 'request.invalid', 'acceptTerms'],
  ['a chosen role', { affiliateTypeId: affiliateType.staff }, 400, 'request.invalid', 'affiliateTypeId'],
])('sign-up rejects %s and stores nothing', async (_name, changed, status, code, path) => {
  const before = await database.pool.query('select count(*) from account');
  const response = await signUp({ ...signUpForm, email: 'new@demo.test', ...changed });
  expect(response.statusCode).toBe(status);
  expect(response.json()).toMatchObject({ errors: [{ code, path }] });
  expect((await database.pool.query('select count(*) from account')).rows).toEqual(before.rows);
});
