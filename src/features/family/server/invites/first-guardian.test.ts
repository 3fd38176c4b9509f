import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFamilyFixture, familyIds } from '#test/support/api/family-testing.ts';
import { signUp, verifyEmail, type SignedInUser } from '#test/support/api/sign-up-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const { rows, call, addChild, mailsTo, noticeKindsOf } = createFamilyFixture(portal);
const parent = 'parent@family.test';
const codeOf = (answer: { json(): unknown }) => (answer.json() as { errors?: { code: string }[] }).errors?.[0]?.code;

let count = 0;
let minor: SignedInUser;
beforeEach(async () => {
  count += 1;
  minor = await signUp(portal, `young-${count}@example.test`, '2012-05-20');
  await rows('delete from guardian_invite');
  await rows('delete from mail_outbox where to_address = $1', [parent]);
});

describe('a minor who has not verified their own address', () => {
  const invite = () => minor.call('POST', '/api/family/Invites', { affiliateId: minor.affiliateId, email: parent });

  it('can invite the first guardian only after verifying', async () => {
    const response = await invite();
    expect([response.statusCode, codeOf(response)]).toEqual([403, 'identity.email_unverified']);
    expect(await rows('select from guardian_invite')).toEqual([]);
    expect(await mailsTo(parent)).toEqual([]);
    await verifyEmail(portal, minor);
    expect((await invite()).statusCode).toBe(200);
    expect(await mailsTo(parent)).toHaveLength(1);
  });

  it('can fill in forms, but ask a guardian to sign only after verifying', async () => {
    const draft = await minor.call('POST', '/api/forms/Drafts', { packet: 'medical' });
    expect(draft.statusCode).toBe(200);
    const { id } = draft.json<{ id: string }>();
    const ask = () => minor.call('POST', `/api/forms/Drafts/${id}/ask-guardian`, { email: parent });
    const rejection = await ask();
    expect([rejection.statusCode, codeOf(rejection)]).toEqual([403, 'identity.email_unverified']);
    expect([await rows('select from guardian_invite'), await mailsTo(parent)]).toEqual([[], []]);
    await verifyEmail(portal, minor);
    expect((await ask()).statusCode).toBe(200);
    expect(await mailsTo(parent)).toHaveLength(1);
  });

  it('names the child, the store, the day and the activity in the mail to the guardian', async () => {
    await verifyEmail(portal, minor);
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    await rows(
      `insert into dsd_checkpoint (affiliate_id, status, store_number, dive_on, updated_at)
       values ($1, 'forms', 20001, $2, now())`,
      [minor.affiliateId, day],
    );
    const draft = await minor.call('POST', '/api/forms/Drafts', { packet: 'dsd', storeNumber: 20_001 });
    const { id } = draft.json<{ id: string }>();
    await minor.call('POST', `/api/forms/Drafts/${id}/ask-guardian`, { email: parent });
    const [mail] = await rows<{ text: string }>('select text from mail_outbox where to_address = $1', [parent]);
    const [child] = await rows<{ name: string }>('select full_name as name from person_name where affiliate_id = $1', [
      minor.affiliateId,
    ]);
    for (const fact of [
      `Diver: ${child?.name}`,
      'Discover Scuba Diving',
      'Dive center: Kelder Bay Diving',
      `Date: ${new Date(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}`,
    ])
      expect(mail?.text).toContain(fact);
  });

  it('cannot ask a guardian to pay', async () => {
    await rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', [
      minor.affiliateId,
      familyIds.adaeze,
    ]);
    await rows('delete from notification where affiliate_id = $1', [familyIds.adaeze]);
    const answer = await minor.call('POST', '/api/shop/payment-requests/club', { key: randomUUID(), kind: 'first' });
    expect([answer.statusCode, codeOf(answer)]).toEqual([403, 'identity.email_unverified']);
    expect(await noticeKindsOf(familyIds.adaeze)).toEqual([]);
  });
});

describe('a child without an address', () => {
  it('counts as verified through the guardian', async () => {
    const child = await addChild(familyIds.adaeze);
    const { body } = await call<{ id: string }>(child, 'POST', '/api/forms/Drafts', { packet: 'medical' });
    await rows('delete from notification where affiliate_id = $1', [familyIds.adaeze]);
    expect((await call(child, 'POST', `/api/forms/Drafts/${body.id}/ask-guardian`, {})).status).toBe(200);
    expect(await noticeKindsOf(familyIds.adaeze)).toEqual(['forms.guardian_wanted']);
  });
});
