import { beforeEach, describe, expect, it } from 'vitest';
import { createFamilyFixture, familyIds } from '#test/support/api/family-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { notifyGuardiansOfReset } from '#features/account/server/public.ts';

const portal = await testPortal();
const family = createFamilyFixture(portal);
const { rows, call, begin, runJob, read, invite, accept, tokenFor, noticeKindsOf, mailsTo, audited, addChild } = family;
const { diver, student, ida, adaeze, staff, instructor } = familyIds;
const tia = 'tia@family.test';
const link = (guardian: number) =>
  rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', [ida, guardian]);
const guardianIds = async () =>
  (
    await rows<{ id: number }>('select guardian_id::int as id from guardian_link where affiliate_id = $1 order by 1', [
      ida,
    ])
  ).map(({ id }) => id);
const decide = (by: number | null, id: string, what: 'agree' | 'veto') =>
  call<{ state: string }>(by, 'POST', `/api/family/Invites/${id}/${what}`);
const reason = { reason: 'The court order is on file.' };

beforeEach(begin);

describe('a stranger’s attempt to take over a child', () => {
  it('is stopped at the invitation, the acceptance and the removal of the mother', async () => {
    // The minor invites a second address, which an account with another address accepts.
    expect((await invite(ida, tia)).status).toBe(403);
    await invite(adaeze, tia);
    expect((await accept(student, await tokenFor(tia))).code).toBe('family.other_address');
    await link(student);
    expect((await call(student, 'DELETE', `/api/family/Children/${ida}/guardians/${adaeze}`)).status).toBe(403);
    expect(await guardianIds()).toEqual([student, adaeze]);
  });
});

describe('an invitation when the child has other guardians', () => {
  beforeEach(async () => {
    await link(diver);
    await link(instructor);
  });

  it('is proposed to the other guardians before any mail is sent', async () => {
    const { body } = await invite(adaeze, tia);
    expect(body).toMatchObject({ state: 'proposed', sendDate: expect.any(String) });
    expect(await mailsTo(tia)).toEqual([]);
    expect([await noticeKindsOf(diver), await noticeKindsOf(instructor), await noticeKindsOf(adaeze)]).toEqual([
      ['family.invite_proposed'],
      ['family.invite_proposed'],
      [],
    ]);
    expect((await read(diver)).body.children[0]?.invites).toMatchObject([{ needsYou: true, isYours: false }]);
    expect((await read(adaeze)).body.children[0]?.invites).toMatchObject([{ needsYou: false, isYours: true }]);
  });

  it('is sent once when all guardians have agreed', async () => {
    const { id } = (await invite(adaeze, tia)).body;
    expect((await decide(diver, id, 'agree')).body.state).toBe('proposed');
    expect((await decide(diver, id, 'agree')).body.state).toBe('proposed');
    expect((await decide(instructor, id, 'agree')).body.state).toBe('sent');
    await runJob(id, 25);
    expect((await mailsTo(tia)).length).toBe(1);
    expect((await audited('guardian.invite_agreed')).length).toBeGreaterThanOrEqual(2);
  });

  it('is sent once when the last two agree at the same moment', async () => {
    const { id } = (await invite(adaeze, tia)).body;
    await Promise.all([decide(diver, id, 'agree'), decide(instructor, id, 'agree')]);
    expect((await mailsTo(tia)).length).toBe(1);
  });

  it('is sent after 24 hours without a veto, and not before', async () => {
    const { id } = (await invite(adaeze, tia)).body;
    await runJob(id, 23);
    expect(await mailsTo(tia)).toEqual([]);
    await runJob(id, 24.1);
    await runJob(id, 24.2);
    expect((await mailsTo(tia)).length).toBe(1);
  });

  it('is not sent after a veto, and the other guardians are notified', async () => {
    const { id } = (await invite(adaeze, tia)).body;
    expect((await decide(diver, id, 'veto')).status).toBe(200);
    await runJob(id, 25);
    expect(await mailsTo(tia)).toEqual([]);
    expect(await noticeKindsOf(adaeze)).toEqual(['family.invite_vetoed']);
    expect((await decide(instructor, id, 'agree')).status).toBe(404);
    expect((await decide(diver, id, 'veto')).status).toBe(404);
    expect((await read(adaeze)).body.children[0]?.invites).toEqual([]);
  });

  it('cannot be vetoed once it is sent', async () => {
    const { id } = (await invite(adaeze, tia)).body;
    await runJob(id, 25);
    const late = await decide(diver, id, 'veto');
    expect([late.status, late.code]).toEqual([409, 'family.invite_sent']);
    expect((await decide(diver, id, 'agree')).body.state).toBe('sent');
  });

  it('is agreed with by a guardian who invites the same address', async () => {
    const { id } = (await invite(adaeze, tia)).body;
    expect((await invite(diver, 'TIA@family.test')).body).toMatchObject({ id, state: 'proposed' });
    expect((await invite(instructor, tia)).body).toMatchObject({ id, state: 'sent' });
  });

  it('is not sent when the inviter is no longer a guardian', async () => {
    const { id } = (await invite(adaeze, tia)).body;
    await rows('delete from guardian_link where guardian_id = $1', [adaeze]);
    await runJob(id, 25);
    expect(await mailsTo(tia)).toEqual([]);
  });

  it.each([
    ['the inviter', adaeze, 403],
    ['the child', ida, 403],
    ['a stranger', student, 404],
    ['staff', staff, 404],
    ['a visitor without a session', null, 401],
  ])('is not decided by %s', async (_who, by, status) => {
    const { id } = (await invite(adaeze, tia)).body;
    for (const what of ['agree', 'veto'] as const) expect((await decide(by, id, what)).status).toBe(status);
    expect((await rows('select from guardian_agreement')).length).toBe(0);
  });

  it('is sent earlier by staff with a reason, which is audited', async () => {
    const { id } = (await invite(adaeze, tia)).body;
    const send = (by: number, body: object) => call(by, 'POST', `/api/family/Invites/${id}/send`, body);
    expect((await send(adaeze, reason)).status).toBe(403);
    expect((await send(staff, { reason: ' ' })).status).toBe(400);
    expect(await mailsTo(tia)).toEqual([]);
    expect((await send(staff, reason)).status).toBe(200);
    expect((await mailsTo(tia)).length).toBe(1);
    expect((await send(staff, reason)).code).toBe('family.invite_sent');
    expect((await audited('guardian.invite_shortened')).at(-1)).toMatchObject({ actor: staff, data: reason });
  });
});

