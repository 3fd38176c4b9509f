import type * as oidc from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
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
import { seedDemoFactors } from './demo.ts';
import { codeAt, stepAt } from './totp.ts';

const database = await createTestDatabase();
const staff = 'staff@demo.test';
const staffSub = 'd1be0000-0000-5000-8000-000000000008';
const demoSecret = 'JBSWY3DPEHPK3PXP';
let identity: TestIdentity;
let portal: oidc.Configuration;

beforeAll(async () => {
  await database.inTransaction('seed', seedDemoAccounts);
  identity = await startIdentity(database, { DEMO: 'true' });
  portal = await discoverPortal(identity);
});
beforeEach(async () => {
  await database.pool.query('delete from second_factor');
  await database.pool.query('delete from recovery_code');
  await database.pool.query('delete from rate_counter');
  await seedDemoFactors(database.db, identity.services.env.SECRET_KEYS);
});
afterAll(() => identity.close());

async function enterPassword(email: string, browser = openBrowser(identity)) {
  const attempt = await startSignIn(identity, portal);
  const page = await openInteraction(browser, attempt);
  const answer = await browser.post(`${page}/sign-in`, { email, password: demoPassword });
  return { browser, page, attempt, answer };
}
const codeNow = (secret = demoSecret, later = 0) => codeAt(secret, stepAt(new Date()) + later);
const send = (browser: Browser, page: string, code: string) => browser.post(`${page}/second-factor`, { code });
const codeOf = (answer: { json: <T>() => T }) => answer.json<{ errors: { code: string }[] }>().errors[0]?.code;

describe('a correct staff password', () => {
  test('asks for the second factor, and the code finishes the sign-in', async () => {
    const { browser, page, attempt, answer } = await enterPassword(staff);
    expect(answer.json()).toEqual({ next: 'second-factor', methods: ['totp'] });
    const finished = await send(browser, page, codeNow());
    expect(finished.statusCode).toBe(200);
    const callback = await browser.get(finished.json<{ redirectTo: string }>().redirectTo);
    const tokens = await redeemCallback(portal, attempt, String(callback.headers.location));
    expect(tokens.claims()).toMatchObject({ sub: staffSub, auth_time: expect.any(Number) as number });
  });

  test('does not finish the interaction or another one without the code', async () => {
    const { browser, page } = await enterPassword(staff);
    const resumed = await browser.get(page.replace('/sso/interaction/', '/sso/auth/'));
    expect(String(resumed.headers.location)).not.toContain('code=');
    const other = await openInteraction(browser, await startSignIn(identity, portal));
    expect((await send(browser, other, codeNow())).statusCode).toBe(410);
  });

  test('is enough for everyone else', async () => {
    const { answer } = await enterPassword('diver@demo.test');
    expect(Object.keys(answer.json<object>())).toEqual(['redirectTo']);
  });
});

