import { beforeEach, describe, expect, it } from 'vitest';
import { createFamilyFixture, familyIds } from '#test/support/api/family-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { Invite } from '#features/family/shared/contract.ts';

const portal = await testPortal();
const { rows, call, begin, runJob, read, invite, noticeKindsOf, mailsTo } = createFamilyFixture(portal);
const { diver, ida, adaeze } = familyIds;
const tia = 'tia@family.test';
const hourMs = 3_600_000;
const link = (guardian: number) =>
  rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', [ida, guardian]);
const decide = (by: number, id: string, what: 'agree' | 'veto') =>
  call<Invite>(by, 'POST', `/api/family/Invites/${id}/${what}`);
const withdraw = (by: number, id: string) => call(by, 'DELETE', `/api/family/Invites/${id}`);
const restore = (by: number, id: string) => call<Invite>(by, 'POST', `/api/family/Invites/${id}/restore`);
const shift = (columns: readonly string[], hours: number) =>
  rows(`update guardian_invite set ${columns.map((name) => `${name} = ${name} - interval '${hours} hours'`).join()}`);
const hoursUntil = (date: string | null) => Math.round((Date.parse(date ?? '') - Date.now()) / hourMs);

beforeEach(async () => {
  await begin();
  await link(diver);
});

describe('a withdrawn proposal', () => {
  it('starts its 24 hours over when it is restored, and the other guardians are notified again', async () => {
    const { id } = (await invite(adaeze, tia)).body;
    await withdraw(adaeze, id);
    await shift(['created_at', 'send_after'], 25);
    expect((await decide(diver, id, 'veto')).status).toBe(404);
    const { status, body } = await restore(adaeze, id);
    expect([status, body.state, hoursUntil(body.sendDate)]).toEqual([200, 'proposed', 24]);
    expect(hoursUntil(body.expiresDate)).toBe(8 * 24);
    await runJob(id, 0);
    await runJob(id, 23);
    expect(await mailsTo(tia)).toEqual([]);
    expect(await noticeKindsOf(diver)).toEqual(['family.invite_proposed', 'family.invite_proposed']);
    expect((await decide(diver, id, 'veto')).status).toBe(200);
  });

  it('is sent 24 hours after it was restored', async () => {
    const { id } = (await invite(adaeze, tia)).body;
    await withdraw(adaeze, id);
    await restore(adaeze, id);
    await runJob(id, 24.1);
    expect((await mailsTo(tia)).length).toBe(1);
    const jobs = await rows("select from pgboss.job where name = 'family.send-invite' and data->>'inviteId' = $1", [
      id,
    ]);
    expect(jobs.length).toBe(2);
  });

  it('needs the other guardians’ agreement again', async () => {
    await link(familyIds.instructor);
    const { id } = (await invite(adaeze, tia)).body;
    await decide(diver, id, 'agree');
    await withdraw(adaeze, id);
    expect((await restore(adaeze, id)).body.state).toBe('proposed');
    expect((await decide(familyIds.instructor, id, 'agree')).body.state).toBe('proposed');
    expect((await decide(diver, id, 'agree')).body.state).toBe('sent');
  });

  it('is not restored later than ten minutes after it was withdrawn', async () => {
    const { id } = (await invite(adaeze, tia)).body;
    await withdraw(adaeze, id);
    await rows("update guardian_invite set withdrawn_at = now() - interval '11 minutes'");
    expect((await restore(adaeze, id)).status).toBe(404);
  });

  it('is not restored for a person who is no longer a guardian', async () => {
    await link(familyIds.instructor);
    const { id } = (await invite(diver, tia)).body;
    await withdraw(diver, id);
    await rows('update guardian_invite set invited_by = $1', [familyIds.student]);
    expect((await restore(diver, id)).status).toBe(404);
    expect((await read(adaeze)).body.children[0]?.invites).toEqual([]);
  });

  it('is sent when it is restored after the other guardian has stepped down', async () => {
    const { id } = (await invite(adaeze, tia)).body;
    await withdraw(adaeze, id);
    await rows('delete from guardian_link where guardian_id = $1', [diver]);
    expect((await restore(adaeze, id)).body.state).toBe('sent');
    expect((await mailsTo(tia)).length).toBe(1);
  });
});

describe('an invitation that was sent without every guardian’s agreement', () => {
  it('is sent again without being renewed', async () => {
    const { id } = (await invite(adaeze, tia)).body;
    await runJob(id, 24.1);
    await rows("update guardian_invite set expires_at = now() + interval '1 day'");
    const { body } = await invite(adaeze, tia);
    expect([body.id, body.state, hoursUntil(body.expiresDate)]).toEqual([id, 'sent', 24]);
    expect((await mailsTo(tia)).length).toBe(2);
  });

  it('is renewed once the others have agreed', async () => {
    const { id } = (await invite(adaeze, tia)).body;
    await decide(diver, id, 'agree');
    await rows("update guardian_invite set expires_at = now() + interval '1 day'");
    expect(hoursUntil((await invite(adaeze, tia)).body.expiresDate)).toBe(7 * 24);
  });
});

describe('a vetoed address', () => {
  it('is not invited again by another guardian, and nothing is stored', async () => {
    await link(familyIds.instructor);
    const { id } = (await invite(adaeze, tia)).body;
    await decide(diver, id, 'veto');
    for (const by of [adaeze, familyIds.instructor]) {
      const response = await invite(by, 'TIA@family.test');
      expect([response.status, response.code, response.path]).toEqual([409, 'family.invite_vetoed', 'email']);
    }
    expect((await rows('select from guardian_invite')).length).toBe(1);
  });

  it('is invited by the guardian who vetoed it, and then by the others', async () => {
    const { id } = (await invite(adaeze, tia)).body;
    await decide(diver, id, 'veto');
    expect((await invite(diver, tia)).body.state).toBe('proposed');
    expect((await invite(adaeze, tia)).body.state).toBe('sent');
  });

  it('is invited by staff', async () => {
    const { id } = (await invite(adaeze, tia)).body;
    await decide(diver, id, 'veto');
    const body = { email: tia, reason: 'The court order is on file.' };
    expect((await call(familyIds.staff, 'POST', `/api/family/People/${ida}/invites`, body)).status).toBe(200);
    expect((await mailsTo(tia)).length).toBe(1);
  });

  it('stays vetoed when another guardian withdrew the sent invitation', async () => {
    const { id } = (await invite(adaeze, tia)).body;
    await runJob(id, 24.1);
    await withdraw(diver, id);
    expect((await invite(adaeze, tia)).code).toBe('family.invite_vetoed');
    expect((await restore(diver, id)).status).toBe(200);
    expect((await invite(adaeze, tia)).status).toBe(200);
  });

  it('is not brought back by restoring an earlier invitation', async () => {
    const first = (await invite(adaeze, tia)).body.id;
    await withdraw(adaeze, first);
    const second = (await invite(adaeze, tia)).body.id;
    await decide(diver, second, 'veto');
    expect((await restore(adaeze, first)).code).toBe('family.invite_vetoed');
    expect((await read(adaeze)).body.children[0]?.invites).toEqual([]);
  });

  it('can be invited again when the guardian who vetoed it has stepped down', async () => {
    const { id } = (await invite(adaeze, tia)).body;
    await decide(diver, id, 'veto');
    await rows('delete from guardian_link where guardian_id = $1', [diver]);
    expect((await invite(adaeze, tia)).body.state).toBe('sent');
  });
});
