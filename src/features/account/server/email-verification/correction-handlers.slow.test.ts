import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { signIn, signUp, signUpPassword, verifyEmail, type SignedInUser } from '#test/support/api/sign-up-testing.ts';
import { affiliateType } from '#domain/roles.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { createAuthenticator } from '#features/identity/server/authenticator-testing.ts';

const portal = await testPortal();
const { pool } = portal.services.database;
const rows = async <Row extends object>(sql: string, values: unknown[] = []) =>
  (await pool.query<Row>(sql, values)).rows;
const own = { origin: portal.env.BASE_URL };
const codeOf = (response: { json(): unknown }) =>
  (response.json() as { errors?: { code: string }[] }).errors?.[0]?.code;
const staff = 'staff@demo.test';
const reason = 'The diver showed an ID card at the desk.';

let count = 0;
let oldEmail = '';
let newEmail = '';
let person: SignedInUser;
beforeEach(async () => {
  count += 1;
  oldEmail = `noor-${count}@mistyped.test`;
  newEmail = `noor-${count}@example.test`;
  person = await signUp(portal, oldEmail);
  await verifyEmail(portal, person);
  await rows('delete from mail_outbox');
});

const urlOf = (affiliateId: number) => `/api/account/user/${affiliateId}/email-correction`;
const correct = (by: string, email = newEmail, payload: object = { reason }) =>
  portal.request(by, 'POST', urlOf(person.affiliateId), { email, ...payload });
const post = (path: string, payload: object) =>
  portal.app.inject({ method: 'POST', url: `/api/account/email-correction/${path}`, headers: own, payload });
const confirm = (token: string, password = signUpPassword) => post('confirm', { token, password });
const subjectsTo = async (email: string) =>
  (
    await rows<{ subject: string }>('select subject from mail_outbox where to_address = $1 order by created_at', [
      email,
    ])
  ).map(({ subject }) => subject);
/** The token in the newest mail to an address. */
async function tokenFor(email: string): Promise<string> {
  const [mail] = await rows<{ text: string }>(
    "select text from mail_outbox where to_address = $1 and text like '%/sso/email/%' order by created_at desc",
    [email],
  );
  return /\/sso\/email\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
}
const addressOf = async () =>
  (
    await rows<{ account: string; person: string; isVerified: boolean }>(
      `select a.email as account, p.email as person,
         a.email_verified_at is not null and p.email_verified_at is not null as "isVerified"
       from account a join person p on p.sub = a.sub::text where p.affiliate_id = $1`,
      [person.affiliateId],
    )
  )[0];
const isAt = (email: string) => ({ account: email, person: email, isVerified: true });
const audited = async () =>
  (
    await rows<{ action: string }>('select action from audit_entry where subject = $1 order by seq', [
      `person:${person.affiliateId}`,
    ])
  )
    .map(({ action }) => action)
    .filter((action) => action.startsWith('account.email_correct') || action.startsWith('account.email_revert'));

