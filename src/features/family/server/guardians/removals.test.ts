import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFamilyFixture, familyIds } from '#test/support/api/family-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const { rows, call, begin, noticeKindsOf, mailsTo, audited } = createFamilyFixture(portal);
const { diver, ida, adaeze, staff } = familyIds;
const reason = { reason: 'The court order is on file.' };
const newPassword = 'Seahorse-Lantern-42';
const [account] = await rows<{ sub: string; hash: string }>(
  "select sub, password_hash as hash from account where email = 'minor@demo.test'",
);
const sub = account?.sub ?? '';
const hashNow = async () =>
  (await rows<{ hash: string | null }>('select password_hash as hash from account where sub = $1', [sub]))[0]?.hash;
const resetChildsPassword = (by: number) =>
  call(by, 'POST', '/api/account/password/change', {
    username: 'minor@demo.test',
    oldPassword: 'Diver123',
    newPassword,
    signOutEverywhere: false,
  });
const addPasskey = (id: string, createdAt: string) =>
  rows(
    `insert into passkey (sub, id, public_key, counter, name, is_synced, created_at)
     values ($1, $2, '', 0, 'Phone', false, now() + $3::interval)`,
    [sub, id, createdAt],
  );
const passkeys = async () =>
  (await rows<{ id: string }>('select id from passkey where sub = $1 order by id', [sub])).map(({ id }) => id);
const remove = (guardian: number) =>
  call(staff, 'POST', `/api/family/People/${ida}/guardians/${guardian}/remove`, reason);

async function resetByMail(): Promise<void> {
  const post = (path: string, payload: object) =>
    call(null, 'POST', `/sso/${path}`, payload, { origin: portal.env.BASE_URL });
  await post('forgot', { email: 'minor@demo.test' });
  const [mail] = await rows<{ text: string }>(
    "select text from mail_outbox where to_address = 'minor@demo.test' and text like '%/sso/reset/%' order by created_at desc",
  );
  const token = /\/sso\/reset\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect((await post('reset', { token, password: 'Kelp forest 77' })).status).toBe(200);
}

async function signChildIn(): Promise<void> {
  await rows(
    `insert into session (affiliate_id, origin, secret_hash, user_agent, ip, expires_at)
     values ($1, 'sign-in', $2, '', '', now() + interval '1 day')`,
    [ida, randomUUID()],
  );
  await rows(
    `insert into oidc_payload (model, id, payload, account_id, uid, expires_at)
     values ('Session', $1, '{}', $2, $1, now() + interval '1 day')`,
    [randomUUID(), sub],
  );
}

const openSessionCounts = async () => [
  (await rows('select from session where affiliate_id = $1 and ended_at is null', [ida])).length,
  (await rows('select from oidc_payload where account_id = $1 and ended_at is null', [sub])).length,
];

beforeEach(async () => {
  await begin();
  await rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', [ida, diver]);
  await rows('delete from passkey where sub = $1', [sub]);
  await rows('delete from session where affiliate_id = $1', [ida]);
  await rows('delete from oidc_payload where account_id = $1', [sub]);
  await rows('delete from security_log');
  await rows('update account set password_hash = $2 where sub = $1', [sub, account?.hash]);
});

describe('the removal of a guardian', () => {
  it.each([
    ['staff', () => remove(diver)],
    ['the guardian', () => call(diver, 'DELETE', `/api/family/Children/${ida}/guardians/${diver}`)],
  ])('by %s ends every session of the child, including those at the account service', async (_who, end) => {
    await signChildIn();
    expect(await openSessionCounts()).toEqual([1, 1]);
    expect((await end()).status).toBe(200);
    expect(await openSessionCounts()).toEqual([0, 0]);
  });

  it('clears the password that this guardian set, and notifies the child and the remaining guardian', async () => {
    await addPasskey('before', '-1 day');
    expect((await resetChildsPassword(diver)).status).toBe(200);
    await addPasskey('after', '0');
    await rows('delete from notification');
    await rows('delete from mail_outbox');
    expect((await remove(diver)).status).toBe(200);
    expect([await hashNow(), await passkeys()]).toEqual([null, ['before']]);
    expect(await noticeKindsOf(ida)).toContain('family.password_cleared');
    expect(await noticeKindsOf(adaeze)).toContain('family.password_cleared');
    expect(await noticeKindsOf(diver)).not.toContain('family.password_cleared');
    // The mail also says that the guardian was removed, so there is only one.
    expect(await mailsTo('minor@demo.test')).toEqual(['Set a new password']);
    expect(await mailsTo('guardian@demo.test')).toEqual(['Ida needs a new password']);
    expect((await audited('guardian.removed')).at(-1)?.data).toMatchObject({ isPasswordCleared: true });
    // The remaining guardian sets a new one.
    expect((await resetChildsPassword(adaeze)).status).toBe(200);
    expect(await hashNow()).toEqual(expect.any(String));
  });

  it('clears the password and the passkey that were set up in the child’s name after this guardian set one', async () => {
    await addPasskey('before', '-1 day');
    await resetChildsPassword(diver);
    const second = { username: 'minor@demo.test', oldPassword: newPassword, newPassword: 'Lantern-Seahorse-43' };
    const changed = await call(ida, 'POST', '/api/account/password/change', { ...second, signOutEverywhere: false });
    expect(changed.status).toBe(200);
    await addPasskey('after', '0');
    await rows(`insert into second_factor (sub, sealed_secret) values ($1, 'x')`, [sub]);
    expect((await remove(diver)).status).toBe(200);
    expect([await hashNow(), await passkeys()]).toEqual([null, ['before']]);
    expect(await rows('select from second_factor where sub = $1', [sub])).toEqual([]);
    expect((await audited('guardian.removed')).at(-1)?.data).toMatchObject({
      isPasswordCleared: true,
      removedCredentials: 2,
    });
  });

  it('leaves what a child set up alone when this guardian never set the password', async () => {
    await rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', [ida, familyIds.student]);
    await resetChildsPassword(adaeze);
    await addPasskey('own', '0');
    const hashBefore = await hashNow();
    expect((await remove(familyIds.student)).status).toBe(200);
    expect([await hashNow(), await passkeys()]).toEqual([hashBefore, ['own']]);
  });

  it.each([
    ['another guardian changed it later', () => resetChildsPassword(adaeze)],
    ['a reset by mail replaced it', resetByMail],
  ])('keeps the password but removes the passkey when %s', async (_why, change) => {
    await resetChildsPassword(diver);
    await addPasskey('after', '0');
    await change();
    const hashBefore = await hashNow();
    await remove(diver);
    expect([await hashNow(), await passkeys()]).toEqual([hashBefore, []]);
    expect(await noticeKindsOf(ida)).not.toContain('family.password_cleared');
  });
});