describe('a code', () => {
  test('is accepted once', async () => {
    const code = codeNow();
    const first = await enterPassword(staff);
    expect((await send(first.browser, first.page, code)).statusCode).toBe(200);
    const second = await enterPassword(staff);
    const response = await send(second.browser, second.page, code);
    expect([response.statusCode, codeOf(response)]).toEqual([401, 'identity.code_used']);
    expect((await send(second.browser, second.page, codeNow(demoSecret, 1))).statusCode).toBe(200);
  });

  test('finishes one of two sign-ins that send it at the same moment', async () => {
    const [a, b] = await Promise.all([enterPassword(staff), enterPassword(staff)]);
    const code = codeNow();
    const answers = await Promise.all([send(a.browser, a.page, code), send(b.browser, b.page, code)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401]);
  });

  test.each([
    [-1, 200],
    [1, 200],
    [-2, 401],
    [2, 401],
  ])('%i steps away returns %i', async (later, status) => {
    const { browser, page } = await enterPassword(staff);
    expect((await send(browser, page, codeNow(demoSecret, later))).statusCode).toBe(status);
  });

  test('may contain a space, and returns 400 if it is empty or too long', async () => {
    const { browser, page } = await enterPassword(staff);
    expect((await send(browser, page, ' ')).statusCode).toBe(400);
    expect((await send(browser, page, '1'.repeat(65))).statusCode).toBe(400);
    const code = codeNow();
    expect((await send(browser, page, `${code.slice(0, 3)} ${code.slice(3)}`)).statusCode).toBe(200);
  });

  test('allows five attempts per password and is limited over all sign-ins', async () => {
    const { browser, page } = await enterPassword(staff);
    for (let index = 0; index < 5; index++)
      expect(codeOf(await send(browser, page, '000000'))).toBe('identity.wrong_code');
    expect((await send(browser, page, codeNow())).statusCode).toBe(410);
    const repeated = await enterPassword(staff);
    for (let index = 0; index < 5; index++) await send(repeated.browser, repeated.page, '000000');
    const third = await enterPassword(staff);
    const slowed = await send(third.browser, third.page, codeNow());
    expect([slowed.statusCode, codeOf(slowed)]).toEqual([429, 'identity.too_many_tries']);
  });

  test('is accepted from the owner’s browser while a stranger with the password guesses', async () => {
    const owner = await enterPassword(staff);
    expect((await send(owner.browser, owner.page, codeNow())).statusCode).toBe(200);
    for (let index = 1; index <= 30; index++) {
      const stranger = await enterPassword(staff, openBrowser(identity, `192.0.2.${index}`));
      await send(stranger.browser, stranger.page, '000000');
    }
    const late = await enterPassword(staff, openBrowser(identity, '192.0.2.99'));
    expect((await send(late.browser, late.page, codeNow(demoSecret, 1))).statusCode).toBe(429);
    owner.browser.cookies = owner.browser.cookies.filter(({ name }) => name.startsWith('__Host-sso_device_'));
    const second = await enterPassword(staff, owner.browser);
    expect((await send(second.browser, second.page, codeNow(demoSecret, 1))).statusCode).toBe(200);
  });

  test('returns 410 after ten minutes, and after the password was changed', async () => {
    const late = await enterPassword(staff);
    await database.pool.query("update pending_sign_in set expires_at = now() - interval '1 second'");
    expect((await send(late.browser, late.page, codeNow())).statusCode).toBe(410);
    const changed = await enterPassword(staff);
    const { rows } = await database.pool.query<{ hash: string }>(
      'select password_hash as hash from account where sub = $1',
      [staffSub],
    );
    await database.pool.query("update account set password_hash = 'other' where sub = $1", [staffSub]);
    expect((await send(changed.browser, changed.page, codeNow())).statusCode).toBe(410);
    await database.pool.query('update account set password_hash = $2 where sub = $1', [staffSub, rows[0]?.hash]);
  });

  test('has its secret stored encrypted', async () => {
    const { rows } = await database.pool.query<{ encrypted: string }>(
      'select sealed_secret as encrypted from second_factor',
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.encrypted).not.toContain(demoSecret);
  });
});