describe('a request to step down', () => {
  const ask = (by: number | null, guardian: number) =>
    call<{ id: string }>(by, 'POST', `/api/family/Children/${ida}/guardians/${guardian}/removal-request`);
  const answer = (by: number | null, id: string, what: 'agree' | 'decline') =>
    call(by, 'POST', `/api/family/Removals/${id}/${what}`);
  beforeEach(() => link(diver));

  it('removes the guardian when they agree, and returns 404 for anyone else', async () => {
    const { id } = (await ask(adaeze, diver)).body;
    expect((await ask(adaeze, diver)).body.id).toBe(id);
    expect(await noticeKindsOf(diver)).toEqual(['family.removal_requested']);
    for (const by of [adaeze, student, staff, ida]) expect((await answer(by, id, 'agree')).status).toBe(404);
    expect(await guardianIds()).toEqual([diver, adaeze]);
    expect((await answer(diver, id, 'agree')).status).toBe(200);
    expect(await guardianIds()).toEqual([adaeze]);
    expect((await answer(diver, id, 'agree')).status).toBe(404);
  });

  it('changes nothing when it is declined or canceled', async () => {
    const { id } = (await ask(adaeze, diver)).body;
    expect((await answer(diver, id, 'decline')).status).toBe(200);
    expect(await noticeKindsOf(adaeze)).toEqual(['family.removal_declined']);
    const repeated = (await ask(adaeze, diver)).body.id;
    expect((await call(diver, 'DELETE', `/api/family/Removals/${repeated}`)).status).toBe(404);
    expect((await call(adaeze, 'DELETE', `/api/family/Removals/${repeated}`)).status).toBe(200);
    expect((await answer(diver, repeated, 'agree')).status).toBe(404);
    expect(await guardianIds()).toEqual([diver, adaeze]);
  });

  it('leaves one guardian when both agree at the same time', async () => {
    const [a, b] = [(await ask(adaeze, diver)).body.id, (await ask(diver, adaeze)).body.id];
    await Promise.all([answer(diver, a, 'agree'), answer(adaeze, b, 'agree')]);
    expect((await guardianIds()).length).toBe(1);
  });

  it.each([
    ['to the caller', adaeze, adaeze, 404],
    ['to a person who is not a guardian', adaeze, student, 404],
    ['from the child', ida, diver, 403],
    ['from a stranger', student, diver, 404],
    ['from a visitor without a session', null, diver, 401],
  ])('is rejected %s', async (_why, by, guardian, status) => {
    expect((await ask(by, guardian)).status).toBe(status);
    expect(await rows('select from guardian_removal')).toEqual([]);
  });

  it('returns family.removal_requested while another request is open', async () => {
    await link(instructor);
    await ask(adaeze, diver);
    expect((await ask(instructor, diver)).code).toBe('family.removal_requested');
  });
});

