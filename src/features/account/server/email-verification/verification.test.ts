import { beforeEach, describe, expect, it } from 'vitest';
import { restContracts } from '#app/server/contracts.ts';
import {
  signIn,
  signUp,
  signUpPassword,
  readVerificationMail,
  verifyEmail,
} from '#test/support/api/sign-up-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { logbookApi } from '#features/logbook/shared/logbook-api.ts';
import { createAuthenticator } from '#features/identity/server/authenticator-testing.ts';

const portal = await testPortal();
const { pool } = portal.services.database;
const rows = async <Row extends object>(sql: string, values: unknown[] = []) =>
  (await pool.query<Row>(sql, values)).rows;
const base = '/api/account/email-verification';
const own = { origin: portal.env.BASE_URL };
const codeOf = (response: { json(): unknown }) => (response.json() as { errors: { code: string }[] }).errors[0]?.code;
const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  portal.app.inject({ method: 'POST', url: `${base}/${path}`, headers: { ...own, ...headers }, payload });
const verifiedOf = async (email: string) =>
  (
    await rows<{ account: boolean; person: boolean }>(
      `select a.email_verified_at is not null as account, p.email_verified_at is not null as person
       from account a join person p on p.sub = a.sub::text where a.email = $1`,
      [email],
    )
  )[0];
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/**
 * Endpoints that need a verified address: purchases, guardianship, codes, physician links and mails to other people.
 */
const verifiedOnly = [
  'POST checkout',
  'POST orders/{orderId}/pay',
  'POST club/join',
  'POST payment-requests',
  'POST payment-requests/club',
  'POST payment-requests/{requestId}/approve',
  'POST Applications/{id}/submit-to-member',
  'POST Applications/{id}/pay',
  'POST Children',
  'POST Invites',
  'POST Invites/{id}/restore',
  'POST Invites/accept',
  'POST Invites/{id}/agree',
  'POST Invites/{id}/veto',
  'POST Children/{affiliateId}/guardians/{guardianId}/removal-request',
  'POST Removals/{id}/agree',
  'POST Removals/{id}/decline',
  'DELETE Children/{affiliateId}/guardians/{guardianId}',
  'POST Guardians/restore',
  'POST payment-requests',
  'POST payment-requests/club',
  'POST payment-requests/{requestId}/approve',
  'POST payment-requests/{requestId}/decline',
  'POST Drafts/{id}/ask-guardian',
  'POST Records/{id}/physician-link',
  'POST codes/{code}/redeem',
  'POST codes/{code}/redeem/specialty',
  'POST codes/{code}/share',
  'POST codes/{code}/affiliate',
  'POST {token}/claim',
  'POST user/{affiliateId}/exports',
  'POST user/{affiliateId}/exports/{id}/link',
];

let count = 0;
let email = '';
beforeEach(() => {
  count += 1;
  email = `noor-${count}@example.test`;
});

async function addPasskey(person: Awaited<ReturnType<typeof signUp>>): Promise<void> {
  const url = `/api/account/user/${person.affiliateId}/passkeys`;
  const started = await person.call('POST', `${url}/options`, { password: signUpPassword });
  const { ticket, options } = started.json<{ ticket: string; options: Record<string, unknown> }>();
  const device = createAuthenticator(portal.env.BASE_URL);
  const added = await person.call('POST', url, { ticket, name: 'Backdoor', response: device.make(options) });
  expect(added.statusCode).toBe(200);
}