describe('staff without a second factor', () => {
  beforeEach(async () => {
    await database.pool.query('delete from second_factor');
  });

  async function enroll() {
    const attempt = await enterPassword(staff);
    expect(attempt.answer.json()).toEqual({ next: 'enroll-factor', methods: [] });
    const started = await attempt.browser.post(`${attempt.page}/second-factor/enroll`, {});
    const { secret, uri } = started.json<{ secret: string; uri: string }>();
    expect(uri).toContain(`secret=${secret}`);
    return { ...attempt, secret };
  }

  test('have to set one up, and get ten recovery codes', async () => {
    const { browser, page, secret } = await enroll();
    expect((await send(browser, page, '000000')).statusCode).toBe(401);
    const done = await send(browser, page, codeNow(secret));
    const { recoveryCodes, redirectTo } = done.json<{ recoveryCodes: string[]; redirectTo: string }>();
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await browser.get(redirectTo)).headers.location).toContain('code=');
    const { rows } = await database.pool.query<{ code_hash: string }>('select code_hash from recovery_code');
    expect(rows.some(({ code_hash: hash }) => recoveryCodes.includes(hash))).toBe(false);
  });

  test('get the same secret when the page is reloaded', async () => {
    const { browser, page, secret } = await enroll();
    const repeated = await browser.post(`${page}/second-factor/enroll`, {});
    expect(repeated.json<{ secret: string }>().secret).toBe(secret);
  });

  test('cannot replace a factor that was set up since, or start without a password', async () => {
    const { browser, page, secret } = await enroll();
    await seedDemoFactors(database.db, identity.services.env.SECRET_KEYS);
    expect(codeOf(await browser.post(`${page}/second-factor/enroll`, {}))).toBe('identity.factor_exists');
    expect(codeOf(await send(browser, page, codeNow(secret)))).toBe('identity.factor_exists');
    const fresh = openBrowser(identity);
    const other = await openInteraction(fresh, await startSignIn(identity, portal));
    expect((await fresh.post(`${other}/second-factor/enroll`, {})).statusCode).toBe(410);
  });

  test('sign in with a recovery code once', async () => {
    const { browser, page, secret } = await enroll();
    const done = await send(browser, page, codeNow(secret));
    const [code = ''] = done.json<{ recoveryCodes: string[] }>().recoveryCodes;
    const first = await enterPassword(staff);
    expect((await send(first.browser, first.page, code.toUpperCase().replaceAll('-', ' '))).statusCode).toBe(200);
    const second = await enterPassword(staff);
    expect(codeOf(await send(second.browser, second.page, code))).toBe('identity.wrong_code');
  });
});

describe('a staff session at the account service', () => {
  async function signIn() {
    const attempt = await enterPassword(staff);
    const finished = await send(attempt.browser, attempt.page, codeNow());
    await attempt.browser.get(finished.json<{ redirectTo: string }>().redirectTo);
    return attempt.browser;
  }
  const open = async (browser: Browser) => {
    const answer = await browser.get((await startSignIn(identity, portal)).url);
    return String(answer.headers.location);
  };

  test('stays open while it is in use, and ends after 30 idle minutes', async () => {
    const browser = await signIn();
    expect(await open(browser)).toContain('code=');
    await database.pool.query(`update oidc_payload
      set payload = payload || jsonb_build_object('exp', (payload ->> 'exp')::bigint - 31 * 60) where model = 'Session'`);
    expect(await open(browser)).toContain('/sso/interaction/');
  });

  test('ends after 12 hours', async () => {
    const browser = await signIn();
    await database.pool.query(`update oidc_payload
      set payload = payload || jsonb_build_object('loginTs', (payload ->> 'loginTs')::bigint - 12 * 3600 - 1)
      where model = 'Session'`);
    expect(await open(browser)).toContain('/sso/interaction/');
  });

  test('that began with a password alone ends', async () => {
    const browser = await signIn();
    await database.pool.query(
      `update oidc_payload set payload = payload || '{"amr": ["pwd"]}' where model = 'Session'`,
    );
    expect(await open(browser)).toContain('/sso/interaction/');
  });
});

test('the demo list shows the current code, and none without the demo factor', async () => {
  vi.useFakeTimers({ now: new Date(), toFake: ['Date'] });
  try {
    const browser = openBrowser(identity);
    const page = await openInteraction(browser, await startSignIn(identity, portal));
    const list = async () =>
      (await browser.get(`${page}/details`)).json<{ demoPeople: { role: string; code: { value: string } | null }[] }>()
        .demoPeople;
    const shown = (await list()).find(({ role }) => role === 'staff')?.code?.value;
    expect(shown).toBe(codeNow());
    expect((await list()).filter(({ code }) => code !== null)).toHaveLength(1);
    await database.pool.query('update second_factor set last_step = $1', [stepAt(new Date())]);
    expect((await list()).find(({ role }) => role === 'staff')?.code?.value).toBe(codeNow(demoSecret, 1));
  } finally {
    vi.useRealTimers();
  }
});
