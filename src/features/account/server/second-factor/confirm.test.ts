import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { demoAffiliateIds, emailOf, type DemoPersonName } from '#test/support/api/demo-people-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { codeAt, stepAt } from '#features/identity/server/second-factor/totp.ts';

const portal = await testPortal();
const { app, services } = portal;
const { pool, db } = services.database;
const demoSecret = 'JBSWY3DPEHPK3PXP';
const codeNow = (secret: string, later = 0) => codeAt(secret, stepAt(new Date()) + later);
const codeOf = (answer: { json: <T>() => T }) => answer.json<{ errors: { code: string }[] }>().errors[0]?.code;

beforeEach(async () => {
  await services.securityEvents.flush();
  await pool.query('delete from rate_counter');
  await pool.query('delete from security_log');
  await pool.query('update second_factor set last_step = 0');
});

/** The headers of a stored session that was confirmed that many minutes ago, or never. */
async function headersOf(name: DemoPersonName, confirmedMinAgo: number | null, origin = 'sign-in') {
  const { sub, affiliate_type_id: affiliateTypeId } = await db
    .selectFrom('person')
    .select(['sub', 'affiliate_type_id'])
    .where('affiliate_id', '=', demoAffiliateIds[name])
    .executeTakeFirstOrThrow();
  const confirmedAt = confirmedMinAgo === null ? null : new Date(Date.now() - confirmedMinAgo * 60_000);
  const { rows } = await pool.query<{ id: string }>(
    `insert into session (affiliate_id, origin, secret_hash, user_agent, ip, expires_at, confirmed_at)
     values ($1, $4, $2, '', '', now() + interval '1 hour', $3) returning id`,
    [demoAffiliateIds[name], randomUUID(), confirmedAt, origin],
  );
  const sessionId = rows[0]?.id ?? '';
  const { token } = await services.tokens.mint({
    sub,
    affiliateId: demoAffiliateIds[name],
    affiliateTypeId,
    sessionId,
    isEmailVerified: true,
    confirmedAtMs: confirmedAt?.getTime() ?? null,
  });
  return { headers: { authorization: `Bearer ${token}`, 'affiliate-id': String(demoAffiliateIds[name]) }, sessionId };
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
async function call(headers: Record<string, string>, method: Method, url: string, payload?: object) {
  return app.inject({ method, url, headers, ...(payload && { payload }) });
}
const eventKinds = async (affiliateId: number) => {
  await services.securityEvents.flush();
  return (
    await pool.query<{ kind: string }>('select kind from security_log where affiliate_id = $1 order by id', [
      affiliateId,
    ])
  ).rows.map(({ kind }) => kind);
};

describe('endpoints that need a recent confirmation', () => {
  const diver = `/api/account/user/${demoAffiliateIds.diver}`;
  const minor = emailOf('minor');
  it.each<[string, DemoPersonName, Method, string, object?]>([
    ['a data export', 'diver', 'POST', `${diver}/exports`],
    ['the link of an export', 'diver', 'POST', `${diver}/exports/${randomUUID()}/link`],
    ['a new passkey', 'diver', 'POST', `${diver}/passkeys/options`],
    ['removing a passkey', 'diver', 'DELETE', `${diver}/passkeys/x`],
    ['a new authenticator app', 'diver', 'POST', `${diver}/factor/options`],
    ['removing an authenticator app', 'diver', 'DELETE', `${diver}/factor`],
    ['new recovery codes', 'diver', 'POST', `${diver}/factor/recovery-codes`],
    ['a flag', 'staff', 'PUT', '/api/desk/flags/maintenance-banner', { value: true, was: false }],
    ['a refund', 'staff', 'POST', `/api/shop/desk/orders/1/refund`, {}],
    ['a returned payment', 'staff', 'POST', `/api/shop/desk/orders/1/return`, {}],
    ['a professional level', 'staff', 'POST', `/api/applications/Applications/1/approve`, {}],
    ['the reset of a factor', 'staff', 'POST', `${diver}/factor/reset`, { reason: 'Lost phone' }],
    [
      'a child’s password',
      'guardian',
      'POST',
      '/api/account/password/change',
      { username: minor, oldPassword: 'Diver123', newPassword: 'Sea-Urchin-7' },
    ],
  ])(
    '%s returns identity.confirm_required without one or with an old one',
    async (_what, name, method, url, payload) => {
      for (const minutes of [null, 11]) {
        const { headers } = await headersOf(name, minutes);
        const answer = await call(headers, method, url, payload);
        expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'identity.confirm_required']);
      }
      const { headers } = await headersOf(name, 9);
      const answer = await call(headers, method, url, payload);
      expect(answer.json()).not.toMatchObject({ errors: [{ code: 'identity.confirm_required' }] });
    },
  );
});