describe('signing up', () => {
  it('signs in, sends one mail with the code after its greeting, and leaves the address unverified', async () => {
    const person = await signUp(portal, email);
    expect((await person.session())?.email_verified).toBe(false);
    expect(await verifiedOf(email)).toEqual({ account: false, person: false });
    const mails = await rows<{ subject: string; text: string; html: string }>(
      'select subject, text, html from mail_outbox where to_address = $1',
      [email],
    );
    const { code, token } = await readVerificationMail(portal, email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text.split('\n\n')[1]).toBe(code);
    expect(mails[0]?.subject).not.toContain(code);
    expect(mails[0]?.html).toContain(code);
    expect(token).not.toBe('');
    // The name may have been typed by a stranger.
    expect(mails[0]?.text).not.toContain('Noor');
  });

  it('stores neither the code nor the token', async () => {
    await signUp(portal, email);
    const { code, token } = await readVerificationMail(portal, email);
    const stored = JSON.stringify([
      await rows('select * from email_verification'),
      await rows('select * from link_token'),
    ]);
    expect(stored).not.toContain(`"${code}"`);
    expect(stored).not.toContain(token);
  });
});

describe('the code', () => {
  it('verifies account and person, keeps this session and ends every other session and passkey', async () => {
    const person = await signUp(portal, email);
    const other = await signIn(portal, email);
    await addPasskey(other);
    const staleToken = (await other.session())?.token;
    await verifyEmail(portal, person);
    expect(await verifiedOf(email)).toEqual({ account: true, person: true });
    expect((await person.session())?.email_verified).toBe(true);
    expect(await other.session()).toBeNull();
    expect(await rows('select from passkey where name = $1', ['Backdoor'])).toEqual([]);
    const rejection = await portal.app.inject({
      method: 'GET',
      url: `/api/account/user/${other.affiliateId}/account`,
      headers: { authorization: `Bearer ${staleToken}`, 'affiliate-id': String(other.affiliateId) },
    });
    expect(rejection.statusCode).toBe(401);
    expect(
      await rows("select from security_log where kind = 'email.verified' and affiliate_id = $1", [person.affiliateId]),
    ).toHaveLength(1);
  });

  it('returns 422 when wrong, and 410 after five attempts until a new code is sent', async () => {
    const person = await signUp(portal, email);
    const { code } = await readVerificationMail(portal, email);
    for (let attempt = 0; attempt < 5; attempt++) {
      const wrong = await person.call('POST', `${base}/code`, { code: wrongFor(code) });
      expect([wrong.statusCode, codeOf(wrong)]).toEqual([422, 'identity.email_code_wrong']);
    }
    const late = await person.call('POST', `${base}/code`, { code });
    expect([late.statusCode, codeOf(late)]).toEqual([410, 'identity.email_code_expired']);
    await person.call('POST', `${base}/send`, { isAgain: true });
    await verifyEmail(portal, person);
    expect(await verifiedOf(email)).toEqual({ account: true, person: true });
  });

  it('expires after 30 minutes', async () => {
    const person = await signUp(portal, email);
    const { code } = await readVerificationMail(portal, email);
    await rows("update email_verification set expires_at = now() - interval '1 second'");
    expect(codeOf(await person.call('POST', `${base}/code`, { code }))).toBe('identity.email_code_expired');
  });

  it('is rejected for another account, and returns 400 for malformed input', async () => {
    const person = await signUp(portal, email);
    const stranger = await signUp(portal, `other-${email}`);
    const { code } = await readVerificationMail(portal, email);
    const response = await stranger.call('POST', `${base}/code`, { code });
    expect(response.statusCode === 422 || codeOf(response) === 'identity.email_code_wrong').toBe(true);
    for (const bad of ['12345', '1234567', 'abcdef', '']) {
      expect((await person.call('POST', `${base}/code`, { code: bad })).statusCode).toBe(400);
    }
    expect(await verifiedOf(email)).toEqual({ account: false, person: false });
  });

  it('is resent at most five times an hour, and only on request while one is active', async () => {
    const person = await signUp(portal, email);
    const mails = async () => (await rows('select from mail_outbox where to_address = $1', [email])).length;
    expect((await person.call('POST', `${base}/send`, {})).json()).toEqual({ email, isVerified: false });
    expect(await mails()).toBe(1);
    const statuses: number[] = [];
    for (let index = 0; index < 6; index++)
      statuses.push((await person.call('POST', `${base}/send`, { isAgain: true })).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await mails()).toBe(6);
  });
});