describe('a correction by staff', () => {
  it('changes nothing before the confirmation, and notifies both addresses', async () => {
    const answer = await correct(staff);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ newEmail, reason });
    expect(await addressOf()).toEqual(isAt(oldEmail));
    expect(await person.session()).not.toBeNull();
    expect(await subjectsTo(newEmail)).toEqual(['Confirm your new email address']);
    expect(await subjectsTo(oldEmail)).toEqual(['We’re changing your email address']);
    expect((await portal.request(staff, 'GET', urlOf(person.affiliateId))).json()).toMatchObject({
      email: oldEmail,
      pending: { newEmail, reason },
    });
    expect(await audited()).toEqual(['account.email_correction_requested']);
  });

  it('rejects a missing reason, an invalid address and the same address', async () => {
    for (const [email, payload] of [
      [newEmail, {}],
      [newEmail, { reason: '  ' }],
      ['not an address', { reason }],
    ] as const)
      expect((await correct(staff, email, payload)).statusCode).toBe(400);
    expect(codeOf(await correct(staff, oldEmail.toUpperCase()))).toBe('account.email_unchanged');
    expect(await rows('select from email_correction where affiliate_id = $1', [person.affiliateId])).toEqual([]);
    expect(await rows('select from mail_outbox')).toEqual([]);
  });

  it('returns 409 for an address that another account has, in any case', async () => {
    const rejection = await correct(staff, 'Diver@Demo.test');
    expect([rejection.statusCode, codeOf(rejection)]).toEqual([409, 'identity.email_taken']);
    expect(await subjectsTo('Diver@Demo.test')).toEqual([]);
  });

  it.each(['diver@demo.test', 'guardian@demo.test', 'instructor@demo.test', 'store@demo.test'])(
    'is rejected for %s',
    async (email) => {
      expect((await correct(email)).statusCode).toBe(403);
      expect((await portal.request(email, 'GET', urlOf(person.affiliateId))).statusCode).toBe(403);
      expect((await portal.request(email, 'DELETE', urlOf(person.affiliateId))).statusCode).toBe(403);
    },
  );

  it('is rejected for the person themselves and for the clerk’s own address', async () => {
    expect((await person.call('POST', urlOf(person.affiliateId), { email: newEmail, reason })).statusCode).toBe(403);
    const ownAddress = await portal.request(staff, 'POST', urlOf(400_008), { email: newEmail, reason });
    expect([ownAddress.statusCode, codeOf(ownAddress)]).toEqual([403, 'access.denied']);
  });

  it('needs a recent confirmation', async () => {
    const [row] = await rows<{ sub: string }>('select sub from person where affiliate_id = 400008');
    const { token } = await portal.services.tokens.mint({
      sub: row?.sub ?? '',
      affiliateId: 400_008,
      affiliateTypeId: affiliateType.staff,
      sessionId: randomUUID(),
      isEmailVerified: true,
      confirmedAtMs: Date.now() - 31 * 60_000,
    });
    const response = await portal.app.inject({
      method: 'POST',
      url: urlOf(person.affiliateId),
      headers: { authorization: `Bearer ${token}`, 'affiliate-id': '400008' },
      payload: { email: newEmail, reason },
    });
    expect([response.statusCode, codeOf(response)]).toEqual([403, 'identity.confirm_required']);
    expect(await rows('select from mail_outbox')).toEqual([]);
  });

  it('can be canceled, which invalidates its links', async () => {
    await correct(staff);
    const token = await tokenFor(newEmail);
    const revertToken = await tokenFor(oldEmail);
    expect((await portal.request(staff, 'DELETE', urlOf(person.affiliateId))).statusCode).toBe(200);
    for (const response of [
      await confirm(token),
      await post('revert', { token: revertToken }),
      await post('check', { token }),
    ])
      expect([response.statusCode, codeOf(response)]).toEqual([410, 'identity.link_expired']);
    expect(await addressOf()).toEqual(isAt(oldEmail));
    expect((await portal.request(staff, 'DELETE', urlOf(person.affiliateId))).statusCode).toBe(404);
    expect(await audited()).toEqual(['account.email_correction_requested', 'account.email_correction_cancelled']);
  });

  it('replaces the previous correction', async () => {
    await correct(staff, `typo-${newEmail}`);
    await correct(staff);
    expect(codeOf(await confirm(await tokenFor(`typo-${newEmail}`)))).toBe('identity.link_expired');
    expect((await confirm(await tokenFor(newEmail))).statusCode).toBe(200);
    expect(await addressOf()).toEqual(isAt(newEmail));
  });
});

