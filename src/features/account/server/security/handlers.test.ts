import { beforeEach, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { attackAccount, openBrowser, type Browser } from '#features/identity/server/testing.ts';
import { buckets } from '#features/identity/server/accounts/throttle.ts';
import { checkIssuer } from '#features/account/server/sign-in/check-issuer.ts';

const portal = await testPortal();
const externalPortal = await testPortal({ OIDC_ISSUER: 'https://issuer.test' });
const { app, services } = portal;
const { pool } = services.database;
const change = '/api/account/password/change';
const [diver, minor, guardian, staff] = [400_001, 400_003, 400_004, 400_008];

beforeEach(async () => {
  await pool.query('truncate session, rate_counter, mail_outbox, oidc_payload, data_export, account_deletion');
  await pool.query(
    "update account set password_hash = (select password_hash from account where email = 'instructor@demo.test')",
  );
});

/** Signs in through the account service as a browser does. Returns the status of the password request. */
async function signIn(browser: Browser, email: string, password = 'Diver123'): Promise<number> {
  const started = await browser.get('/auth/start');
  const page = (await browser.get(String(started.headers.location))).headers.location;
  const answer = await browser.post(`${page}/sign-in`, { email, password });
  if (answer.statusCode !== 200) return answer.statusCode;
  const resumed = await browser.get(answer.json<{ redirectTo: string }>().redirectTo);
  await browser.get(String(resumed.headers.location));
  return answer.statusCode;
}

async function openDevice(email: string, password?: string) {
  const browser = openBrowser({ app, services, close: async () => undefined });
  await signIn(browser, email, password);
  return {
    browser,
    async token(): Promise<string | null> {
      const query = '{ querySession { token } }';
      return (await browser.post('/api/graphql', { query })).json().data.querySession?.token ?? null;
    },
    async request(method: 'GET' | 'POST' | 'DELETE', url: string, affiliateId: number, payload?: object) {
      const headers = { authorization: `Bearer ${await this.token()}`, 'affiliate-id': String(affiliateId) };
      return app.inject({ method, url, headers, ...(payload && { payload }) });
    },
  };
}

const body = (more: object = {}) => ({
  username: 'diver@demo.test',
  oldPassword: 'Diver123',
  newPassword: 'Kelp forest 7',
  clientId: 'portal',
  ...more,
});
const tryPassword = (email: string, password: string) =>
  signIn(openBrowser({ app, services, close: async () => undefined }), email, password);
const mails = async () =>
  (
    await pool.query<{ to_address: string; subject: string; text: string }>(
      'select * from mail_outbox order by to_address, subject',
    )
  ).rows;
const audited = async (action: string) =>
  (
    await pool.query('select actor_affiliate_id, subject, data from audit_entry where action = $1 order by seq', [
      action,
    ])
  ).rows;

describe('POST password/change', () => {
  it.each([change, '/api/account/legacy/password/change'])('by %s is announced by mail and audited', async (url) => {
    const answer = await portal.request('diver@demo.test', 'POST', url, body({ username: ' DIVER@demo.test' }));
    expect([answer.statusCode, answer.json()]).toEqual([200, null]);
    expect(await tryPassword('diver@demo.test', 'Diver123')).toBe(401);
    expect(await tryPassword('diver@demo.test', 'Kelp forest 7')).toBe(200);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to_address: 'diver@demo.test', subject: 'Your password was changed' });
    expect(mail?.text).toContain(`${portal.env.BASE_URL}/account`);
    expect((await audited('account.password_changed')).at(-1)).toEqual({
      actor_affiliate_id: diver,
      subject: `person:${diver}`,
      data: { relation: 'self', signOutEverywhere: false },
    });
  });

  it('keeps other sessions unless requested otherwise', async () => {
    const [here, there] = [await openDevice('diver@demo.test'), await openDevice('diver@demo.test')];
    expect((await here.request('POST', change, diver, body())).statusCode).toBe(200);
    expect(await there.token()).not.toBeNull();
    expect(
      (await pool.query("select from oidc_payload where model = 'Session' and account_id is not null")).rowCount,
    ).toBe(2);
  });

  it('signs every other device out on request, here and at the account service', async () => {
    const [here, there] = [await openDevice('diver@demo.test'), await openDevice('diver@demo.test')];
    const stranger = await openDevice('student@demo.test');
    const stolen = await there.token();
    const answer = await here.request('POST', change, diver, body({ signOutEverywhere: true }));
    expect(answer.statusCode).toBe(200);
    expect(await there.token()).toBeNull();
    const callWithStolen = async () =>
      (
        await app.inject({
          url: `/api/account/user/${diver}/account`,
          headers: { authorization: `Bearer ${stolen}`, 'affiliate-id': String(diver) },
        })
      ).statusCode;
    await expect.poll(callWithStolen).toBe(401);
    const silent = await there.browser.get(String((await there.browser.get('/auth/start')).headers.location));
    expect(String(silent.headers.location)).toContain('/sso/interaction/');
    expect(await stranger.token()).not.toBeNull();

    const [remaining] = (
      await pool.query<{ id: string }>('select id from session where affiliate_id = $1 and ended_at is null', [diver])
    ).rows;
    const job = { database: services.database, services, log: app.log, now: new Date(), isLastTry: false };
    await checkIssuer.run(job, { affiliateId: diver, id: remaining?.id ?? '' });
    expect(await here.token()).not.toBeNull();
  });

  it.each([
    ['a wrong old password', { oldPassword: 'Wrong1' }, 403, 'identity.incorrect_password', 'oldPassword'],
    ['no old password', { oldPassword: '' }, 400, 'request.invalid', 'oldPassword'],
    ['a new password that breaks the rule', { newPassword: 'kelpforest' }, 400, 'request.invalid', 'newPassword'],
    ['a common password', { newPassword: 'Password1' }, 422, 'identity.password_common', 'newPassword'],
    ['the address as password', { newPassword: 'Diver@demo.test' }, 422, 'identity.password_personal', 'newPassword'],
    ['a new password that is too long', { newPassword: 'Aa'.repeat(600) }, 400, 'request.invalid', 'newPassword'],
    ['an unknown field', { isAdmin: true }, 400, 'request.invalid', 'isAdmin'],
  ])('rejects %s and changes nothing', async (_name, changed, status, code, path) => {
    const answer = await portal.request('diver@demo.test', 'POST', change, body(changed));
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ errors: [{ code, path }] });
    expect(await tryPassword('diver@demo.test', 'Diver123')).toBe(200);
    expect(await mails()).toEqual([]);
  });

  it('returns the message key of the password rule', async () => {
    const answer = await portal.request('diver@demo.test', 'POST', change, body({ newPassword: 'kelpforest' }));
    expect(answer.json().errors[0].message).toBe('identity.password.rule');
  });

  it('is allowed for a child’s guardian with their own password, and notifies both', async () => {
    const sub = (await pool.query('select sub from person where affiliate_id = $1', [minor])).rows[0].sub as string;
    const child = await openDevice('minor@demo.test');
    const wrong = await portal.request(
      'guardian@demo.test',
      'POST',
      change,
      body({ username: sub, oldPassword: 'No1' }),
    );
    expect(wrong.json()).toMatchObject({ errors: [{ code: 'identity.incorrect_password', path: 'oldPassword' }] });
    await pool.query("update account set password_hash = null where email = 'minor@demo.test'");
    const request = body({ username: sub.toUpperCase(), signOutEverywhere: true });
    expect((await portal.request('guardian@demo.test', 'POST', change, request)).statusCode).toBe(200);
    expect(await child.token()).toBeNull();
    expect(await tryPassword('minor@demo.test', 'Kelp forest 7')).toBe(200);
    expect(await tryPassword('guardian@demo.test', 'Diver123')).toBe(200);
    expect((await mails()).map(({ to_address, subject }) => [to_address, subject])).toEqual([
      ['guardian@demo.test', 'You changed Ida’s password'],
      ['minor@demo.test', 'Your password was changed'],
    ]);
    expect((await audited('account.password_changed')).at(-1)).toMatchObject({
      actor_affiliate_id: guardian,
      subject: `person:${minor}`,
      data: { relation: 'guardian' },
    });
  });

  it('changes the guardian’s own password if a child shares the address', async () => {
    await pool.query("update person set email = 'guardian@demo.test' where affiliate_id = $1", [minor]);
    try {
      const answer = await portal.request(
        'guardian@demo.test',
        'POST',
        change,
        body({ username: 'guardian@demo.test' }),
      );
      expect(answer.statusCode).toBe(200);
      expect(await tryPassword('minor@demo.test', 'Diver123')).toBe(200);
      expect(await tryPassword('guardian@demo.test', 'Kelp forest 7')).toBe(200);
    } finally {
      await pool.query("update person set email = 'minor@demo.test' where affiliate_id = $1", [minor]);
    }
  });

  it.each([
    ['student@demo.test', 'diver@demo.test'],
    ['staff@demo.test', 'diver@demo.test'],
    ['minor@demo.test', 'guardian@demo.test'],
    ['diver@demo.test', 'nobody@demo.test'],
    ['diver@demo.test', ''],
  ])('returns 404 for %s and the username "%s"', async (actor, username) => {
    const answer = await portal.request(actor, 'POST', change, body({ username }));
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([404, 'not_found']);
  });

  it('limits attempts of a stolen session', async () => {
    const guess = () => portal.request('diver@demo.test', 'POST', change, body({ oldPassword: 'Guess1' }));
    for (let count = 0; count < buckets.proof.limit; count++) expect((await guess()).statusCode).toBe(403);
    const answer = await guess();
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([429, 'identity.too_many_tries']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('is not limited by strangers who guess at the sign-in', async () => {
    await attackAccount(services.database, 'diver@demo.test');
    expect(await tryPassword('diver@demo.test', 'Diver123')).toBe(429);
    expect((await portal.request('diver@demo.test', 'POST', change, body())).statusCode).toBe(200);
  });

  it('accepts one of two parallel changes', async () => {
    const answers = await Promise.all(
      ['Kelp forest 7', 'Kelp forest 8'].map((newPassword) =>
        portal.request('diver@demo.test', 'POST', change, body({ newPassword })),
      ),
    );
    expect(answers.map((answer) => answer.statusCode).toSorted()).toEqual([200, 403]);
  });

  it('returns 409 with an external issuer', async () => {
    const answer = await externalPortal.request('diver@demo.test', 'POST', change, body());
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([409, 'account.password_elsewhere']);
  });
});

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0';

describe('GET user/{affiliateId}/account', () => {
  const read = (email: string, id: number) => portal.request(email, 'GET', `/api/account/user/${id}/account`);

  it('lists the signed-in devices and marks the current one', async () => {
    const here = await openDevice('diver@demo.test');
    const insert = async (values: string) =>
      (
        await pool.query<{ id: string }>(
          `insert into session (affiliate_id, secret_hash, user_agent, created_at, last_seen_at, expires_at, ended_at)
           values (${diver}, gen_random_uuid(), ${values}) returning id`,
        )
      ).rows[0]?.id;
    const day = "interval '1 day'";
    const windowsId = await insert(`'${windows}', now() - ${day}, now() - interval '1 minute', now() + ${day}, null`);
    await insert(`'', now() - ${day}, now(), now() - interval '1 second', null`);
    await insert(`'', now() - ${day}, now(), now() + ${day}, now()`);
    await insert(
      `'', now() - ${day}, now() - make_interval(mins => ${portal.env.SESSION_IDLE_MIN + 6}), now() + ${day}, null`,
    );
    const { devices } = (await here.request('GET', `/api/account/user/${diver}/account`, diver)).json();
    expect(devices).toMatchObject([
      { isThis: true },
      { id: windowsId, isThis: false, browser: 'Microsoft Edge', system: 'Windows', kind: 'computer' },
    ]);
    for (const { signedInAt, lastSeenAt } of devices as { signedInAt: string; lastSeenAt: string }[])
      for (const moment of [signedInAt, lastSeenAt]) expect(new Date(moment).toISOString()).toBe(moment);
  });

  it('returns an outdated export as expired before the sweep', async () => {
    await pool.query(
      `insert into data_export (affiliate_id, requested_by, state, expires_at) values ($1, $1, 'ready', now())`,
      [diver],
    );
    expect((await read('diver@demo.test', diver)).json().export).toMatchObject({ state: 'expired' });
  });

  it('returns the newest export and a scheduled deletion', async () => {
    expect((await read('diver@demo.test', diver)).json()).toEqual({
      affiliateId: diver,
      fullName: 'Maren Lindqvist',
      firstName: 'Maren',
      email: 'diver@demo.test',
      relation: 'self',
      isMinor: false,
      signsInWith: 'us',
      devices: [],
      passkeys: [],
      factor: null,
      export: null,
      deletion: null,
    });
    await pool.query(
      `insert into data_export (affiliate_id, requested_by, requested_at, state, progress, bytes, ready_at) values
       ($1, $1, '2026-01-01T00:00:00Z', 'failed', 3, null, null),
       ($1, $1, '2026-01-02T03:04:05.678Z', 'ready', 100, 1234, '2026-01-02T03:05:00Z')`,
      [diver],
    );
    await pool.query('insert into account_deletion (affiliate_id, requested_by, due_at) values ($1, $1, $2)', [
      diver,
      '2030-01-02T00:00:00Z',
    ]);
    const state = (await read('diver@demo.test', diver)).json();
    expect(state.export).toMatchObject({
      state: 'ready',
      bytes: 1234,
      requestedAt: '2026-01-02T03:04:05.678Z',
      expiresAt: null,
    });
    expect(state.deletion.dueAt).toBe('2030-01-02T00:00:00.000Z');
  });

  it('is allowed for a child’s guardian, and audited', async () => {
    const before = (await audited('account.read')).length;
    const state = (await read('guardian@demo.test', minor)).json();
    expect(state).toMatchObject({ affiliateId: minor, firstName: 'Ida', relation: 'guardian', isMinor: true });
    expect((await audited('account.read')).slice(before)).toEqual([
      { actor_affiliate_id: guardian, subject: `person:${minor}`, data: { relation: 'guardian', isMinor: true } },
    ]);
  });

  it('is rejected for other people and for staff', async () => {
    expect((await read('student@demo.test', diver)).statusCode).toBe(404);
    expect((await read('minor@demo.test', guardian)).statusCode).toBe(404);
    expect((await read('staff@demo.test', diver)).statusCode).toBe(403);
    expect((await read('staff@demo.test', staff)).statusCode).toBe(200);
    expect((await read('diver@demo.test', 1)).statusCode).toBe(404);
  });

  it('returns signsInWith elsewhere with an external issuer', async () => {
    const answer = await externalPortal.request('diver@demo.test', 'GET', `/api/account/user/${diver}/account`);
    expect(answer.json()).toMatchObject({ signsInWith: 'elsewhere', passkeys: [] });
  });
});

describe('DELETE user/{affiliateId}/sessions/{id}', () => {
  const url = (affiliateId: number, id: string) => `/api/account/user/${affiliateId}/sessions/${id}`;
  const sessionOf = async (affiliateId: number) =>
    (
      await pool.query<{ id: string }>(
        'select id from session where affiliate_id = $1 order by created_at desc limit 1',
        [affiliateId],
      )
    ).rows[0]?.id ?? '';

  it('notifies the device’s tabs, and ends its session at the account service', async () => {
    const here = await openDevice('diver@demo.test');
    const there = await openDevice('diver@demo.test');
    const id = await sessionOf(diver);
    const updates = services.pubsub.subscribe<{ logout: boolean }>(`session.ended:${id}`);
    expect((await here.request('DELETE', url(diver, id), diver)).statusCode).toBe(200);
    expect((await updates.next()).value).toMatchObject({ email: 'diver@demo.test', logout: true });
    await updates.return?.();
    expect(await there.token()).toBeNull();
    expect(await here.token()).not.toBeNull();
    const startSignIn = async (browser: Browser) =>
      String((await browser.get(String((await browser.get('/auth/start')).headers.location))).headers.location);
    expect(await startSignIn(there.browser)).toContain('/sso/interaction/');
    expect(await startSignIn(here.browser)).toContain('/auth/callback');
    const entries = (await audited('account.device_signed_out')).length;
    expect((await here.request('DELETE', url(diver, id), diver)).statusCode).toBe(200);
    expect(await audited('account.device_signed_out')).toHaveLength(entries);
  });

  it('is allowed for a child’s guardian, and returns 404 for others and unknown sessions', async () => {
    const child = await openDevice('minor@demo.test');
    const id = await sessionOf(minor);
    const end = async (email: string, affiliateId: number, session = id) =>
      (await portal.request(email, 'DELETE', url(affiliateId, session))).statusCode;
    expect(await end('student@demo.test', minor)).toBe(404);
    expect(await end('student@demo.test', 400_002)).toBe(404);
    expect(await end('guardian@demo.test', guardian)).toBe(404);
    expect(await end('staff@demo.test', minor)).toBe(403);
    expect(await end('minor@demo.test', minor, crypto.randomUUID())).toBe(404);
    expect(await end('minor@demo.test', minor, 'x')).toBe(400);
    expect(await child.token()).not.toBeNull();
    expect(await end('guardian@demo.test', minor)).toBe(200);
    expect(await child.token()).toBeNull();
  });
});
