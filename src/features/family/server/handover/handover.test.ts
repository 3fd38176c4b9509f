import { beforeEach, describe, expect, it } from 'vitest';
import { createFamilyFixture, familyIds } from '#test/support/api/family-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { endSessions } from '#features/account/server/public.ts';
import { handOverAccounts } from './handover.ts';

const portal = await testPortal();
const { rows, call, begin, read, noticeKindsOf, mailsTo, tokenFor, addChild, audited } = createFamilyFixture(portal);
const { ida, adaeze, diver, staff } = familyIds;
const own = { origin: portal.env.BASE_URL };
const born = '2014-03-09';

const jobOf = (day: string) =>
  ({
    services: portal.services,
    database: portal.services.database,
    now: new Date(`${day}T02:11:00Z`),
    log: portal.app.log,
  }) as JobContext;
const runOn = (day: string) => handOverAccounts.run(jobOf(day), {});
const linksOf = (child: number) => rows('select from guardian_link where affiliate_id = $1', [child]);
const takeOver = (token: string, body: object) =>
  call(null, 'POST', `/api/family/Handover/${token}`, { password: 'Sunlit Reef 9', ...body }, own);

beforeEach(async () => {
  await begin();
  await rows('update person set birthdate = $2 where affiliate_id = $1', [ida, born]);
});

describe('family.handover job', () => {
  it('notifies the child and the guardians once, 30 days before', async () => {
    await runOn('2032-02-07');
    expect([await noticeKindsOf(ida), await noticeKindsOf(adaeze)]).toEqual([[], []]);
    await runOn('2032-02-08');
    await runOn('2032-02-08');
    await runOn('2032-02-20');
    expect(await noticeKindsOf(ida)).toEqual(['family.handover_soon']);
    expect(await noticeKindsOf(adaeze)).toEqual(['family.child_handover_soon']);
    expect(await mailsTo('guardian@demo.test')).toEqual(['Ida is turning 18 on March 9, 2032']);
    expect((await linksOf(ida)).length).toBe(1);
  });

  it('ends guardianship on the day and notifies both once', async () => {
    await runOn('2032-03-08');
    expect((await linksOf(ida)).length).toBe(1);
    await runOn('2032-03-09');
    await runOn('2032-03-10');
    expect(await linksOf(ida)).toEqual([]);
    expect(await rows('select guardian_id::int as id from former_guardian where affiliate_id = $1', [ida])).toEqual([
      { id: adaeze },
    ]);
    expect(await noticeKindsOf(ida)).toEqual(['family.handover_soon', 'family.handover_done']);
    expect(await noticeKindsOf(adaeze)).toEqual(['family.child_handover_soon', 'family.child_handover_done']);
    expect(await audited('handover.done')).toEqual([{ actor: null, data: { guardianIds: [adaeze] } }]);
    const [row] = await rows<{ done: boolean }>(
      'select done_at is not null as done from handover where affiliate_id = $1',
      [ida],
    );
    expect(row?.done).toBe(true);
  });

  it('hides the child from guardians on the day, before the job has run', async () => {
    await rows("update person set birthdate = (now() - interval '18 years')::date where affiliate_id = $1", [ida]);
    expect((await read(adaeze)).body.children).toEqual([]);
    expect((await call(adaeze, 'GET', `/api/global/profiles/${ida}?profile=true`)).status).toBe(404);
    expect((await read(ida)).body).toMatchObject({ isMinor: false, guardians: [], invites: [] });
  });

  it('ends sessions that a guardian started by a link', async () => {
    await rows(
      `insert into session (affiliate_id, origin, secret_hash, expires_at)
       values ($1, 'link', 'let in', now() + interval '30 days'), ($1, 'sign-in', 'own', now() + interval '30 days')`,
      [ida],
    );
    await runOn('2032-03-09');
    expect(
      await rows('select secret_hash from session where affiliate_id = $1 and ended_at is null', [ida]),
    ).toContainEqual({ secret_hash: 'own' });
    expect(await rows("select from session where secret_hash = 'let in' and ended_at is null")).toEqual([]);
    await rows('delete from session where affiliate_id = $1', [ida]);
  });

  it('continues with other accounts when one fails', async () => {
    const child = await addChild(adaeze, { birthdate: born });
    await rows('alter table handover add constraint never_ida check (affiliate_id <> 400003) not valid');
    await expect(runOn('2032-03-09')).rejects.toThrow('handover failed for 1 accounts');
    await rows('alter table handover drop constraint never_ida');
    expect((await linksOf(ida)).length).toBe(1);
    expect(await linksOf(child)).toEqual([]);
  });

  it('does not notify a child without guardians', async () => {
    await rows('delete from guardian_link');
    await runOn('2032-03-09');
    expect(await noticeKindsOf(ida)).toEqual([]);
  });
});