describe('the new address', () => {
  it('is confirmed with the password, which notifies both addresses and ends every session', async () => {
    await correct(staff);
    const token = await tokenFor(newEmail);
    expect((await post('check', { token })).json()).toEqual({
      action: 'confirm',
      isConfirmed: false,
      oldEmail,
      newEmail,
      isSignedIn: false,
    });
    expect(await addressOf()).toEqual(isAt(oldEmail));
    await rows('delete from mail_outbox');
    expect((await confirm(token)).statusCode).toBe(200);
    expect(await addressOf()).toEqual(isAt(newEmail));
    expect(await person.session()).toBeNull();
    for (const email of [newEmail, oldEmail])
      expect(await subjectsTo(email)).toEqual(['Your email address was changed']);
    await expect(signIn(portal, oldEmail)).rejects.toThrow('identity.wrong_credentials');
    expect((await signIn(portal, newEmail)).affiliateId).toBe(person.affiliateId);
    expect(codeOf(await confirm(token))).toBe('identity.link_expired');
    expect(await audited()).toEqual(['account.email_correction_requested', 'account.email_corrected']);
  });

  it('is confirmed without the password if the account is signed in', async () => {
    await correct(staff);
    const token = await tokenFor(newEmail);
    expect((await person.browser.post('/api/account/email-correction/confirm', { token })).statusCode).toBe(200);
    expect(await addressOf()).toEqual(isAt(newEmail));
  });

  it('is rejected without the password, with a stranger’s session, and after three days', async () => {
    await correct(staff);
    const token = await tokenFor(newEmail);
    const stranger = await signUp(portal, `stranger-${newEmail}`);
    for (const response of [
      await post('confirm', { token }),
      await confirm(token, 'Wrong one 1'),
      await stranger.browser.post('/api/account/email-correction/confirm', { token }),
    ])
      expect(codeOf(response)).toBe('identity.incorrect_password');
    const [left] = await rows<{ days: number }>(
      `select round(extract(epoch from expires_at - now()) / 86400)::int as days from link_token
       where purpose = 'account.email-correction.confirm' order by created_at desc limit 1`,
    );
    expect(left?.days).toBe(3);
    await rows("update link_token set expires_at = now() where purpose = 'account.email-correction.confirm'");
    expect(codeOf(await confirm(token))).toBe('identity.link_expired');
    expect(await addressOf()).toEqual(isAt(oldEmail));
  });

  it('returns an error when another account has signed up with the new address', async () => {
    await correct(staff);
    await signUp(portal, newEmail);
    const response = await confirm(await tokenFor(newEmail));
    expect([response.statusCode, codeOf(response)]).toEqual([409, 'identity.email_taken']);
    expect(await addressOf()).toEqual(isAt(oldEmail));
  });
});

describe('the corrected address of a child', () => {
  it('notifies every guardian, also when it is reverted', async () => {
    await rows("update person set birthdate = now()::date - interval '12 years' where affiliate_id = $1", [
      person.affiliateId,
    ]);
    await rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, 400004)', [person.affiliateId]);
    const takeNotifications = () =>
      rows(
        `delete from notification where affiliate_id = 400004 and kind ~ 'email' returning kind, values->>'email' as email`,
      );
    await correct(staff);
    await confirm(await tokenFor(newEmail));
    expect(await takeNotifications()).toEqual([{ kind: 'account.child_email_changed', email: newEmail }]);
    await post('revert', { token: await tokenFor(oldEmail) });
    expect(await takeNotifications()).toEqual([{ kind: 'account.child_email_changed', email: oldEmail }]);
  });
});