describe('the link', () => {
  it('changes nothing when it is opened', async () => {
    await signUp(portal, email);
    const { token } = await readVerificationMail(portal, email);
    expect((await portal.app.inject({ method: 'GET', url: `/sso/verify/${token}` })).statusCode).toBe(200);
    expect((await post('check', { token })).json()).toEqual({ email, isSignedIn: false });
    expect(await verifiedOf(email)).toEqual({ account: false, person: false });
  });

  it('verifies the address in a signed-in browser, and keeps that session', async () => {
    const person = await signUp(portal, email);
    const other = await signIn(portal, email);
    const { token } = await readVerificationMail(portal, email);
    expect((await person.browser.post(`${base}/check`, { token })).json()).toEqual({ email, isSignedIn: true });
    expect((await person.browser.post(`${base}/link`, { token })).statusCode).toBe(200);
    expect((await person.session())?.email_verified).toBe(true);
    expect(await other.session()).toBeNull();
    expect(codeOf(await person.browser.post(`${base}/link`, { token }))).toBe('identity.link_expired');
  });

  it('needs the password in another browser, and then ends every session', async () => {
    const person = await signUp(portal, email);
    const { token } = await readVerificationMail(portal, email);
    expect(codeOf(await post('link', { token }))).toBe('identity.incorrect_password');
    expect(codeOf(await post('link', { token, password: 'Wrong one 1' }))).toBe('identity.incorrect_password');
    expect(await verifiedOf(email)).toEqual({ account: false, person: false });
    expect((await post('link', { token, password: signUpPassword })).statusCode).toBe(200);
    expect(await verifiedOf(email)).toEqual({ account: true, person: true });
    expect(await person.session()).toBeNull();
  });

  it('is rejected from another origin, when forged, and after 24 hours', async () => {
    const person = await signUp(portal, email);
    const { token } = await readVerificationMail(portal, email);
    const foreign = await post('link', { token, password: signUpPassword }, { origin: 'https://elsewhere.test' });
    expect(foreign.statusCode).toBe(403);
    expect(codeOf(await post('check', { token: 'x'.repeat(43) }))).toBe('identity.link_expired');
    await rows("update link_token set expires_at = now() where purpose = 'identity.verify-email'");
    expect(codeOf(await person.browser.post(`${base}/link`, { token }))).toBe('identity.link_expired');
  });
});