describe('POST Handover/{token}', () => {
  const comeOfAge = async () => {
    const child = await addChild(adaeze, { birthdate: '2014-05-05' });
    await runOn('2032-05-05');
    return { child, token: await tokenFor('guardian@demo.test') };
  };

  it('hands the account over with the link that the guardian passes on', async () => {
    const { child, token } = await comeOfAge();
    expect(await noticeKindsOf(adaeze)).toContain('family.handover_link');
    expect(await mailsTo('guardian@demo.test')).toContain('A link for Obi to take over their account');
    expect(await rows("select from notification where url like '%handover%'")).toEqual([]);
    expect((await call(null, 'GET', `/api/family/Handover/${token}`)).body).toEqual({ firstName: 'Obi' });
    expect((await takeOver(token, { email: 'obi@family.test' })).status).toBe(200);
    const [person] = await rows(
      'select p.email, a.email as account_email, a.password_hash is not null as can_sign_in from person p join account a on a.sub::text = p.sub where affiliate_id = $1',
      [child],
    );
    expect(person).toEqual({ email: 'obi@family.test', account_email: 'obi@family.test', can_sign_in: true });
    expect((await audited('handover.taken')).at(-1)?.actor).toBe(child);
    const [event] = await rows('select kind, data from security_log where affiliate_id = $1', [child]);
    expect(event).toEqual({ kind: 'password.changed', data: { by: 'handover' } });
    expect((await call(null, 'GET', `/api/family/Handover/${token}`)).code).toBe('family.link_over');
    expect((await takeOver(token, { email: 'other@family.test' })).code).toBe('family.link_over');
  });

  it('rejects a taken address, a weak password and an invalid address, and allows another attempt', async () => {
    const { child, token } = await comeOfAge();
    const taken = await takeOver(token, { email: 'Diver@demo.test' });
    expect([taken.code, taken.path]).toEqual(['identity.email_taken', 'email']);
    const weak = await takeOver(token, { email: 'obi2@family.test', password: 'weak' });
    expect([weak.status, weak.path]).toEqual([400, 'password']);
    const common = await takeOver(token, { email: 'obi2@family.test', password: 'Password' });
    expect([common.code, common.path]).toEqual(['identity.password_common', 'password']);
    const wrong = await takeOver(token, { email: 'obi' });
    expect([wrong.status, wrong.path]).toEqual([400, 'email']);
    expect(await rows('select email from person where affiliate_id = $1', [child])).toEqual([{ email: null }]);
    expect((await takeOver(token, { email: 'obi2@family.test' })).status).toBe(200);
  });

  it('accepts the link once when two requests arrive at the same time', async () => {
    const { token } = await comeOfAge();
    const answers = await Promise.all(['a3@family.test', 'b3@family.test'].map((email) => takeOver(token, { email })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  });

  it('ends sessions that a guardian started, on the day and at the takeover', async () => {
    const letIn = (child: number) =>
      rows(
        "insert into session (affiliate_id, origin, secret_hash, expires_at) values ($1, 'link', 'let in', now() + interval '30 days')",
        [child],
      );
    const child = await addChild(adaeze, { birthdate: '2014-05-05' });
    const openSessions = () => rows('select from session where affiliate_id = $1 and ended_at is null', [child]);
    await letIn(child);
    await runOn('2032-05-05');
    expect(await openSessions()).toEqual([]);
    await letIn(child);
    const token = await tokenFor('guardian@demo.test');
    expect((await takeOver(token, { email: 'obi5@family.test' })).status).toBe(200);
    const [job] = await rows<{ data: { sub: string; until: string } }>(
      'select j.data from pgboss.job j join person p on p.sub = j.data ->> $2 where j.name = $3 and p.affiliate_id = $1',
      [child, 'sub', endSessions.name],
    );
    if (job === undefined) throw new Error('no end-sessions job was queued');
    // A session that was started with the new password stays open.
    await rows(
      "insert into session (affiliate_id, origin, secret_hash, expires_at) values ($1, 'sign-in', 'own', now() + interval '1 day')",
      [child],
    );
    await endSessions.run(jobOf('2032-05-06'), job.data);
    expect(await rows('select secret_hash from session where affiliate_id = $1 and ended_at is null', [child])).toEqual(
      [{ secret_hash: 'own' }],
    );
  });

  it('expires after 60 days, and rejects an unknown token', async () => {
    await comeOfAge();
    const [link] = await rows<{ days: number }>(
      `select round(extract(epoch from expires_at - now()) / 86400)::int as days from link_token where purpose = 'handover' order by expires_at desc limit 1`,
    );
    expect(link?.days).toBe(60);
    expect((await call(null, 'GET', `/api/family/Handover/${'x'.repeat(43)}`)).code).toBe('family.link_over');
    expect((await takeOver('x'.repeat(43), { email: 'c@family.test' })).code).toBe('family.link_over');
  });

  it('rejects a request from another origin', async () => {
    const { token } = await comeOfAge();
    const body = { email: 'obi4@family.test', password: 'Sunlit Reef 9' };
    const answer = await call(null, 'POST', `/api/family/Handover/${token}`, body, { origin: 'https://evil.example' });
    expect(answer.code).toBe('request.foreign_origin');
  });
});

describe('POST People/{affiliateId}/handover-link', () => {
  /** An adult without an email address, whose handover link has expired. */
  const createUnclaimedAdult = async () => {
    const child = await addChild(adaeze, { birthdate: '2014-05-05' });
    await runOn('2032-05-05');
    await rows("update person set birthdate = '2000-05-05' where affiliate_id = $1", [child]);
    await rows("update link_token set expires_at = now() - interval '1 day' where purpose = 'handover'");
    await rows('delete from mail_outbox');
    return child;
  };
  const sendAgain = (by: number, child: number) =>
    call<{ sentTo: number }>(by, 'POST', `/api/family/People/${child}/handover-link`);

  it('resends the link to the former guardians and audits it', async () => {
    const child = await createUnclaimedAdult();
    expect((await sendAgain(staff, child)).body).toEqual({ sentTo: 1 });
    expect(await mailsTo('guardian@demo.test')).toEqual(['A link for Obi to take over their account']);
    expect((await audited('handover.link_sent')).at(-1)).toEqual({ actor: staff, data: { sentTo: 1 } });
    expect((await noticeKindsOf(adaeze)).filter((kind) => kind === 'family.handover_link')).toHaveLength(2);
    const token = await tokenFor('guardian@demo.test');
    expect((await takeOver(token, { email: 'obi6@family.test' })).status).toBe(200);
    expect((await sendAgain(staff, child)).status).toBe(404);
  });

  it('returns sentTo 0 when no former guardian has an email address', async () => {
    const child = await createUnclaimedAdult();
    await rows('update person set email = null where affiliate_id = $1', [adaeze]);
    expect((await sendAgain(staff, child)).body).toEqual({ sentTo: 0 });
    await rows("update person set email = 'guardian@demo.test' where affiliate_id = $1", [adaeze]);
  });

  it('is rejected for guardians, and for a minor, an adult with an address or an erased person', async () => {
    const child = await createUnclaimedAdult();
    expect((await sendAgain(adaeze, child)).code).toBe('access.denied');
    expect((await sendAgain(staff, await addChild(adaeze))).status).toBe(404);
    expect((await sendAgain(staff, diver)).status).toBe(404);
    await rows("update person set sub = 'erased:' || affiliate_id where affiliate_id = $1", [child]);
    expect((await sendAgain(staff, child)).status).toBe(404);
  });
});

it('deletes invitations that expired long ago', async () => {
  await rows(
    "insert into guardian_invite (affiliate_id, email, invited_by, expires_at) values ($1, 'a@b.test', $2, '2020-01-01')",
    [ida, diver],
  );
  await runOn('2026-01-01');
  expect(await rows('select from guardian_invite')).toEqual([]);
});
