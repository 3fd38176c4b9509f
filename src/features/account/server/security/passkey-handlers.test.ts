import { beforeEach, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { createAuthenticator } from '#features/identity/server/authenticator-testing.ts';

const portal = await testPortal();
const externalPortal = await testPortal({ OIDC_ISSUER: 'https://issuer.test' });
const { pool } = portal.services.database;
const [diver, minor] = [400_001, 400_003];
const passkeys = (affiliateId: number, rest = '') => `/api/account/user/${affiliateId}/passkeys${rest}`;

beforeEach(async () => {
  await pool.query('truncate passkey, rate_counter, mail_outbox');
});

const requestOptions = (email: string, affiliateId: number) =>
  portal.request(email, 'POST', passkeys(affiliateId, '/options'));

async function add(email: string, affiliateId: number, name = 'My phone') {
  const { ticket, options } = (await requestOptions(email, affiliateId)).json();
  const response = createAuthenticator(portal.env.BASE_URL).make(options);
  return portal.request(email, 'POST', passkeys(affiliateId), { ticket, name, response });
}

const codeOf = (answer: { statusCode: number; json(): { errors: { code: string }[] } }) => [
  answer.statusCode,
  answer.json().errors[0]?.code,
];
const stored = async () => (await pool.query('select name from passkey')).rows.map((row) => row.name as string);
const mails = async () =>
  (await pool.query<{ to_address: string; subject: string }>('select * from mail_outbox order by to_address')).rows.map(
    ({ to_address, subject }) => [to_address, subject],
  );
const lastEntry = async () =>
  (await pool.query('select action, subject, data from audit_entry order by seq desc')).rows[0];

describe('POST user/{affiliateId}/passkeys', () => {
  it('adds the passkey to the account page, sends a mail and audits it', async () => {
    const answer = await add('diver@demo.test', diver, ' Maren’s phone ');
    expect(answer.statusCode).toBe(200);
    const passkey = answer.json();
    expect(passkey).toMatchObject({ name: 'Maren’s phone', isSynced: true, lastUsedAt: null });
    expect((await portal.request('diver@demo.test', 'GET', `/api/account/user/${diver}/account`)).json()).toMatchObject(
      {
        passkeys: [passkey],
      },
    );
    expect(await mails()).toEqual([['diver@demo.test', 'A passkey was added to your account']]);
    expect(await lastEntry()).toEqual({
      action: 'account.passkey_added',
      subject: `person:${diver}`,
      data: { relation: 'self', id: passkey.id },
    });
  });

  it('is rejected for guardians, staff and strangers', async () => {
    expect(codeOf(await requestOptions('guardian@demo.test', minor))).toEqual([403, 'access.denied']);
    expect(codeOf(await requestOptions('staff@demo.test', diver))).toEqual([403, 'access.denied']);
    expect(codeOf(await requestOptions('student@demo.test', diver))).toEqual([404, 'not_found']);
    const { ticket, options } = (await requestOptions('diver@demo.test', diver)).json();
    const response = createAuthenticator(portal.env.BASE_URL).make(options);
    const stolen = await portal.request('student@demo.test', 'POST', passkeys(400_002), {
      ticket,
      name: 'x',
      response,
    });
    expect(codeOf(stolen)).toEqual([422, 'account.passkey_refused']);
    expect(await stored()).toEqual([]);
  });

  it.each([
    ['without a name', { name: ' ' }, 400, 'request.invalid'],
    ['with a name that is too long', { name: 'x'.repeat(61) }, 400, 'request.invalid'],
    ['with an unknown ticket', { ticket: 'A'.repeat(43) }, 422, 'account.passkey_refused'],
    ['with an invalid response', { response: { id: 'x' } }, 422, 'account.passkey_refused'],
  ])('%s is rejected and stores nothing', async (_name, changed, status, code) => {
    const { ticket, options } = (await requestOptions('diver@demo.test', diver)).json();
    const response = createAuthenticator(portal.env.BASE_URL).make(options);
    const body = { ticket, name: 'Phone', response, ...changed };
    expect(codeOf(await portal.request('diver@demo.test', 'POST', passkeys(diver), body))).toEqual([status, code]);
    expect([await stored(), await mails()]).toEqual([[], []]);
  });

  it('returns 409 for more than twenty passkeys', async () => {
    await pool.query(
      `insert into passkey (sub, id, public_key, counter, name, is_synced)
       select sub, 'key-' || n, '', 0, 'Key', true from account, generate_series(1, 20) n where email = 'diver@demo.test'`,
    );
    expect(codeOf(await requestOptions('diver@demo.test', diver))).toEqual([409, 'account.passkeys_full']);
  });

  it('returns 409 with an external issuer', async () => {
    const url = passkeys(diver, '/options');
    const answer = await externalPortal.request('diver@demo.test', 'POST', url, { password: 'Diver123' });
    expect(codeOf(answer)).toEqual([409, 'account.password_elsewhere']);
  });
});

describe('DELETE user/{affiliateId}/passkeys/{id}', () => {
  const remove = (email: string, affiliateId: number, id: string) =>
    portal.request(email, 'DELETE', passkeys(affiliateId, `/${encodeURIComponent(id)}`));

  it('sends a mail, audits it, and returns 404 when repeated', async () => {
    const { id } = (await add('diver@demo.test', diver)).json();
    expect((await remove('diver@demo.test', diver, id)).statusCode).toBe(200);
    expect(await stored()).toEqual([]);
    expect((await mails()).at(-1)).toEqual(['diver@demo.test', 'A passkey was removed from your account']);
    expect(await lastEntry()).toMatchObject({ action: 'account.passkey_removed', data: { id } });
    expect(codeOf(await remove('diver@demo.test', diver, id))).toEqual([404, 'not_found']);
  });

  it('is allowed for a child’s guardian, and returns 404 for others', async () => {
    const { id } = (await add('minor@demo.test', minor)).json();
    expect(codeOf(await remove('student@demo.test', minor, id))).toEqual([404, 'not_found']);
    expect(codeOf(await remove('student@demo.test', 400_002, id))).toEqual([404, 'not_found']);
    expect(codeOf(await remove('staff@demo.test', minor, id))).toEqual([403, 'access.denied']);
    expect(await stored()).toEqual(['My phone']);
    await pool.query('truncate mail_outbox');
    expect((await remove('guardian@demo.test', minor, id)).statusCode).toBe(200);
    expect(await mails()).toEqual([
      ['guardian@demo.test', 'You removed one of Ida’s passkeys'],
      ['minor@demo.test', 'A passkey was removed from your account'],
    ]);
  });
});