describe('the old address', () => {
  async function addCredentials(by: SignedInUser): Promise<void> {
    const url = `/api/account/user/${by.affiliateId}/passkeys`;
    const { ticket, options } = (await by.call('POST', `${url}/options`, { password: signUpPassword })).json<{
      ticket: string;
      options: Record<string, unknown>;
    }>();
    const device = createAuthenticator(portal.env.BASE_URL);
    const added = await by.call('POST', url, { ticket, name: 'Backdoor', response: device.make(options) });
    expect(added.statusCode).toBe(200);
  }

  it('cancels a correction that is not confirmed yet', async () => {
    await correct(staff);
    const token = await tokenFor(newEmail);
    const revertToken = await tokenFor(oldEmail);
    // The page announces no sign-out while nothing has changed.
    expect((await post('check', { token: revertToken })).json()).toMatchObject({
      action: 'revert',
      isConfirmed: false,
    });
    expect((await post('revert', { token: revertToken })).statusCode).toBe(200);
    expect(codeOf(await confirm(token))).toBe('identity.link_expired');
    expect(await addressOf()).toEqual(isAt(oldEmail));
    expect(await person.session()).not.toBeNull();
  });

  it('reverts a correction for 7 days, removes new credentials and notifies both addresses', async () => {
    await correct(staff);
    await confirm(await tokenFor(newEmail));
    const taker = await signIn(portal, newEmail);
    await addCredentials(taker);
    const token = await tokenFor(oldEmail);
    const [left] = await rows<{ days: number }>(
      `select round(extract(epoch from expires_at - now()) / 86400)::int as days from link_token
       where purpose = 'account.email-correction.revert' order by created_at desc limit 1`,
    );
    expect(left?.days).toBe(7);
    expect((await post('check', { token })).json()).toMatchObject({
      action: 'revert',
      oldEmail,
      newEmail,
      isConfirmed: true,
    });
    await rows('delete from mail_outbox');
    expect((await post('revert', { token })).statusCode).toBe(200);
    expect(await addressOf()).toEqual(isAt(oldEmail));
    expect(await taker.session()).toBeNull();
    expect(await rows("select from passkey where name = 'Backdoor'")).toEqual([]);
    for (const email of [oldEmail, newEmail])
      await expect(signIn(portal, email)).rejects.toThrow('identity.wrong_credentials');
    expect(await subjectsTo(oldEmail)).toEqual(['Your account uses this address again']);
    expect(await subjectsTo(newEmail)).toEqual(['Your email address was changed back']);
    expect(codeOf(await post('revert', { token }))).toBe('identity.link_expired');
    expect((await audited()).at(-1)).toBe('account.email_reverted');
  });

  it('is reserved for 7 days against sign-ups and other corrections', async () => {
    const other = await signUp(portal, `other-${count}@example.test`);
    await verifyEmail(portal, other);
    const correctOther = () => portal.request(staff, 'POST', urlOf(other.affiliateId), { email: oldEmail, reason });
    await correct(staff);
    await confirm(await tokenFor(newEmail));
    await expect(signUp(portal, oldEmail.toUpperCase())).rejects.toThrow('identity.email_taken');
    const response = await correctOther();
    expect([response.statusCode, codeOf(response)]).toEqual([409, 'identity.email_taken']);
    // Staff can still correct it back for the person who had it.
    expect((await correct(staff, oldEmail)).statusCode).toBe(200);
    await portal.request(staff, 'DELETE', urlOf(person.affiliateId));
    await rows("update email_correction set confirmed_at = now() - interval '8 days' where confirmed_at is not null");
    expect((await correctOther()).statusCode).toBe(200);
    expect((await signUp(portal, oldEmail)).email).toBe(oldEmail);
  });

  it('reverts even if a stranger signed up with it without verifying it', async () => {
    await correct(staff);
    await confirm(await tokenFor(newEmail));
    const token = await tokenFor(oldEmail);
    await rows(
      "update email_correction set confirmed_at = confirmed_at - interval '8 days' where confirmed_at is not null",
    );
    const stranger = await signUp(portal, oldEmail);
    expect((await post('revert', { token })).statusCode).toBe(200);
    expect(await addressOf()).toEqual(isAt(oldEmail));
    expect(await stranger.session()).toBeNull();
    await expect(signIn(portal, oldEmail)).rejects.toThrow('identity.wrong_credentials');
  });

  it('returns 409 when another account has verified it', async () => {
    await correct(staff);
    await confirm(await tokenFor(newEmail));
    const token = await tokenFor(oldEmail);
    await rows(
      "update email_correction set confirmed_at = confirmed_at - interval '8 days' where confirmed_at is not null",
    );
    const owner = await signUp(portal, oldEmail);
    await verifyEmail(portal, owner);
    const response = await post('revert', { token });
    expect([response.statusCode, codeOf(response)]).toEqual([409, 'identity.email_taken']);
    expect(await owner.session()).not.toBeNull();
  });

  it('returns identity.link_expired after 7 days', async () => {
    await correct(staff);
    await confirm(await tokenFor(newEmail));
    const token = await tokenFor(oldEmail);
    await rows("update link_token set expires_at = now() where purpose = 'account.email-correction.revert'");
    expect(codeOf(await post('revert', { token }))).toBe('identity.link_expired');
    expect(await addressOf()).toEqual(isAt(newEmail));
  });
});

it('logs that staff read a person’s address and its pending correction', async () => {
  expect((await portal.request(staff, 'GET', urlOf(person.affiliateId))).json()).toEqual({
    email: oldEmail,
    pending: null,
  });
  const reads = await rows(
    "select actor_affiliate_id from audit_entry where action = 'email_correction.read' and subject = $1",
    [`person:${person.affiliateId}`],
  );
  expect(reads).toEqual([{ actor_affiliate_id: 400_008 }]);
});

it('lets the first mailbox revert after a second correction', async () => {
  await correct(staff);
  expect((await confirm(await tokenFor(newEmail))).statusCode).toBe(200);
  const revert = await tokenFor(oldEmail);
  const third = `noor-${count}@third.test`;
  expect((await correct(staff, third)).statusCode).toBe(200);
  expect((await confirm(await tokenFor(third))).statusCode).toBe(200);
  expect(await addressOf()).toEqual(isAt(third));
  expect((await post('revert', { token: revert })).statusCode).toBe(200);
  expect(await addressOf()).toEqual(isAt(oldEmail));
});
