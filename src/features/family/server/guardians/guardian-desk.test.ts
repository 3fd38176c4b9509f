import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { createFamilyFixture, familyIds } from '#test/support/api/family-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';

const portal = await testPortal();
const { rows, call, begin, invite, accept, tokenFor, mailsTo, noticeKindsOf, audited, addChild } =
  createFamilyFixture(portal);
const { diver, ida, adaeze, staff } = familyIds;
const reason = { reason: 'The court order is on file.' };
const inviteAtDesk = (email: string, child: number = ida) =>
  call(staff, 'POST', `/api/family/People/${child}/invites`, { email, ...reason });
const link = (guardian: number) =>
  rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', [ida, guardian]);
const guardianIds = async () =>
  (await rows<{ id: number }>('select guardian_id::int as id from guardian_link where affiliate_id = $1', [ida])).map(
    ({ id }) => id,
  );

beforeEach(begin);

describe('staff as guardians', () => {
  it.each(['staff@demo.test', 'STAFF@demo.test', 'staff+child@demo.test'])(
    'rejects an invitation to the clerk’s own address %s',
    async (email) => {
      const response = await inviteAtDesk(email);
      expect([response.status, response.code, response.path]).toEqual([403, 'family.own_family', 'email']);
      expect(await rows('select from guardian_invite')).toEqual([]);
      expect(await mailsTo(email)).toEqual([]);
    },
  );

  it('rejects sending a proposal to the clerk’s own address early', async () => {
    await link(diver);
    const { id } = (await invite(adaeze, 'staff@demo.test')).body;
    const rejection = await call(staff, 'POST', `/api/family/Invites/${id}/send`, reason);
    expect([rejection.status, rejection.code]).toEqual([403, 'family.own_family']);
    expect(await mailsTo('staff@demo.test')).toEqual([]);
  });

  it('rejects a clerk who accepts an invitation they made at the desk', async () => {
    await inviteAtDesk('diver@demo.test');
    const token = await tokenFor('diver@demo.test');
    await rows('update guardian_invite set invited_by = $1', [diver]);
    const response = await accept(diver, token);
    expect([response.status, response.code]).toEqual([403, 'family.own_family']);
    expect(await guardianIds()).toEqual([adaeze]);
    await rows('update guardian_invite set invited_by = $1', [staff]);
    expect((await accept(diver, token)).status).toBe(200);
  });

  it('lets a clerk accept an invitation from a guardian', async () => {
    await invite(adaeze, 'staff@demo.test');
    await rows("update person set birthdate = '1980-01-01' where affiliate_id = $1", [staff]);
    expect((await accept(staff, await tokenFor('staff@demo.test'))).status).toBe(200);
  });

  it('rejects every desk decision of a former guardian', async () => {
    await link(staff);
    await link(diver);
    const { id } = (await invite(adaeze, 'tia@family.test')).body;
    await call(staff, 'DELETE', `/api/family/Children/${ida}/guardians/${staff}`);
    const answers = [
      await inviteAtDesk('student@demo.test'),
      await call(staff, 'POST', `/api/family/Invites/${id}/send`, reason),
      await call(staff, 'POST', `/api/family/People/${ida}/guardians/${adaeze}/remove`, reason),
    ];
    expect(answers.map(({ code }) => code)).toEqual(Array.from({ length: 3 }, () => 'family.own_family'));
    expect((await guardianIds()).toSorted()).toEqual([diver, adaeze]);
  });
});

describe('a clerk who has stepped down as a guardian', () => {
  const paper = { birthDate: '2013-03-09', ...reason };
  const requestCorrection = async () => {
    const id = randomUUID();
    await rows(
      `insert into birthdate_correction (affiliate_id, id, birthdate, former, requested_by)
       values ($1, $2, '2013-03-09', '2014-03-09', $3)`,
      [ida, id, adaeze],
    );
    return id;
  };
  const birthdate = async () =>
    (await rows('select birthdate::text as day from person where affiliate_id = $1', [ida]))[0]?.['day'];

  it('cannot change the child’s birthdate or email address, before and after undoing it', async () => {
    await link(staff);
    const correctionId = await requestCorrection();
    const decide = async () => [
      (await call(staff, 'POST', `/api/account/user/${ida}/birthdate`, paper)).code,
      (
        await call(staff, 'POST', `/api/account/birthdate-corrections/${correctionId}/decision`, {
          decision: 'approved',
          ...reason,
        })
      ).code,
      (
        await call(staff, 'POST', `/api/account/user/${ida}/email-correction`, {
          email: 'ida@family.test',
          ...reason,
        })
      ).code,
    ];
    const expectedCodes = ['account.own_birthdate', 'account.own_birthdate', 'access.denied'];
    const left = await call<{ undo: string }>(staff, 'DELETE', `/api/family/Children/${ida}/guardians/${staff}`);
    expect(left.status).toBe(200);
    expect(await decide()).toEqual(expectedCodes);
    await rows("update person set birthdate = '1980-01-01' where affiliate_id = $1", [staff]);
    expect((await call(staff, 'POST', '/api/family/Guardians/restore', { token: left.body.undo })).status).toBe(200);
    expect(await decide()).toEqual(expectedCodes);
    expect(await birthdate()).toBe('2014-03-09');
    expect(await rows('select from email_correction')).toEqual([]);
    expect(await rows("select from birthdate_correction where state = 'open'")).toHaveLength(1);
  });

  it('still counts as family after the removal was deleted from the records', async () => {
    await link(staff);
    await call(staff, 'DELETE', `/api/family/Children/${ida}/guardians/${staff}`);
    await rows('delete from guardian_removal');
    expect((await inviteAtDesk('student@demo.test')).code).toBe('family.own_family');
  });
});

