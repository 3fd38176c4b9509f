import { beforeEach, describe, expect, it } from 'vitest';
import {
  signIn,
  signUp,
  signUpPassword,
  readVerificationMail,
  verifyEmail,
  type SignedInUser,
} from '#test/support/api/sign-up-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { codeAt, stepAt } from '#features/identity/server/second-factor/totp.ts';
import { createAuthenticator } from '#features/identity/server/authenticator-testing.ts';

const portal = await testPortal();
const rows = async <Row extends object>(sql: string, values: unknown[] = []) =>
  (await portal.services.database.pool.query<Row>(sql, values)).rows;

let count = 0;
let email = '';
beforeEach(() => {
  count += 1;
  email = `noor-${count}@example.test`;
});

async function setUpCredentials(by: SignedInUser): Promise<void> {
  const url = `/api/account/user/${by.affiliateId}`;
  const passkey = (await by.call('POST', `${url}/passkeys/options`, { password: signUpPassword })).json<{
    ticket: string;
    options: Record<string, unknown>;
  }>();
  const response = createAuthenticator(portal.env.BASE_URL).make(passkey.options);
  await by.call('POST', `${url}/passkeys`, { ticket: passkey.ticket, name: 'Backdoor', response });
  const factor = (await by.call('POST', `${url}/factor/options`, {})).json<{ ticket: string; secret: string }>();
  const code = codeAt(factor.secret, stepAt(new Date()));
  await by.call('POST', `${url}/factor`, { ticket: factor.ticket, code });
}

const credentials = async () =>
  (
    await rows<{ passkeys: number; factors: number; recoveryCodes: number }>(
      `select (select count(*)::int from passkey where sub = a.sub) as passkeys,
         (select count(*)::int from second_factor where sub = a.sub) as factors,
         (select count(*)::int from recovery_code where sub = a.sub) as "recoveryCodes"
       from account a where email = $1`,
      [email],
    )
  )[0];

async function reset(): Promise<void> {
  const headers = { origin: portal.env.BASE_URL };
  await portal.app.inject({ method: 'POST', url: '/sso/forgot', headers, payload: { email } });
  const [mail] = await rows<{ text: string }>(
    "select text from mail_outbox where to_address = $1 and text like '%/sso/reset/%'",
    [email],
  );
  const token = /\/sso\/reset\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const payload = { token, password: 'Sea urchin 88' };
  expect((await portal.app.inject({ method: 'POST', url: '/sso/reset', headers, payload })).statusCode).toBe(200);
}

async function openLink(browser: SignedInUser['browser'], password?: string): Promise<void> {
  const { token } = await readVerificationMail(portal, email);
  const answer = await browser.post('/api/account/email-verification/link', { token, password });
  expect(answer.statusCode).toBe(200);
}

describe('the first verification of an address', () => {
  it.each<[string, (person: SignedInUser) => Promise<void>, boolean]>([
    ['the code', (person) => verifyEmail(portal, person), true],
    ['the link in a signed-in browser', (person) => openLink(person.browser), true],
    ['a reset', reset, false],
  ])(
    'with %s removes every passkey, factor and recovery code, and ends other sessions',
    async (_by, verify, isSessionRetained) => {
      const person = await signUp(portal, email);
      const other = await signIn(portal, email);
      await setUpCredentials(other);
      expect(await credentials()).toEqual({ passkeys: 1, factors: 1, recoveryCodes: 10 });
      await verify(person);
      expect(await credentials()).toEqual({ passkeys: 0, factors: 0, recoveryCodes: 0 });
      // A reset needs no session, and ends every session in the same transaction.
      expect((await person.session()) !== null).toBe(isSessionRetained);
      expect(await other.session()).toBeNull();
    },
  );

  it('with the link and the password in another browser removes credentials and ends every session', async () => {
    const person = await signUp(portal, email);
    await setUpCredentials(person);
    const { token } = await readVerificationMail(portal, email);
    const answer = await portal.app.inject({
      method: 'POST',
      url: '/api/account/email-verification/link',
      headers: { origin: portal.env.BASE_URL },
      payload: { token, password: signUpPassword },
    });
    expect(answer.statusCode).toBe(200);
    expect(await credentials()).toEqual({ passkeys: 0, factors: 0, recoveryCodes: 0 });
    expect(await person.session()).toBeNull();
  });

  it('with a reset invalidates a stranger’s started factor setup', async () => {
    const stranger = await signUp(portal, email);
    const url = `/api/account/user/${stranger.affiliateId}/factor`;
    const enrollment = (await stranger.call('POST', `${url}/options`, {})).json<{ ticket: string; secret: string }>();
    await reset();
    const code = codeAt(enrollment.secret, stepAt(new Date()));
    expect((await stranger.call('POST', url, { ticket: enrollment.ticket, code })).statusCode).not.toBe(200);
    expect(await stranger.session()).toBeNull();
    expect(await credentials()).toEqual({ passkeys: 0, factors: 0, recoveryCodes: 0 });
  });

  it('happens once: a later reset does not remove passkeys and factors', async () => {
    const person = await signUp(portal, email);
    await verifyEmail(portal, person);
    await setUpCredentials(person);
    await reset();
    expect(await credentials()).toEqual({ passkeys: 1, factors: 1, recoveryCodes: 10 });
  });
});
