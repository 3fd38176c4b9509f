import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createFamilyFixture, familyIds } from '#test/support/api/family-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const { rows, call, begin, read, invite, accept, tokenFor, mailsTo, noticeKindsOf, audited } =
  createFamilyFixture(portal);
const { diver, student, ida, adaeze, store, staff } = familyIds;
const tia = 'tia@family.test';
const inviteAtDesk = (email: string) =>
  call(staff, 'POST', `/api/family/People/${ida}/invites`, { email, reason: 'The family shares one mailbox.' });

beforeEach(begin);

describe('POST Invites', () => {
  it('sends a mail to the address and lists the invitation', async () => {
    const { status, body } = await invite(adaeze, tia);
    expect([status, body.email]).toEqual([200, tia]);
    expect(await mailsTo(tia)).toEqual(['Adaeze Okafor invited you to be a guardian']);
    const child = (await read(adaeze)).body.children[0];
    expect(child?.invites).toEqual([
      {
        id: body.id,
        email: tia,
        createdDate: expect.any(String),
        expiresDate: expect.any(String),
        state: 'sent',
        sendDate: null,
        invitedBy: 'Adaeze Okafor',
        isYours: true,
        needsYou: false,
      },
    ]);
    expect((await audited('guardian.invited')).at(-1)).toMatchObject({ actor: adaeze, data: { inviteId: body.id } });
  });

  it('is allowed for a minor only if they never had a guardian', async () => {
    const response = await invite(ida, tia);
    expect([response.status, response.code]).toEqual([403, 'family.invite_by_guardian']);
    expect((await read(ida)).body).toMatchObject({ isMinor: true, inviting: 'guardian', invites: [] });
    await rows('delete from guardian_link');
    const late = await invite(ida, tia);
    expect([late.status, late.code]).toEqual([403, 'family.invite_by_staff']);
    expect((await read(ida)).body.inviting).toBe('staff');
    await rows('update person set first_guardian_at = null where affiliate_id = $1', [ida]);
    expect((await invite(ida, tia)).body).toMatchObject({ state: 'sent', isYours: true });
    const { body } = await read(ida);
    expect([body.inviting, body.invites.map(({ email }) => email)]).toEqual(['self', [tia]]);
  });

  it('resends an open invitation instead of creating another, and both links work', async () => {
    const first = await invite(adaeze, tia);
    const formerToken = await tokenFor(tia);
    const repeated = await invite(adaeze, 'TIA@family.test');
    expect(repeated.body.id).toBe(first.body.id);
    expect((await rows('select from guardian_invite')).length).toBe(1);
    const opened = await call(null, 'GET', `/api/family/Invites/token/${formerToken}`);
    expect(opened.status).toBe(200);
  });

  it('also notifies a person with an account in the portal, without the link', async () => {
    await invite(adaeze, 'diver@demo.test');
    expect(await noticeKindsOf(diver)).toEqual(['family.guardian_asked']);
    expect(await rows("select from notification where url like '%sign%'")).toEqual([]);
  });

  it('shows only the names and the address to a visitor with the link', async () => {
    await invite(adaeze, tia);
    const { body } = await call(null, 'GET', `/api/family/Invites/token/${await tokenFor(tia)}`);
    expect(body).toEqual({
      childName: 'Ida Okafor',
      invitedBy: 'Adaeze Okafor',
      email: tia,
      isForSignature: false,
    });
  });

  it('expires when it is withdrawn, and works again when that is undone', async () => {
    const { id } = (await invite(adaeze, tia)).body;
    const token = await tokenFor(tia);
    expect((await call(adaeze, 'DELETE', `/api/family/Invites/${id}`)).status).toBe(200);
    const open = () => call(null, 'GET', `/api/family/Invites/token/${token}`);
    expect((await open()).code).toBe('family.link_over');
    expect((await accept(diver, token)).code).toBe('family.link_over');
    expect((await call(adaeze, 'DELETE', `/api/family/Invites/${id}`)).status).toBe(404);
    expect((await call(ida, 'POST', `/api/family/Invites/${id}/restore`)).status).toBe(404);
    expect((await call(adaeze, 'POST', `/api/family/Invites/${id}/restore`)).status).toBe(200);
    expect((await open()).status).toBe(200);
    expect((await call(adaeze, 'POST', `/api/family/Invites/${id}/restore`)).status).toBe(404);
    expect((await call(ida, 'DELETE', `/api/family/Invites/${id}`)).status).toBe(404);
  });

  it('expires after seven days', async () => {
    await invite(adaeze, tia);
    const token = await tokenFor(tia);
    const [link] = await rows<{ days: number }>(`
      select round(extract(epoch from expires_at - now()) / 86400)::int as days
      from link_token where purpose = 'guardian' order by expires_at desc limit 1`);
    expect(link?.days).toBe(7);
    await rows("update guardian_invite set expires_at = now() - interval '1 second'");
    expect((await call(null, 'GET', `/api/family/Invites/token/${token}`)).code).toBe('family.link_over');
    expect((await accept(diver, token)).code).toBe('family.link_over');
    expect((await read(adaeze)).body.children[0]?.invites).toEqual([]);
  });
});

