import type * as oidc from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#platform/testing/database.ts';
import { demoPeople, seedDemoAccounts } from '#features/identity/server/demo.ts';
import { addPasskey, startPasskeyRegistration, listPasskeys, removePasskey } from './passkeys.ts';
import { createAuthenticator } from '#features/identity/server/authenticator-testing.ts';
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
import { buckets, throttleNetwork } from '#features/identity/server/accounts/throttle.ts';

const database = await createTestDatabase();
const [diver = '', student = ''] = demoPeople.map((person) => person.sub);
const site = 'https://portal.test';
let identity: TestIdentity;
let portal: oidc.Configuration;

beforeAll(async () => {
  await database.inTransaction('seed', seedDemoAccounts);
  identity = await startIdentity(database);
  portal = await discoverPortal(identity);
});
beforeEach(async () => {
  await database.pool.query('truncate passkey, link_token, rate_counter');
});
afterAll(() => identity.close());

type Device = ReturnType<typeof createAuthenticator>;
type Ceremony = Record<string, unknown>;

async function begin(sub: string) {
  const started = await startPasskeyRegistration(database.db, identity.services.env, sub);
  if (started === null || started === 'full') throw new Error('passkey registration did not start');
  return started;
}

const add = (sub: string, ticket: string, response: Ceremony) =>
  database.inTransaction('test', (db) =>
    addPasskey(db, identity.services, sub, { ticket, name: 'Phone', response, isEmailVerified: true }),
  );

async function register(sub: string, device: Device = createAuthenticator(site)): Promise<Device> {
  const { ticket, options } = await begin(sub);
  expect(await add(sub, ticket, device.make(options))).not.toBeNull();
  return device;
}

async function openSignIn(browser: Browser = openBrowser(identity)) {
  const attempt = await startSignIn(identity, portal);
  const page = await openInteraction(browser, attempt);
  const start = (await browser.post(`${page}/passkey/options`, {})).json<{ ticket: string; options: Ceremony }>();
  const answer = (response: Ceremony, ticket = start.ticket) => browser.post(`${page}/passkey`, { ticket, response });
  return { browser, attempt, page, ...start, answer };
}

const rejection = { errors: [{ code: 'identity.passkey_refused' }] };

describe('passkey registration', () => {
  it('requests a resident key with user verification, and excludes known passkeys', async () => {
    const device = await register(diver);
    const { options } = await begin(diver);
    expect(options).toMatchObject({
      rp: { id: 'portal.test' },
      user: { id: Buffer.from(diver).toString('base64url'), name: 'diver@demo.test', displayName: 'Maren Lindqvist' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.id }],
    });
  });

  it('stores the name, and lets only the owner remove the passkey', async () => {
    const { id } = await register(diver);
    expect(await listPasskeys(database.db, diver)).toMatchObject([
      { id, name: 'Phone', isSynced: true, lastUsedAt: null },
    ]);
    expect(await removePasskey(database.db, student, id)).toBeNull();
    expect(await removePasskey(database.db, diver, id)).toMatchObject({ name: 'Phone' });
    expect(await listPasskeys(database.db, diver)).toEqual([]);
  });

  it.each([
    ['made on another site', { origin: 'https://evil.test' }],
    ['made for another site', { rpId: 'evil.test' }],
    ['made without user verification', { isVerified: false }],
  ])('rejects a passkey %s', async (_name, quirks) => {
    const { ticket, options } = await begin(diver);
    expect(await add(diver, ticket, createAuthenticator(site).make(options, quirks))).toBeNull();
    expect(await listPasskeys(database.db, diver)).toEqual([]);
  });

  it('accepts a challenge once, for the account that requested it', async () => {
    const [first, second] = [await begin(diver), await begin(diver)];
    const device = createAuthenticator(site);
    expect(await add(diver, second.ticket, device.make(first.options))).toBeNull();
    expect(await add(diver, second.ticket, device.make(second.options))).toBeNull();
    const third = await begin(diver);
    expect(await add(student, third.ticket, device.make(third.options))).toBeNull();
    expect(await listPasskeys(database.db, diver)).toEqual([]);
  });

  it('rejects a passkey that another account has', async () => {
    const device = await register(diver);
    const { ticket, options } = await begin(student);
    expect(await add(student, ticket, device.make(options))).toBeNull();
    expect(await listPasskeys(database.db, student)).toEqual([]);
  });

  it.each([[{}], [{ id: 'x', rawId: 'x', type: 'public-key' }], [{ response: { clientDataJSON: '%' } }]])(
    'rejects a malformed response: %j',
    async (response) => {
      const { ticket } = await begin(diver);
      expect(await add(diver, ticket, response)).toBeNull();
    },
  );

  it('allows at most twenty passkeys, also when several are added at the same time', async () => {
    for (let count = 0; count < 19; count++) await register(diver);
    const registrations = [await begin(diver), await begin(diver), await begin(diver)];
    const added = await Promise.all(
      registrations.map(({ ticket, options }) => add(diver, ticket, createAuthenticator(site).make(options))),
    );
    expect(added.filter((passkey) => passkey !== null)).toHaveLength(1);
    expect(await startPasskeyRegistration(database.db, identity.services.env, diver)).toBe('full');
  });

  it('returns null for a subject of another issuer', async () => {
    expect(await startPasskeyRegistration(database.db, identity.services.env, 'subject-of-another-issuer')).toBeNull();
    expect(await listPasskeys(database.db, 'subject-of-another-issuer')).toEqual([]);
  });
});