describe('POST confirm-identity', () => {
  const url = '/api/account/confirm-identity';
  const confirmedAt = async (sessionId: string) =>
    (await pool.query<{ at: Date | null }>('select confirmed_at as at from session where id = $1', [sessionId])).rows[0]
      ?.at;

  it('confirms the session with the password, and records it', async () => {
    const { headers, sessionId } = await headersOf('diver', null);
    expect((await call(headers, 'POST', url, { password: 'Diver123' })).statusCode).toBe(200);
    expect(await confirmedAt(sessionId)).toBeInstanceOf(Date);
    expect(await eventKinds(demoAffiliateIds.diver)).toEqual(['identity.confirmed']);
  });

  it('returns 403 for a wrong password, confirms nothing, and limits attempts', async () => {
    const { headers, sessionId } = await headersOf('diver', null);
    for (let index = 0; index < 10; index++)
      expect(codeOf(await call(headers, 'POST', url, { password: 'Wrong-1' }))).toBe('identity.incorrect_password');
    expect((await call(headers, 'POST', url, { password: 'Diver123' })).statusCode).toBe(429);
    expect(await confirmedAt(sessionId)).toBeNull();
    expect(new Set(await eventKinds(demoAffiliateIds.diver))).toEqual(new Set(['identity.confirm_failed']));
  });

  it('returns 400 for an authenticator code alone', async () => {
    const { headers, sessionId } = await headersOf('staff', null);
    expect((await call(headers, 'POST', url, { code: codeNow(demoSecret) })).statusCode).toBe(400);
    expect(await confirmedAt(sessionId)).toBeNull();
  });

  it('needs the code with the password in a session from a link, once each', async () => {
    const { headers, sessionId } = await headersOf('staff', null, 'link');
    const password = 'Diver123';
    const withoutCode = await call(headers, 'POST', url, { password });
    expect(withoutCode.json()).toMatchObject({ errors: [{ code: 'request.invalid', path: 'code' }] });
    const code = codeNow(demoSecret);
    expect(codeOf(await call(headers, 'POST', url, { password: 'Wrong-1', code }))).toBe('identity.incorrect_password');
    expect(codeOf(await call(headers, 'POST', url, { password, code: '000000' }))).toBe('account.code_wrong');
    expect(await confirmedAt(sessionId)).toBeNull();
    expect((await call(headers, 'POST', url, { password, code })).statusCode).toBe(200);
    expect(await confirmedAt(sessionId)).toBeInstanceOf(Date);
    expect(codeOf(await call(headers, 'POST', url, { password, code }))).toBe('account.code_used');
    const options = await call(headers, 'POST', `${url}/options`);
    expect(options.json()).toMatchObject({ methods: ['password', 'totp'] });
  });

  it('accepts the password in a session from a link if the person has no second factor', async () => {
    const { headers } = await headersOf('diver', null, 'link');
    expect((await call(headers, 'POST', `${url}/options`)).json()).toMatchObject({ methods: ['password'] });
    expect((await call(headers, 'POST', url, { password: 'Diver123' })).statusCode).toBe(200);
  });

  it('needs the passkey in a session from a link if it is the only second factor', async () => {
    await pool.query(
      `insert into passkey (sub, id, public_key, counter, name, is_synced)
       select sub::uuid, 'only-key', ''::bytea, 0, 'Key', false from person where affiliate_id = $1`,
      [demoAffiliateIds.student],
    );
    const { headers } = await headersOf('student', null, 'link');
    expect((await call(headers, 'POST', `${url}/options`)).json()).toMatchObject({ methods: ['passkey'] });
    for (const proof of [{ password: 'Diver123' }, { password: 'Diver123', code: '123456' }])
      expect((await call(headers, 'POST', url, proof)).statusCode).not.toBe(200);
    await pool.query("delete from passkey where id = 'only-key'");
  });

  it('rejects an unknown passkey, and bad input', async () => {
    const { headers } = await headersOf('diver', null);
    const passkey = { ticket: 'x'.repeat(43), response: { id: 'x' } };
    expect(codeOf(await call(headers, 'POST', url, { passkey }))).toBe('account.passkey_refused');
    expect((await call(headers, 'POST', url, {})).statusCode).toBe(400);
    expect((await call(headers, 'POST', url, { password: 'Diver123', passkey })).statusCode).toBe(400);
    expect((await call({}, 'POST', url, { password: 'Diver123' })).statusCode).toBe(401);
  });

  it('returns 401 for a session that has ended', async () => {
    const { headers, sessionId } = await headersOf('diver', null);
    await pool.query('update session set ended_at = now() where id = $1', [sessionId]);
    expect((await call(headers, 'POST', url, { password: 'Diver123' })).statusCode).toBe(401);
  });

  it('returns the methods the person can confirm with', async () => {
    const { headers } = await headersOf('staff', null);
    const answer = await call(headers, 'POST', `${url}/options`);
    expect(answer.json()).toEqual({ methods: ['password'], passkey: null });
  });
});