describe('the withdrawal of an invitation', () => {
  it('returns 404 for a guardian if staff sent it', async () => {
    await inviteAtDesk('student@demo.test');
    const token = await tokenFor('student@demo.test');
    const [sent] = await rows<{ id: string }>('select id from guardian_invite');
    for (const by of [adaeze, ida])
      expect((await call(by, 'DELETE', `/api/family/Invites/${sent?.id}`)).status).toBe(404);
    expect(await rows('select from guardian_invite where withdrawn_at is null')).toHaveLength(1);
    expect((await accept(familyIds.student, token)).status).toBe(200);
  });

  it('notifies the guardian who sent it when another one withdraws it', async () => {
    const { id } = (await invite(adaeze, 'tia@family.test')).body;
    await link(diver);
    await rows('delete from notification');
    expect((await call(diver, 'DELETE', `/api/family/Invites/${id}`)).status).toBe(200);
    expect(await noticeKindsOf(adaeze)).toEqual(['family.invite_vetoed']);
    expect(await noticeKindsOf(diver)).toEqual([]);
  });
});

describe('a desk decision about guardians', () => {
  it('needs a recent confirmation', async () => {
    const [clerk] = await rows<{ sub: string }>('select sub from person where affiliate_id = $1', [staff]);
    const { token } = await portal.services.tokens.mint({
      sub: clerk?.sub ?? '',
      affiliateId: staff,
      affiliateTypeId: affiliateType.staff,
      sessionId: randomUUID(),
      isEmailVerified: true,
      confirmedAtMs: null,
    });
    const headers = { authorization: `Bearer ${token}`, 'affiliate-id': String(staff) };
    const id = randomUUID();
    const body = { email: 'tia@family.test', ...reason };
    for (const path of [
      `People/${ida}/invites`,
      `People/${ida}/guardians/${adaeze}/remove`,
      `Invites/${id}/send`,
      `Removals/${id}/restore`,
      `Removals/${id}/uphold`,
    ])
      expect((await call(null, 'POST', `/api/family/${path}`, body, headers)).code).toBe('identity.confirm_required');
    expect(await guardianIds()).toEqual([adaeze]);
  });
});

describe('the last guardian of a child without an address', () => {
  it('is removed only after staff have invited another one', async () => {
    const child = await addChild(adaeze);
    const remove = () => call(staff, 'POST', `/api/family/People/${child}/guardians/${adaeze}/remove`, reason);
    const links = () => rows('select from guardian_link where affiliate_id = $1', [child]);
    const response = await remove();
    expect([response.status, response.code]).toEqual([409, 'family.last_guardian']);
    await invite(adaeze, 'tia@family.test', child);
    expect((await remove()).code).toBe('family.last_guardian');
    expect((await links()).length).toBe(1);
    await inviteAtDesk('student@demo.test', child);
    expect((await remove()).status).toBe(200);
    expect((await links()).length).toBe(0);
    expect((await accept(familyIds.student, await tokenFor('student@demo.test'))).status).toBe(200);
  });
});

describe('the queue of guardian requests', () => {
  it('has pages, with reviews before invitations', async () => {
    await link(diver);
    await invite(adaeze, 'tia@family.test');
    await invite(adaeze, 'tio@family.test');
    await rows(
      `insert into guardian_removal (id, affiliate_id, guardian_id, kind, state, requested_by, reason, removed_at, review_requested_at)
       values (gen_random_uuid(), $1, $2, 'staff', 'removed', $3, 'x', now(), now())`,
      [ida, familyIds.student, staff],
    );
    const load = async (page: string) =>
      (
        await call<{ total: number; items: { kind: string; name: string }[] }>(
          staff,
          'GET',
          `/api/family/Requests${page}`,
        )
      ).body;
    const first = await load('?limit=2');
    expect(first).toMatchObject({ total: 3, items: [{ kind: 'review' }, { name: 'tia@family.test' }] });
    expect((await load('?limit=2&offset=2')).items).toMatchObject([{ kind: 'invite', name: 'tio@family.test' }]);
  });

  it('logs whose requests a clerk has seen', async () => {
    await link(diver);
    await invite(adaeze, 'tia@family.test');
    await call(staff, 'GET', '/api/family/Requests');
    expect((await audited('guardians.queue_read')).at(-1)).toMatchObject({
      actor: staff,
      data: { affiliateIds: [ida] },
    });
  });
});