describe('POST Invites, rejected without storing or sending anything', () => {
  const expectNothingStored = async () =>
    expect([await rows('select from guardian_invite'), await rows('select from mail_outbox')]).toEqual([[], []]);

  it.each([
    ['a stranger to the child', student],
    ['a store', store],
    ['staff', staff],
  ])('for %s', async (_who, by) => {
    expect((await invite(by, tia)).status).toBe(404);
    await expectNothingStored();
  });

  it('for an adult', async () => {
    expect((await invite(diver, tia, diver)).code).toBe('family.not_a_minor');
    await expectNothingStored();
  });

  it('for the child’s own address', async () => {
    const { code, path } = await invite(adaeze, 'Minor@demo.test');
    expect([code, path]).toEqual(['family.own_invite', 'email']);
    await expectNothingStored();
  });

  it.each(['minor+mother@demo.test', 'Minor+1@Demo.test'])(
    'for %s, which reaches the child, unless staff invite it',
    async (email) => {
      const { code, path } = await invite(adaeze, email);
      expect([code, path]).toEqual(['family.own_invite', 'email']);
      await rows('delete from guardian_link where affiliate_id = $1', [ida]);
      await rows('update person set first_guardian_at = null where affiliate_id = $1', [ida]);
      expect((await invite(ida, email)).code).toBe('family.own_invite');
      await expectNothingStored();
      expect((await inviteAtDesk(email)).status).toBe(200);
    },
  );

  it('for a person who is already a guardian', async () => {
    const { code, path } = await invite(adaeze, 'guardian@demo.test');
    expect([code, path]).toEqual(['family.already_guardian', 'email']);
    await expectNothingStored();
  });

  it.each(['', 'not an address', 'a@b', `${'x'.repeat(250)}@family.test`])(
    'for the invalid address “%s”',
    async (email) => {
      const { status, path } = await invite(adaeze, email);
      expect([status, path]).toEqual([400, 'email']);
      await expectNothingStored();
    },
  );

  it('for a seventh open invitation', async () => {
    for (let index = 0; index < 6; index++) await invite(adaeze, `g${index}@family.test`);
    expect((await invite(adaeze, 'g6@family.test')).code).toBe('family.too_many');
    expect((await invite(adaeze, 'g5@family.test')).status).toBe(200);
  });

  it('for too many invitations to one address', async () => {
    for (let index = 0; index < 10; index++) expect((await invite(adaeze, tia)).status).toBe(200);
    expect((await invite(adaeze, tia)).code).toBe('rate.limited');
  });

  it('for another family’s invitation', async () => {
    const { id } = (await invite(adaeze, tia)).body;
    for (const by of [student, staff]) {
      expect((await call(by, 'DELETE', `/api/family/Invites/${id}`)).status).toBe(404);
      expect((await call(by, 'POST', `/api/family/Invites/${id}/restore`)).status).toBe(404);
    }
    expect((await call(adaeze, 'DELETE', `/api/family/Invites/${randomUUID()}`)).status).toBe(404);
    expect((await call(adaeze, 'DELETE', '/api/family/Invites/1')).status).toBe(400);
  });

  it.each(['x', 'x'.repeat(43), '%20'])('for the link %s', async (token) => {
    const { status } = await call(null, 'GET', `/api/family/Invites/token/${token}`);
    expect([400, 410]).toContain(status);
  });
});