describe('“This wasn’t me”', () => {
  const addOwnSite = (affiliateId: number) =>
    rows("insert into own_dive_site (affiliate_id, name, search_name) values ($1, 'Harbour', 'harbour')", [
      affiliateId,
    ]);

  it('deletes the account and frees the address', async () => {
    const stranger = await signUp(portal, email);
    const { token } = await readVerificationMail(portal, email);
    expect((await post('not-me', { token })).statusCode).toBe(200);
    expect(await rows('select from account where email = $1', [email])).toEqual([]);
    expect(await rows('select from person where email = $1', [email])).toEqual([]);
    expect(await stranger.session()).toBeNull();
    expect((await signUp(portal, email)).affiliateId).not.toBe(stranger.affiliateId);
  });

  it('closes an account with data, frees the address and schedules the erasure', async () => {
    const stranger = await signUp(portal, email);
    await addPasskey(stranger);
    const { token } = await readVerificationMail(portal, email);
    await addOwnSite(stranger.affiliateId);
    expect((await post('not-me', { token })).statusCode).toBe(200);
    expect(await stranger.session()).toBeNull();
    expect(await rows('select from account where email = $1', [email])).toEqual([]);
    expect(await rows('select from person where email = $1', [email])).toEqual([]);
    expect(await rows('select from passkey where name = $1', ['Backdoor'])).toEqual([]);
    const due = 'select from account_deletion where affiliate_id = $1 and due_at <= now()';
    expect(await rows(due, [stranger.affiliateId])).toHaveLength(1);
    expect((await signUp(portal, email)).affiliateId).not.toBe(stranger.affiliateId);
  });

  it('deletes an account that has only a country', async () => {
    const stranger = await signUp(portal, email);
    await stranger.call('PUT', '/api/shop/billing/country', { country: 'DE' });
    const { token } = await readVerificationMail(portal, email);
    expect((await post('not-me', { token })).statusCode).toBe(200);
    expect(await rows('select from account_deletion where affiliate_id = $1', [stranger.affiliateId])).toEqual([]);
    expect(await rows('select from billing_country where affiliate_id = $1', [stranger.affiliateId])).toEqual([]);
  });

  it('rejects an account that existed before it had an address, and a verified one', async () => {
    const person = await signUp(portal, email);
    const { token } = await readVerificationMail(portal, email);
    await addOwnSite(person.affiliateId);
    await rows('update account set delete_unverified_at = null where email = $1', [email]);
    expect(codeOf(await post('not-me', { token }))).toBe('account.not_empty');
    expect(await person.session()).not.toBeNull();
    await verifyEmail(portal, person);
    expect(codeOf(await post('not-me', { token }))).toBe('identity.link_expired');
    expect(await rows('select from account where email = $1', [email])).toHaveLength(1);
  });

  it('does not delete invitations to the address', async () => {
    await signUp(portal, email);
    const { token } = await readVerificationMail(portal, email);
    await rows(
      `insert into guardian_invite (affiliate_id, email, invited_by, expires_at)
       values (400003, $1, 400004, now() + interval '7 days')`,
      [email],
    );
    await post('not-me', { token });
    expect(await rows('select from guardian_invite where email = $1', [email])).toHaveLength(1);
  });
});

describe('an account that a stranger created with another person’s address', () => {
  it('loses its credentials once the owner resets the password', async () => {
    const attacker = await signUp(portal, email);
    await addPasskey(attacker);
    await portal.app.inject({ method: 'POST', url: '/sso/forgot', headers: own, payload: { email } });
    const [mail] = await rows<{ text: string }>(
      "select text from mail_outbox where to_address = $1 and text like '%/sso/reset/%'",
      [email],
    );
    const token = /\/sso\/reset\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
    const reset = await portal.app.inject({
      method: 'POST',
      url: '/sso/reset',
      headers: own,
      payload: { token, password: 'Sea urchin 88' },
    });
    expect(reset.statusCode).toBe(200);
    expect(await verifiedOf(email)).toEqual({ account: true, person: true });
    expect(await rows('select from passkey where name = $1', ['Backdoor'])).toEqual([]);
    const [notice] = await rows<{ text: string }>(
      "select text from mail_outbox where to_address = $1 and subject like '%password%' order by created_at desc",
      [email],
    );
    expect(notice?.text).not.toContain('Backdoor');
  });

  it('cannot buy, be a guardian, or send mail to others before the verification', async () => {
    const attacker = await signUp(portal, email);
    const rejectedEndpoints: string[] = [];
    for (const { base: service, endpoints } of restContracts) {
      for (const [key, { requires }] of Object.entries(endpoints)) {
        if (!requires?.includes('verifiedEmail')) continue;
        const [method = '', path = ''] = key.split(' ');
        const filled = path.replaceAll(/\{\w+\}/g, () => '1');
        const response = await attacker.call(method as 'POST', `${service}/${filled}`, {});
        expect([key, response.statusCode, codeOf(response)]).toEqual([key, 403, 'identity.email_unverified']);
        rejectedEndpoints.push(key);
      }
    }
    expect(rejectedEndpoints).toEqual(expect.arrayContaining(verifiedOnly));
    expect(logbookApi.mutations.submitLog.requires).toEqual(['verifiedEmail']);
    // Browsing and filling in forms is allowed.
    expect((await attacker.call('GET', '/api/shop/products?country=US')).statusCode).not.toBe(403);
    expect((await attacker.call('GET', `/api/account/user/${attacker.affiliateId}/account`)).statusCode).toBe(200);
  });
});