describe('an authenticator app', () => {
  const base = `/api/account/user/${demoAffiliateIds.instructor}/factor`;
  const as = (name: DemoPersonName, method: Method, url: string, payload?: object) =>
    portal.request(emailOf(name), method, url, payload);

  async function enroll() {
    const { ticket, secret } = (await as('instructor', 'POST', `${base}/options`)).json<{
      ticket: string;
      secret: string;
    }>();
    return { ticket, secret };
  }

  it('is turned on by its first code, returns ten recovery codes, and can be turned off', async () => {
    const { ticket, secret } = await enroll();
    expect(codeOf(await as('instructor', 'POST', base, { ticket, code: '000000' }))).toBe('account.code_wrong');
    const added = await as('instructor', 'POST', base, { ticket, code: codeNow(secret) });
    expect(added.json<{ recoveryCodes: string[] }>().recoveryCodes).toHaveLength(10);
    expect(codeOf(await as('instructor', 'POST', base, { ticket, code: codeNow(secret, 1) }))).toBe(
      'account.factor_expired',
    );
    const account = await as('instructor', 'GET', `/api/account/user/${demoAffiliateIds.instructor}/account`);
    expect(account.json()).toMatchObject({ factor: { recoveryCodesLeft: 10 } });
    expect((await as('instructor', 'POST', `${base}/recovery-codes`)).statusCode).toBe(200);
    expect((await as('instructor', 'DELETE', base)).statusCode).toBe(200);
    expect((await as('instructor', 'DELETE', base)).statusCode).toBe(404);
    expect((await as('instructor', 'POST', `${base}/recovery-codes`)).statusCode).toBe(404);
    expect(await eventKinds(demoAffiliateIds.instructor)).toEqual([
      'factor.added',
      'recovery_code.replaced',
      'factor.removed',
      // The wrong first code, which is counted and written later.
      'identity.confirm_failed',
    ]);
  });

  it('cannot be added or removed by others, and a ticket is valid for its owner only', async () => {
    const { ticket, secret } = await enroll();
    const diver = `/api/account/user/${demoAffiliateIds.diver}/factor`;
    expect(codeOf(await as('diver', 'POST', diver, { ticket, code: codeNow(secret) }))).toBe('account.factor_expired');
    expect((await as('diver', 'POST', `${base}/options`)).statusCode).toBe(404);
    expect((await as('diver', 'DELETE', base)).statusCode).toBe(404);
    expect((await as('staff', 'POST', `${base}/options`)).statusCode).toBe(403);
    expect((await as('staff', 'DELETE', base)).statusCode).toBe(403);
  });

  it('cannot be removed by staff who have no other factor', async () => {
    const staff = `/api/account/user/${demoAffiliateIds.staff}/factor`;
    expect(codeOf(await as('staff', 'DELETE', staff))).toBe('account.factor_required');
  });

  it('is reset by another staff member with a reason, which notifies the person and signs them out', async () => {
    const { ticket, secret } = await enroll();
    await as('instructor', 'POST', base, { ticket, code: codeNow(secret) });
    expect((await as('staff', 'POST', `${base}/reset`, { reason: ' ' })).statusCode).toBe(400);
    expect((await as('diver', 'POST', `${base}/reset`, { reason: 'Lost phone' })).statusCode).toBe(403);
    expect((await as('staff', 'POST', `${base}/reset`, { reason: 'Lost phone, checked by call' })).statusCode).toBe(
      200,
    );
    const { rows } = await pool.query(
      `select data ->> 'reason' as reason, (select count(*)::int from notification
         where affiliate_id = $1 and kind = 'account.factor_reset') as notifications
       from audit_entry where action = 'account.factor_reset'`,
      [demoAffiliateIds.instructor],
    );
    expect(rows).toEqual([{ reason: 'Lost phone, checked by call', notifications: 1 }]);
    expect((await pool.query("select from pgboss.job where name = 'account.end-sessions'")).rowCount).toBe(1);
    expect(codeOf(await as('staff', 'POST', `${base}/reset`, { reason: 'Once more' }))).toBe('account.no_factor');
  });

  it('cannot be reset by staff for themselves', async () => {
    const own = `/api/account/user/${demoAffiliateIds.staff}/factor/reset`;
    expect((await as('staff', 'POST', own, { reason: 'My own phone' })).statusCode).toBe(403);
  });
});