describe('the guardian desk', () => {
  const remove = (by: number, guardian: number, body: object = reason) =>
    call(by, 'POST', `/api/family/People/${ida}/guardians/${guardian}/remove`, body);
  const removalOf = async (by: number) => (await read(by)).body.removals[0];
  const review = (by: number, id: string, text = 'I have custody.') =>
    call(by, 'POST', `/api/family/Removals/${id}/review`, { text });
  beforeEach(() => link(diver));

  it('removes a guardian with a reason, and restores them after a review', async () => {
    expect((await remove(staff, diver, {})).status).toBe(400);
    expect((await remove(adaeze, diver)).status).toBe(403);
    expect((await remove(staff, diver)).status).toBe(200);
    expect(await guardianIds()).toEqual([adaeze]);
    expect(await noticeKindsOf(diver)).toEqual(['family.guardian_ended']);
    expect((await audited('guardian.removed')).at(-1)).toMatchObject({
      actor: staff,
      data: { ...reason, kind: 'staff' },
    });
    const { id } = (await removalOf(diver)) ?? { id: '' };
    expect((await review(adaeze, id)).status).toBe(404);
    expect((await review(diver, id)).status).toBe(200);
    expect(await removalOf(diver)).toMatchObject({ review: 'requested' });
    const requests = await call(staff, 'GET', '/api/family/Requests');
    expect(requests.body).toMatchObject({ total: 1, items: [{ kind: 'review', name: 'Maren Lindqvist' }] });
    const file = await call(staff, 'GET', `/api/family/People/${ida}/guardians`);
    expect(file.body).toMatchObject({ removals: [{ id, reviewText: 'I have custody.' }] });
    expect((await call(diver, 'POST', `/api/family/Removals/${id}/restore`, reason)).status).toBe(403);
    expect((await call(staff, 'POST', `/api/family/Removals/${id}/restore`, reason)).status).toBe(200);
    expect(await guardianIds()).toEqual([diver, adaeze]);
    expect((await removalOf(diver)) ?? null).toBeNull();
    expect((await audited('guardian.restored')).at(-1)).toMatchObject({ actor: staff, data: reason });
    expect((await call(staff, 'POST', `/api/family/Removals/${id}/restore`, reason)).status).toBe(404);
  });

  it('accepts a review for 14 days, and closes it', async () => {
    await remove(staff, diver);
    const { id } = (await removalOf(diver)) ?? { id: '' };
    await rows("update guardian_removal set review_until = now() - interval '1 second'");
    expect((await review(diver, id)).code).toBe('family.review_over');
    await rows("update guardian_removal set review_until = now() + interval '1 day'");
    expect((await call(staff, 'POST', `/api/family/Removals/${id}/uphold`, reason)).status).toBe(404);
    await review(diver, id);
    expect((await call(staff, 'POST', `/api/family/Removals/${id}/uphold`, reason)).status).toBe(200);
    expect(await removalOf(diver)).toMatchObject({ review: 'upheld' });
    expect(await noticeKindsOf(diver)).toContain('family.removal_upheld');
  });

  it('lets staff invite a new first guardian after the last one has stepped down', async () => {
    await rows('delete from guardian_link');
    const ask = (by: number) =>
      call(by, 'POST', `/api/family/People/${ida}/invites`, { email: 'student@demo.test', ...reason });
    expect((await ask(ida)).status).toBe(403);
    expect((await ask(staff)).status).toBe(200);
    expect((await accept(student, await tokenFor('student@demo.test'))).status).toBe(200);
    expect(await guardianIds()).toEqual([student]);
  });

  it('rejects decisions of staff about their own family', async () => {
    const own = await addChild(staff);
    const url = `/api/family/People/${own}/guardians/${staff}/remove`;
    expect((await call(staff, 'POST', url, reason)).code).toBe('family.own_family');
    await remove(staff, diver);
    await rows('update guardian_removal set guardian_id = $1', [staff]);
    const [removal] = await rows<{ id: string }>('select id from guardian_removal');
    expect((await call(staff, 'POST', `/api/family/Removals/${removal?.id}/restore`, reason)).code).toBe(
      'family.own_family',
    );
  });
});