describe('passkey sign-in', () => {
  it('needs neither address nor password, and records the methods', async () => {
    const device = await register(diver);
    const { browser, attempt, options, answer } = await openSignIn();
    expect(options).toMatchObject({ rpId: 'portal.test', userVerification: 'required' });
    expect(options['allowCredentials']).toBeUndefined();
    const response = await answer(device.answer(options));
    expect(response.statusCode).toBe(200);
    const resumed = await browser.get(response.json<{ redirectTo: string }>().redirectTo);
    const tokens = await redeemCallback(portal, attempt, String(resumed.headers.location));
    expect(tokens.claims()).toMatchObject({ sub: diver, email: 'diver@demo.test' });
    const { rows } = await database.pool.query(
      "select payload -> 'amr' as amr from oidc_payload where model = 'Session' and account_id = $1",
      [diver],
    );
    expect(rows).toEqual([{ amr: ['hwk', 'user', 'mfa'] }]);
    const used = (await database.pool.query('select counter, last_used_at from passkey')).rows;
    expect(used).toEqual([{ counter: 1, last_used_at: expect.any(Date) }]);
  });

  it.each([
    ['from another origin', { origin: 'https://evil.test' }],
    ['for another relying party', { rpId: 'evil.test' }],
    ['without user verification', { isVerified: false }],
    ['that names another person', { userHandle: Buffer.from(student).toString('base64url') }],
    ['that names no person', { userHandle: '' }],
  ])('rejects a response %s', async (_name, quirks) => {
    const device = await register(diver);
    const { options, answer } = await openSignIn();
    const response = await answer(device.answer(options, quirks));
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject(rejection);
  });

  it('rejects a replayed response, on the same page and on another', async () => {
    const device = await register(diver);
    const first = await openSignIn();
    const response = device.answer(first.options);
    expect((await first.answer(response)).statusCode).toBe(200);
    expect((await first.answer(response)).statusCode).not.toBe(200);
    const second = await openSignIn();
    expect((await second.answer(response)).json()).toMatchObject(rejection);
    const third = await openSignIn();
    expect((await third.answer(device.answer(second.options), second.ticket)).json()).toMatchObject(rejection);
  });

  it('rejects a correct response after a wrong one to the same challenge', async () => {
    const device = await register(diver);
    const { options, answer } = await openSignIn();
    expect((await answer(device.answer(options, { isVerified: false }))).json()).toMatchObject(rejection);
    expect((await answer(device.answer(options))).json()).toMatchObject(rejection);
  });

  it('rejects a passkey whose counter does not increase, because it may be a copy', async () => {
    const device = await register(diver);
    const first = await openSignIn();
    expect((await first.answer(device.answer(first.options, { counter: 7 }))).statusCode).toBe(200);
    for (const counter of [7, 3, 0]) {
      const repeated = await openSignIn();
      expect((await repeated.answer(device.answer(repeated.options, { counter }))).json()).toMatchObject(rejection);
    }
    const last = await openSignIn();
    expect((await last.answer(device.answer(last.options, { counter: 8 }))).statusCode).toBe(200);
  });

  it('rejects a removed passkey', async () => {
    const device = await register(diver);
    await removePasskey(database.db, diver, device.id);
    const { options, answer } = await openSignIn();
    expect((await answer(device.answer(options))).json()).toMatchObject(rejection);
  });

  it('rejects one passkey’s id with another passkey’s signature', async () => {
    const [own, foreign] = [await register(student), await register(diver)];
    const { options, answer } = await openSignIn();
    const userHandle = Buffer.from(diver).toString('base64url');
    const forged = { ...own.answer(options, { userHandle }), id: foreign.id, rawId: foreign.id };
    expect((await answer(forged)).json()).toMatchObject(rejection);
  });

  it.each([[{}], [{ id: 5 }], [{ id: 'x', response: null }]])('rejects a malformed response: %j', async (response) => {
    const { answer } = await openSignIn();
    expect((await answer(response)).json()).toMatchObject(rejection);
  });

  it('rejects another browser, another origin and too many requests', async () => {
    const { page } = await openSignIn();
    expect((await openBrowser(identity).post(`${page}/passkey/options`, {})).statusCode).toBe(410);
    const foreign = await identity.app.inject({
      method: 'POST',
      url: `${page}/passkey/options`,
      headers: { origin: 'https://evil.test' },
    });
    expect(foreign.json()).toMatchObject({ errors: [{ code: 'request.foreign_origin' }] });
    for (let count = 0; count < buckets.passkey.limit; count++)
      await throttleNetwork(database.db, 'passkey', '198.51.100.77');
    const browser = openBrowser(identity, '198.51.100.77');
    const busy = await openInteraction(browser, await startSignIn(identity, portal));
    expect((await browser.post(`${busy}/passkey/options`, {})).statusCode).toBe(429);
  });
});
