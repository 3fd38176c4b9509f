import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { emailOf, demoAffiliateIds, type DemoPersonName } from '#test/support/api/demo-people-testing.ts';
import { createSecurityEventsFixture } from '#test/support/api/security-events-testing.ts';
import { signUp } from '#test/support/api/sign-up-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { buckets, throttleSignIn } from '#features/identity/server/accounts/throttle.ts';
import { createBrowser } from '#features/account/server/sessions/session-testing.ts';

const portal = await testPortal();
const { app, services } = portal;
const { pool } = services.database;
await app.listen({ port: 0, host: '127.0.0.1' });

const listEvents = createSecurityEventsFixture(portal);
const listStored = async () =>
  (await listEvents())
    .filter(({ kind }) => kind !== 'sign_in.succeeded' && kind !== 'email.verified')
    .map(({ address_hash: _address, ...event }) => event);
const as = (name: DemoPersonName, method: 'POST' | 'DELETE', url: string, payload: object) =>
  portal.request(emailOf(name), method, url, payload);

async function openInteraction(browser = createBrowser(portal)) {
  let answer = await browser.visit('GET', '/auth/start');
  answer = await browser.visit('GET', String(answer.headers.location));
  const page = new URL(String(answer.headers.location), portal.env.BASE_URL).pathname;
  return { page, post: (path: string, payload: object) => browser.visit('POST', `${page}/${path}`, payload) };
}

describe('a wrong password', () => {
  const failed = { kind: 'identity.confirm_failed', affiliate_id: demoAffiliateIds.diver };

  it('is counted by the hour when the password is changed', async () => {
    const body = { username: emailOf('diver'), oldPassword: 'Wrong-1', newPassword: 'Sea-Urchin-7' };
    const statuses = [];
    for (let index = 0; index < 12; index++)
      statuses.push((await as('diver', 'POST', '/api/account/password/change', body)).statusCode);
    expect(statuses.slice(-3)).toEqual([403, 429, 429]);
    expect(await listStored()).toMatchObject([{ ...failed, count: 12, call: 'POST /api/account/password/change' }]);
  });

  it('is counted when a deletion is requested', async () => {
    const url = `/api/account/user/${demoAffiliateIds.diver}/deletion`;
    expect((await as('diver', 'POST', url, { password: 'Wrong-1' })).statusCode).toBe(403);
    expect(await listStored()).toMatchObject([{ ...failed, count: 1 }]);
  });

  it.each(['email-verification/link', 'email-correction/confirm'])('is counted at %s', async (path) => {
    const address = `${path.replace('/', '-')}@example.test`;
    const { affiliateId } = await signUp(portal, address);
    if (path === 'email-correction/confirm')
      await as('staff', 'POST', `/api/account/user/${affiliateId}/email-correction`, {
        email: 'corrected@example.test',
        reason: 'The diver showed an ID card.',
      });
    const { rows } = await pool.query<{ token: string }>(
      `select substring(text from '/sso/[a-z-]+/([A-Za-z0-9_-]{20,})') as token from mail_outbox
       where text like '%/sso/%' and to_address = $1`,
      [path === 'email-correction/confirm' ? 'corrected@example.test' : address],
    );
    await services.securityEvents.flush();
    await pool.query('delete from security_log');
    const answer = await app.inject({
      method: 'POST',
      url: `/api/account/${path}`,
      headers: { origin: portal.env.BASE_URL },
      payload: { token: rows[0]?.token, password: 'Wrong-1' },
    });
    expect(answer.json()).toMatchObject({ errors: [{ code: 'identity.incorrect_password' }] });
    expect(await listStored()).toMatchObject([
      { kind: 'identity.confirm_failed', affiliate_id: affiliateId, count: 1 },
    ]);
  });
});