describe('a child’s password', () => {
  beforeEach(() =>
    rows(`update account set password_hash = (select password_hash from account where email = 'diver@demo.test')
          where email in ('minor@demo.test', 'student@demo.test')`),
  );

  const changePassword = (by: number, newPassword: string) =>
    call(by, 'POST', '/api/account/password/change', {
      username: 'minor@demo.test',
      oldPassword: 'Diver123',
      newPassword,
      signOutEverywhere: false,
    });

  it('notifies every other guardian when one guardian sets it, also by mail', async () => {
    await link(diver);
    expect((await changePassword(adaeze, 'Seahorse-Lantern-42')).status).toBe(200);
    expect(await noticeKindsOf(diver)).toEqual(['account.child_password_reset']);
    expect(await mailsTo('diver@demo.test')).toEqual(['Ida’s password was changed']);
    expect(await noticeKindsOf(adaeze)).toEqual(['account.child_password_changed']);
  });

  it('notifies every guardian when the child changes it', async () => {
    await link(diver);
    expect((await changePassword(ida, 'Cuttlefish-Lantern-43')).status).toBe(200);
    for (const guardian of [diver, adaeze])
      expect(await noticeKindsOf(guardian)).toEqual(['account.child_changed_password']);
    expect(await mailsTo('guardian@demo.test')).toEqual(['Ida changed their password']);
  });

  it('notifies every guardian of a reset by the mailed link, and stores nothing when the link is wrong', async () => {
    await link(diver);
    const own = { origin: portal.env.BASE_URL };
    await call(null, 'POST', '/sso/forgot', { email: 'minor@demo.test' }, own);
    const [mail] = await rows<{ text: string }>("select text from mail_outbox where text like '%/sso/reset/%'");
    const token = /\/sso\/reset\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
    const password = 'Nautilus-Lantern-44';
    expect((await call(null, 'POST', '/sso/reset', { token: 'x'.repeat(43), password }, own)).status).toBe(410);
    expect([await noticeKindsOf(diver), await noticeKindsOf(adaeze)]).toEqual([[], []]);
    expect((await call(null, 'POST', '/sso/reset', { token, password }, own)).status).toBe(200);
    const [job] = await rows<{ data: { sub: string } }>('select data from pgboss.job where name = $1', [
      notifyGuardiansOfReset.name,
    ]);
    const { services } = portal;
    await notifyGuardiansOfReset.run(
      { services, database: services.database, now: new Date() } as never,
      job?.data ?? { sub: '' },
    );
    for (const guardian of [diver, adaeze])
      expect(await noticeKindsOf(guardian)).toEqual(['account.child_changed_password']);
    expect(await mailsTo('diver@demo.test')).toEqual(['Ida changed their password']);
    expect(await mailsTo('guardian@demo.test')).toEqual(['Ida changed their password']);
  });

  it('does not notify a former guardian when an adult resets it', async () => {
    await rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', [student, diver]);
    const own = { origin: portal.env.BASE_URL };
    await call(null, 'POST', '/sso/forgot', { email: 'student@demo.test' }, own);
    const [mail] = await rows<{ text: string }>("select text from mail_outbox where text like '%/sso/reset/%'");
    const token = /\/sso\/reset\/([\w-]+)/.exec(mail?.text ?? '')?.[1];
    expect((await call(null, 'POST', '/sso/reset', { token, password: 'Nautilus-Lantern-45' }, own)).status).toBe(200);
    expect(await noticeKindsOf(diver)).toEqual([]);
  });
});
