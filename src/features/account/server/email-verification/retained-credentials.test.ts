import { beforeEach, describe, expect, it } from 'vitest';
import { emailOf, demoAffiliateIds } from '#test/support/api/demo-people-testing.ts';
import {
  addPasskey,
  signIn,
  signInWithCode,
  signInWithPasskey,
  signUp,
  readVerificationMail,
  verifyEmail,
  type SignedInUser,
} from '#test/support/api/sign-up-testing.ts';
import { affiliateType } from '#domain/roles.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { codeAt, stepAt } from '#features/identity/server/second-factor/totp.ts';

const portal = await testPortal();
const { pool } = portal.services.database;
const own = { origin: portal.env.BASE_URL };
const staff = String(emailOf('staff'));
const codeNow = (secret: string, later = 0) => codeAt(secret, stepAt(new Date()) + later);
const rows = async <Row extends object>(sql: string, values: unknown[] = []) =>
  (await pool.query<Row>(sql, values)).rows;

async function factorsOf(email: string) {
  const [row] = await rows<{ apps: number; passkeys: string[]; codes: number }>(
    `select (select count(*)::int from second_factor f where f.sub = a.sub) as apps,
       array(select p.name from passkey p where p.sub = a.sub order by 1) as passkeys,
       (select count(*)::int from recovery_code r where r.sub = a.sub) as codes
     from account a where a.email = $1`,
    [email],
  );
  return row;
}
const removals = async (affiliateId: number) =>
  (
    await rows<{ kind: string }>(
      "select kind from security_log where affiliate_id = $1 and kind like '%.removed' order by id",
      [affiliateId],
    )
  ).map(({ kind }) => kind);

async function addApp(person: SignedInUser): Promise<string> {
  const url = `/api/account/user/${person.affiliateId}/factor`;
  const { ticket, secret } = (await person.call('POST', `${url}/options`)).json<{ ticket: string; secret: string }>();
  const added = await person.call('POST', url, { ticket, code: codeNow(secret) });
  expect(added.statusCode).toBe(200);
  return secret;
}

async function resetPassword(email: string, password: string): Promise<void> {
  await portal.app.inject({ method: 'POST', url: '/sso/forgot', headers: own, payload: { email } });
  const [mail] = await rows<{ text: string }>(
    "select text from mail_outbox where to_address = $1 and text like '%/sso/reset/%' order by created_at desc limit 1",
    [email],
  );
  const token = /\/sso\/reset\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const payload = { token, password };
  const answer = await portal.app.inject({ method: 'POST', url: '/sso/reset', headers: own, payload });
  expect(answer.statusCode).toBe(200);
}

describe('a staff member with an unverified address', () => {
  beforeEach(async () => {
    await rows('update account set email_verified_at = null where email = $1', [staff]);
    await rows('update person set email_verified_at = null where email = $1', [staff]);
    await rows('update second_factor set last_step = 0');
  });

  it('keeps the factor when the code is entered, and when the password is reset', async () => {
    const person = await signInWithCode(portal, staff, codeNow('JBSWY3DPEHPK3PXP'), 'Diver123');
    await person.call('POST', '/api/account/email-verification/send', {});
    await verifyEmail(portal, person);
    expect(await factorsOf(staff)).toMatchObject({ apps: 1 });

    await rows('update account set email_verified_at = null where email = $1', [staff]);
    await resetPassword(staff, 'Sea urchin 88');
    expect(await factorsOf(staff)).toMatchObject({ apps: 1 });
    expect(await removals(demoAffiliateIds.staff)).toEqual([]);
  });

  it('keeps the factor when a corrected address is reverted', async () => {
    const [row] = await rows<{ sub: string }>('select sub from account where email = $1', [staff]);
    await rows(
      `insert into person (sub, email, given_name, family_name, affiliate_type_id)
       values (gen_random_uuid()::text, 'second@demo.test', 'Ines', 'Prado', ${affiliateType.staff})`,
    );
    await portal.request('second@demo.test', 'POST', `/api/account/user/${demoAffiliateIds.staff}/email-correction`, {
      email: 'staff-new@demo.test',
      reason: 'Typing error',
    });
    const linkOf = async (to: string) => {
      const [mail] = await rows<{ text: string }>(
        'select text from mail_outbox where to_address = $1 order by created_at desc, id desc limit 1',
        [to],
      );
      return /\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    };
    const post = (path: string, payload: object) =>
      portal.app.inject({ method: 'POST', url: `/api/account/email-correction/${path}`, headers: own, payload });
    const confirmed = await post('confirm', { token: await linkOf('staff-new@demo.test'), password: 'Sea urchin 88' });
    expect(confirmed.payload).toBe('null');
    expect((await post('revert', { token: await linkOf(staff) })).payload).toBe('null');
    expect(await rows('select from account where sub = $1 and password_hash is null', [row?.sub])).toHaveLength(1);
    expect(await factorsOf(staff)).toMatchObject({ apps: 1 });
  });
});

describe('the first verification of a diver’s address', () => {
  let count = 0;
  let email = '';
  beforeEach(() => {
    count += 1;
    email = `noor-${count}@example.test`;
  });

  it('keeps credentials that were set up in the verifying session, and removes and records the rest', async () => {
    const person = await signUp(portal, email);
    const other = await signIn(portal, email);
    await addPasskey(portal, other, 'Backdoor');
    await addPasskey(portal, person, 'Own laptop');
    await verifyEmail(portal, person);
    expect(await factorsOf(email)).toMatchObject({ passkeys: ['Own laptop'] });
    expect(await removals(person.affiliateId)).toEqual(['passkey.removed']);
  });

  it('keeps the app that opened the session, with its recovery codes', async () => {
    const secret = await addApp(await signUp(portal, email));
    const person = await signInWithCode(portal, email, codeNow(secret, 1));
    await addPasskey(portal, await signInWithCode(portal, email, await anyRecoveryCode(person)), 'Backdoor');
    await verifyEmail(portal, person);
    expect(await factorsOf(email)).toEqual({ apps: 1, passkeys: [], codes: 10 });
  });

  it('keeps the passkey that opened the session, also when verified by the link', async () => {
    const first = await signUp(portal, email);
    const device = await addPasskey(portal, first, 'Phone');
    await addPasskey(portal, first, 'Other phone');
    await addApp(first);
    const person = await signInWithPasskey(portal, email, device);
    const { token } = await readVerificationMail(portal, email);
    expect((await person.browser.post('/api/account/email-verification/link', { token })).statusCode).toBe(200);
    expect(await factorsOf(email)).toEqual({ apps: 0, passkeys: ['Phone'], codes: 0 });
    expect((await removals(person.affiliateId)).toSorted()).toEqual(['factor.removed', 'passkey.removed']);
  });

  it('removes all credentials when the password is reset', async () => {
    const person = await signUp(portal, email);
    await addPasskey(portal, person, 'Backdoor');
    await addApp(person);
    await resetPassword(email, 'Sea urchin 88');
    expect(await factorsOf(email)).toEqual({ apps: 0, passkeys: [], codes: 0 });
    expect((await removals(person.affiliateId)).toSorted()).toEqual(['factor.removed', 'passkey.removed']);
  });
});

async function anyRecoveryCode(person: SignedInUser): Promise<string> {
  const answer = await person.call('POST', `/api/account/user/${person.affiliateId}/factor/recovery-codes`);
  return answer.json<{ recoveryCodes: string[] }>().recoveryCodes[0] ?? '';
}
