import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFamilyFixture, familyIds } from '#test/support/api/family-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const family = createFamilyFixture(portal);
const { rows, call, begin, read, invite, accept, tokenFor, noticeKindsOf, mailsTo, audited, addChild } = family;
const { diver, student, ida, adaeze, store, staff, instructor } = familyIds;
const remove = (by: number | null, guardian: number, child: number = ida) =>
  call<{ undo: string }>(by, 'DELETE', `/api/family/Children/${child}/guardians/${guardian}`);
const restore = (by: number, token: string) => call(by, 'POST', '/api/family/Guardians/restore', { token });
const profileOf = (by: number, child: number) => call(by, 'GET', `/api/global/profiles/${child}?profile=true`);
const guardianIds = async () =>
  (
    await rows<{ id: number }>('select guardian_id::int as id from guardian_link where affiliate_id = $1 order by 1', [
      ida,
    ])
  ).map(({ id }) => id);

async function invited(email = 'diver@demo.test'): Promise<string> {
  await invite(adaeze, email);
  return tokenFor(email);
}

beforeEach(begin);

describe('POST Invites/accept', () => {
  it('makes the person a guardian and notifies the family', async () => {
    expect((await profileOf(diver, ida)).status).toBe(404);
    const { status, body } = await accept(diver, await invited());
    expect([status, body]).toEqual([200, { affiliateId: ida, path: '/family' }]);
    expect((await profileOf(diver, ida)).status).toBe(200);
    expect((await read(diver)).body.children.map(({ firstName }) => firstName)).toEqual(['Ida']);
    expect(await noticeKindsOf(ida)).toEqual(['family.guardian_added']);
    expect(await noticeKindsOf(adaeze)).toEqual(['family.child_guardian_added']);
    expect(await mailsTo('guardian@demo.test')).toEqual(['Maren Lindqvist is now a guardian for Ida']);
    expect((await audited('guardian.added')).at(-1)).toMatchObject({ actor: diver, data: { guardianId: diver } });
    expect((await read(adaeze)).body.children[0]?.invites).toEqual([]);
  });

  it('returns the path of the form that needs a signature', async () => {
    const draft = randomUUID();
    await rows(
      `insert into form_draft (affiliate_id, id, packet, region, versions, birthdate, sealed_key, sealed_answers, begun_by)
       values ($1, $2, 'dsd', 'EU', '{}', '2014-03-09', '', '', $1)`,
      [ida, draft],
    );
    const token = await invited();
    await rows('update guardian_invite set draft_id = $1', [draft]);
    const opened = await call<{ isForSignature: boolean }>(null, 'GET', `/api/family/Invites/token/${token}`);
    expect(opened.body.isForSignature).toBe(true);
    expect((await accept(diver, token)).body.path).toBe(`/training/medical-form?id=${draft}&for=${ida}`);
    await rows('delete from form_draft where id = $1', [draft]);
  });

  it('accepts the link once when two requests arrive at the same time', async () => {
    const token = await invited();
    const answers = await Promise.all([accept(diver, token), accept(diver, token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    expect((await guardianIds()).length).toBe(2);
    expect((await accept(diver, token)).code).toBe('family.link_over');
  });

  it('rejects an account with another email address, and leaves the link usable', async () => {
    const token = await invited();
    const response = await accept(student, token);
    expect([response.status, response.code]).toEqual([403, 'family.other_address']);
    expect(await guardianIds()).toEqual([adaeze]);
    await invite(adaeze, 'DIVER@demo.test');
    expect((await accept(diver, await tokenFor('diver@demo.test'))).status).toBe(200);
  });

  it('rejects an account that has not verified the invited address', async () => {
    const token = await invited();
    await rows('update person set email_verified_at = null where affiliate_id = $1', [diver]);
    const rejection = await accept(diver, token);
    expect([rejection.status, rejection.code]).toEqual([403, 'identity.email_unverified']);
    await rows('update person set email_verified_at = now() where affiliate_id = $1', [diver]);
    expect(await guardianIds()).toEqual([adaeze]);
  });

  it('resends the invitation to the invited address, at most three times', async () => {
    const token = await invited('tia@family.test');
    const resend = (by: number | null) => call(by, 'POST', `/api/family/Invites/token/${token}/resend`);
    for (let index = 0; index < 3; index++) expect((await resend(student)).status).toBe(200);
    expect((await mailsTo('tia@family.test')).length).toBe(4);
    expect((await mailsTo('student@demo.test')).length).toBe(0);
    expect((await resend(student)).code).toBe('rate.limited');
    expect((await resend(null)).status).toBe(401);
    expect((await call(student, 'POST', `/api/family/Invites/token/${'x'.repeat(43)}/resend`)).status).toBe(410);
  });

  it.each([
    ['the child', ida, 409, 'family.own_invite'],
    ['a guardian with another address', adaeze, 403, 'family.other_address'],
    // It could sign the release that is for the store itself.
    ['a store', store, 403, 'access.denied'],
    ['a visitor without a session', null, 401, 'session.missing'],
  ])('rejects %s, and leaves the link usable', async (_who, by, status, code) => {
    const token = await invited();
    const response = await accept(by, token);
    expect([response.status, response.code]).toEqual([status, code]);
    expect(await guardianIds()).toEqual([adaeze]);
    expect((await accept(diver, token)).status).toBe(200);
  });

  it('rejects a minor', async () => {
    await rows('update person set birthdate = $2 where affiliate_id = $1', [
      student,
      `${new Date().getUTCFullYear() - 17}-01-01`,
    ]);
    const response = await accept(student, await invited());
    expect([response.status, response.code]).toEqual([403, 'family.guardian_minor']);
    await rows('update person set birthdate = $2 where affiliate_id = $1', [student, '1999-02-14']);
    expect(await guardianIds()).toEqual([adaeze]);
  });

  it('rejects a person without a birthdate', async () => {
    await rows('update person set birthdate = null where affiliate_id = $1', [student]);
    const response = await accept(student, await invited('student@demo.test'));
    expect([response.status, response.code]).toEqual([422, 'family.birthdate_missing']);
    await rows('update person set birthdate = $2 where affiliate_id = $1', [student, '1999-02-14']);
    expect(await guardianIds()).toEqual([adaeze]);
  });

  it('rejects a second account with the child’s mailbox, which was invited before the child had that address', async () => {
    const token = await invited();
    await rows("update person set email = 'diver+ida@demo.test' where affiliate_id = $1", [ida]);
    expect((await accept(diver, token)).code).toBe('family.own_invite');
    await rows("update person set email = 'minor@demo.test' where affiliate_id = $1", [ida]);
    expect(await guardianIds()).toEqual([adaeze]);
  });

  it('rejects a seventh guardian', async () => {
    const token = await invited();
    for (const id of [student, instructor, store, staff, 400_006])
      await rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', [ida, id]);
    expect((await accept(diver, token)).code).toBe('family.too_many');
  });

  it('returns family.link_over when the child has come of age', async () => {
    const token = await invited();
    await rows("update person set birthdate = '2000-01-01' where affiliate_id = $1", [ida]);
    expect((await accept(diver, token)).code).toBe('family.link_over');
    await rows("update person set birthdate = '2014-03-09' where affiliate_id = $1", [ida]);
  });

  it('rejects an unknown or malformed token', async () => {
    expect((await accept(diver, 'x'.repeat(43))).code).toBe('family.link_over');
    expect((await accept(diver, 'not a token')).status).toBe(400);
  });
});

describe('the removal of a guardian', () => {
  beforeEach(async () => {
    await accept(diver, await invited());
    await rows('delete from notification');
    await rows('delete from mail_outbox');
  });

  it('returns 403 for another guardian', async () => {
    const response = await remove(adaeze, diver);
    expect([response.status, response.code]).toEqual([403, 'family.removal_needs_agreement']);
    expect(await guardianIds()).toEqual([diver, adaeze]);
  });

  it('takes effect on the next request, and notifies the others', async () => {
    expect((await remove(diver, diver)).status).toBe(200);
    expect((await profileOf(diver, ida)).status).toBe(404);
    expect((await read(diver)).body.children).toEqual([]);
    expect((await call(diver, 'POST', `/api/family/Children/${ida}/sign-in-link`)).status).toBe(404);
    expect(await noticeKindsOf(adaeze)).toEqual(['family.child_guardian_removed']);
    expect(await noticeKindsOf(ida)).toEqual(['family.guardian_removed']);
    expect(await noticeKindsOf(diver)).toEqual([]);
    expect((await audited('guardian.removed')).at(-1)).toMatchObject({
      actor: diver,
      data: { guardianId: diver, kind: 'stepped_down' },
    });
  });

  it('can be undone once, by that guardian only', async () => {
    const { undo } = (await remove(diver, diver)).body;
    expect((await restore(adaeze, undo)).code).toBe('family.link_over');
    expect((await restore(diver, undo)).status).toBe(200);
    expect(await guardianIds()).toEqual([diver, adaeze]);
    expect((await restore(diver, undo)).code).toBe('family.link_over');
  });

  it('ends the guardian’s invitations until it is undone', async () => {
    const { id } = (await invite(diver, 'student@demo.test')).body;
    await call(adaeze, 'POST', `/api/family/Invites/${id}/agree`);
    const token = await tokenFor('student@demo.test');
    const { undo } = (await remove(diver, diver)).body;
    expect((await accept(student, token)).code).toBe('family.link_over');
    expect((await call(null, 'GET', `/api/family/Invites/token/${token}`)).code).toBe('family.link_over');
    expect((await read(adaeze)).body.children[0]?.invites).toEqual([]);
    await restore(diver, undo);
    expect((await accept(student, token)).status).toBe(200);
  });

  it('is rejected for the last guardian of a child without an email address', async () => {
    const child = await addChild(adaeze);
    expect((await remove(adaeze, adaeze, child)).code).toBe('family.last_guardian');
    expect((await read(adaeze)).body.children.map(({ affiliateId }) => affiliateId)).toContain(child);
  });

  it('of the only guardian needs a confirmation, and is rejected while forms need a signature', async () => {
    await remove(diver, diver);
    const unconfirmed = await remove(adaeze, adaeze);
    expect([unconfirmed.status, unconfirmed.code]).toEqual([409, 'family.only_guardian']);
    const confirm = () => call(adaeze, 'DELETE', `/api/family/Children/${ida}/guardians/${adaeze}?isConfirmed=true`);
    const draft = randomUUID();
    await rows(
      `insert into form_draft (affiliate_id, id, packet, region, versions, birthdate, sealed_key, sealed_answers, begun_by)
       values ($1, $2, 'dsd', 'EU', '{}', '2014-03-09', '', '', $1)`,
      [ida, draft],
    );
    const response = await confirm();
    expect([response.status, response.code]).toEqual([409, 'family.forms_pending']);
    expect(await guardianIds()).toEqual([adaeze]);
    await rows('delete from form_draft where id = $1', [draft]);
    expect((await confirm()).status).toBe(200);
    expect(await guardianIds()).toEqual([]);
    // Only staff can invite a new first guardian now.
    expect((await invite(ida, 'tia@family.test')).code).toBe('family.invite_by_staff');
  });

  it.each([
    ['the child', ida, 403],
    ['a stranger', student, 404],
    ['staff', staff, 404],
    ['a visitor without a session', null, 401],
  ])('is rejected for %s', async (_who, by, status) => {
    expect((await remove(by, diver)).status).toBe(status);
    expect(await guardianIds()).toEqual([diver, adaeze]);
  });

  it('returns 404 for a person who is not a guardian of that child', async () => {
    expect((await remove(adaeze, student)).status).toBe(404);
    expect((await remove(adaeze, diver, student)).status).toBe(404);
  });

  it('leaves one guardian when two step down at the same time', async () => {
    const child = await addChild(adaeze);
    await rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', [child, diver]);
    await Promise.all([remove(adaeze, adaeze, child), remove(diver, diver, child)]);
    expect((await rows('select from guardian_link where affiliate_id = $1', [child])).length).toBe(1);
  });
});