describe('throttled attempts', () => {
  it('to sign in are counted for the person, or for the network if no account has the address', async () => {
    const { post } = await openInteraction();
    for (const email of [emailOf('student') ?? '', 'nobody@example.test'])
      for (let index = 0; index < 13; index++) await post('sign-in', { email, password: 'Wrong-1' });
    const rows = await listStored();
    expect(rows).toHaveLength(22);
    expect(rows.filter(({ count }) => count === 3)).toMatchObject([
      { kind: 'sign_in.failed', affiliate_id: demoAffiliateIds.student },
      { kind: 'sign_in.failed', affiliate_id: null },
    ]);
  });

  it('at many accounts from one network stay one row', async () => {
    for (let index = 0; index < buckets.address.limit; index++)
      await throttleSignIn(services.database.db, `nobody-${index}@example.test`, '127.0.0.1');
    const { post } = await openInteraction();
    for (const name of ['diver', 'student', 'instructor'] as const)
      expect((await post('sign-in', { email: emailOf(name), password: 'Wrong-1' })).statusCode).toBe(429);
    expect(await listStored()).toMatchObject([{ kind: 'sign_in.failed', affiliate_id: null, count: 3 }]);
  });

  it('at the second factor are counted', async () => {
    for (let index = 0; index < 3; index++) {
      const { post } = await openInteraction();
      await post('sign-in', { email: emailOf('staff'), password: 'Diver123' });
      for (let tries = 0; tries < 6; tries++) await post('second-factor', { code: '000000' });
    }
    const rows = await listStored();
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['sign_in.second_factor_failed']));
    expect(rows.every(({ affiliate_id: id }) => id === demoAffiliateIds.staff)).toBe(true);
    expect(rows.find(({ call }) => call !== null)).toMatchObject({ count: 8 });
  });
});

it('a wrong code while a factor is set up at the sign-in is counted', async () => {
  await pool.query(`update person set affiliate_type_id = ${affiliateType.staff} where affiliate_id = $1`, [
    demoAffiliateIds.student,
  ]);
  try {
    const { post } = await openInteraction();
    await post('sign-in', { email: emailOf('student'), password: 'Diver123' });
    await post('second-factor/enroll', {});
    expect((await post('second-factor', { code: '000000' })).statusCode).toBe(401);
    expect(await listStored()).toMatchObject([
      { kind: 'sign_in.second_factor_failed', affiliate_id: demoAffiliateIds.student },
    ]);
  } finally {
    await pool.query(`update person set affiliate_type_id = ${affiliateType.diver} where affiliate_id = $1`, [
      demoAffiliateIds.student,
    ]);
  }
});

it('a failed passkey sign-in is counted for the owner of the passkey, or else for the network', async () => {
  await pool.query(
    `insert into passkey (sub, id, public_key, counter, name, is_synced)
     select sub::uuid, 'known-key', ''::bytea, 0, 'Key', false from person where affiliate_id = $1`,
    [demoAffiliateIds.diver],
  );
  for (const id of ['known-key', 'known-key', 'other-key']) {
    const { post } = await openInteraction();
    const { ticket } = (await post('passkey/options', {})).json<{ ticket: string }>();
    await post('passkey', { ticket, response: { id, response: {} } });
  }
  expect((await listStored()).toSorted((a, b) => b.count - a.count)).toMatchObject([
    { kind: 'sign_in.failed', affiliate_id: demoAffiliateIds.diver, count: 2 },
    { kind: 'sign_in.failed', affiliate_id: null, count: 1 },
  ]);
});

describe('a live connection', () => {
  async function connect(payload: Record<string, unknown>): Promise<number> {
    const { port } = app.server.address() as AddressInfo;
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/graphql`, 'graphql-transport-ws');
    const closed = Promise.withResolvers<number>();
    socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload })));
    socket.addEventListener('close', ({ code }) => closed.resolve(code));
    return closed.promise;
  }

  it('with a forged token or another person’s affiliate id is counted', async () => {
    const headers = await portal.headersOf(emailOf('diver'));
    const forged = `${headers['authorization']?.slice(0, -8)}AAAAAAAA`;
    expect(await connect({ ...headers, authorization: forged })).toBe(4403);
    expect(await connect({ ...headers, 'affiliate-id': demoAffiliateIds.student })).toBe(4403);
    await expect.poll(listStored).toMatchObject([
      { kind: 'token.forged', affiliate_id: null, call: 'graphql live' },
      { kind: 'call.refused', affiliate_id: demoAffiliateIds.diver, call: 'graphql live' },
    ]);
  });
});

it('signing out everywhere with a new password is recorded once', async () => {
  const body = { username: emailOf('student'), oldPassword: 'Diver123', newPassword: 'Sea-Urchin-7' };
  const url = '/api/account/password/change';
  expect((await as('student', 'POST', url, { ...body, signOutEverywhere: true })).statusCode).toBe(200);
  expect((await listStored()).map(({ kind }) => kind)).toEqual(['session.ended_elsewhere', 'password.changed']);
});
