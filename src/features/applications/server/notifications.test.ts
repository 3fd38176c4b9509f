import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApplicationsFixture, affiliateIdOf } from '#test/support/api/applications-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { notifyApplicationDecision } from './public.ts';

const portal = await testPortal();
const { services } = portal;
const { call, rows, step, createInState, clear, confirm } = createApplicationsFixture(portal);

beforeEach(clear);

const reasons = [{ field: 'first_aid', reason: 'The copy cannot be read.' }];

/** Returns the portal notifications and emails created since the last call. */
async function listSent(): Promise<string[]> {
  const notifications = await rows<{ who: number; kind: string }>(
    'select affiliate_id as who, kind from notification where deleted_at is null order by timestamp, affiliate_id',
  );
  const mails = await rows<{ who: number; subject: string }>(
    'select affiliate_id as who, subject from mail_outbox order by created_at, affiliate_id',
  );
  await rows('delete from notification');
  await rows('delete from mail_outbox');
  return [
    ...notifications.map(({ who, kind }) => `${nameOf(who)} ${kind}`),
    ...mails.map(({ who, subject }) => `${nameOf(who)}: ${subject}`),
  ].toSorted();
}
const recipients = ['candidate', 'instructor', 'store', 'staff', 'otherStaff'] as const;
const nameOf = (id: number) => recipients.find((person) => affiliateIdOf(person) === Number(id)) ?? String(id);

interface Waiting {
  id: string;
  applicationId: number;
  affiliateId: number;
  stepId: string;
  after: Date;
}
const listJobs = () =>
  rows<Waiting>(`
    select id, data ->> 'stepId' as "stepId", (data ->> 'applicationId')::int as "applicationId",
      (data ->> 'affiliateId')::int as "affiliateId", start_after as after
    from pgboss.job where name = 'applications.tell' order by created_on`);

/** Runs the pending notification jobs. */
async function runJobs(times = 1): Promise<void> {
  for (const { applicationId, affiliateId, stepId } of await listJobs())
    for (let time = 0; time < times; time++)
      await notifyApplicationDecision.run({ services, now: new Date() } as unknown as JobContext, {
        applicationId,
        affiliateId,
        stepId,
      });
}
const forgetJobs = () => rows("delete from pgboss.job where name = 'applications.tell'");

beforeEach(forgetJobs);

async function createNotified(state: Parameters<typeof createInState>[0]): Promise<number> {
  const id = await createInState(state);
  await listSent();
  return id;
}

describe('notifications after a step', () => {
  it('notifies the instructor about a submitted application', async () => {
    const id = await createNotified('Draft');
    await step('candidate', id, 'submit-to-member');
    expect(await listSent()).toEqual([
      'instructor applications.to_review',
      'instructor: Review Leilani Kahale’s application',
    ]);
  });

  it('notifies the applicant about an opened review, in the portal only', async () => {
    const id = await createNotified('SubmittedToInstructor');
    await step('instructor', id, 'open');
    expect(await listSent()).toEqual(['candidate applications.opened']);
  });

  it('notifies the applicant when the instructor returns it', async () => {
    const id = await createNotified('MemberReview');
    await step('instructor', id, 'return', { reasons });
    expect(await listSent()).toEqual([
      'candidate applications.returned',
      'candidate: Your application for Divemaster was returned',
    ]);
  });

  it('notifies the applicant and all desk staff when it is sent, in the portal only', async () => {
    const id = await createNotified('MemberReview');
    await confirm(id);
    await step('instructor', id, 'submit-to-association');
    expect(await listSent()).toEqual([
      'candidate applications.sent',
      'candidate: We received your application for Divemaster',
      'otherStaff applications.at_desk',
      'staff applications.at_desk',
    ]);
  });

  it('notifies no one about a withdrawal', async () => {
    const id = await createNotified('SubmittedToInstructor');
    await step('candidate', id, 'withdraw');
    expect(await listSent()).toEqual([]);
  });

  it('does not notify again when a step is repeated with the same key', async () => {
    const id = await createNotified('SubmittedToInstructor');
    const key = randomUUID();
    await step('instructor', id, 'open', { key });
    await step('instructor', id, 'open', { key });
    expect(await listSent()).toEqual(['candidate applications.opened']);
  });

  it('links to the application, and for staff to the desk page', async () => {
    const id = await createNotified('MemberReview');
    await confirm(id);
    await step('instructor', id, 'submit-to-association');
    const urls = await rows<{ url: string }>('select distinct url from notification order by url');
    expect(urls.map(({ url }) => url)).toEqual([`/applications/${id}`, `/desk/applications?search=${id}&open=${id}`]);
  });

  it("uses the recipient's language", async () => {
    await rows(`update person set language = 'de-DE' where affiliate_id = $1`, [affiliateIdOf('instructor')]);
    const id = await createNotified('Draft');
    await step('candidate', id, 'submit-to-member');
    const [row] = await rows<{ locale: string }>('select locale from notification');
    await rows(`update person set language = 'en-US' where affiliate_id = $1`, [affiliateIdOf('instructor')]);
    expect(row?.locale).toBe('de-DE');
  });

  it('skips an erased instructor', async () => {
    const id = await createNotified('PaymentDue');
    await rows(`update person set sub = 'erased:' || sub, given_name = '', family_name = '' where affiliate_id = $1`, [
      affiliateIdOf('instructor'),
    ]);
    await rows(`update application set state = 'SubmittedToAssociation' where id = $1`, [id]);
    await forgetJobs();
    await step('staff', id, 'return', { reasons });
    await runJobs();
    await rows(
      `update person set sub = replace(sub, 'erased:', ''), given_name = 'Tomás', family_name = 'Reyes'
       where affiliate_id = $1`,
      [affiliateIdOf('instructor')],
    );
    expect((await listSent()).filter((line) => !line.startsWith('candidate'))).toEqual([]);
  });
});

describe('notifications after a desk decision', () => {
  const decisions = [
    ['approve', {}],
    ['return', { reasons }],
    ['reject', { note: 'The dives cannot be counted.' }],
  ] as const;

  it.each(decisions)("sends nothing until the decision can't be undone: %s", async (name, input) => {
    const id = await createNotified('SubmittedToAssociation');
    const before = Date.now();
    await step('staff', id, name, input);
    expect(await listSent()).toEqual([]);
    const [job] = await listJobs();
    expect(job?.applicationId).toBe(id);
    expect(Number(job?.after)).toBeGreaterThan(before + 10_000);
    expect(Number(job?.after)).toBeLessThan(Date.now() + 15_000);
  });

  it.each(decisions)('notifies no one about an undone decision: %s', async (name, input) => {
    const id = await createNotified('SubmittedToAssociation');
    const key = randomUUID();
    await step('staff', id, name, { ...input, key });
    expect((await step('staff', id, 'undo', { of: key })).body.state).toBe('SubmittedToAssociation');
    await runJobs();
    expect(await listSent()).toEqual([]);
    expect(await rows('select from link_token')).toEqual([]);
  });

  it('notifies the applicant about an approval once, even when the job runs again', async () => {
    const id = await createNotified('SubmittedToAssociation');
    await step('staff', id, 'approve');
    await runJobs(3);
    expect(await listSent()).toEqual([
      'candidate applications.payment_due',
      'candidate: Your application for Divemaster is approved',
    ]);
  });

  it('puts the payment link in the approval email only', async () => {
    const id = await createNotified('SubmittedToAssociation');
    await step('staff', id, 'approve');
    await runJobs();
    const [mail] = await rows<{ text: string; html: string }>('select text, html from mail_outbox');
    expect(mail?.text).toContain('$182.00');
    expect(mail?.text).toContain('14 days');
    const [, token] = /http:\/\/localhost:3999(\/pay\/[\w-]{20,})/.exec(mail?.text ?? '') ?? [];
    expect(mail?.html).toContain(token);
    const [notifications] = await rows<{ all: string; url: string }>('select n::text as all, url from notification n');
    expect(notifications?.url).toBe(`/applications/${id}`);
    expect(notifications?.all).not.toContain('/pay/');
    expect(notifications?.all).not.toContain(token?.slice(5));
    const page = await portal.request(null, 'GET', `/api/shop${token}`);
    expect(page.json()).toMatchObject({
      state: 'open',
      amountMinor: 18_200,
      description: 'Divemaster application',
    });
  });

  it('notifies the applicant and the instructor of a return, with their own texts', async () => {
    const id = await createNotified('SubmittedToAssociation');
    await step('staff', id, 'return', { reasons });
    await runJobs(2);
    expect(await listSent()).toEqual([
      'candidate applications.returned',
      'candidate: Your application for Divemaster was returned',
      'instructor applications.returned',
      'instructor: Leilani Kahale’s application was returned',
    ]);
  });

  it('notifies the applicant of a rejection with its reason', async () => {
    const id = await createNotified('SubmittedToAssociation');
    await step('staff', id, 'reject', { note: 'The dives cannot be counted.' });
    await runJobs();
    const [mail] = await rows<{ text: string }>('select text from mail_outbox');
    expect(mail?.text).toContain('The dives cannot be counted.');
    expect(await listSent()).toHaveLength(2);
  });

  it('sends only the last decision after an undo', async () => {
    const id = await createNotified('SubmittedToAssociation');
    const key = randomUUID();
    await step('staff', id, 'reject', { note: 'A slip.', key });
    await step('staff', id, 'undo', { of: key });
    await step('staff', id, 'approve');
    await runJobs(2);
    expect(await listSent()).toEqual([
      'candidate applications.payment_due',
      'candidate: Your application for Divemaster is approved',
    ]);
  });

  it('notifies no one about a deleted application', async () => {
    const id = await createNotified('SubmittedToAssociation');
    await step('staff', id, 'approve');
    await rows('delete from application where id = $1', [id]);
    await runJobs();
    expect(await listSent()).toEqual([]);
  });

  it('resends the payment email for staff with a new link, once a minute, and not within the undo window', async () => {
    const id = await createNotified('PaymentDue');
    const mailAgain = async () => (await call('staff', 'POST', `/${id}/pay`, {})).body;
    expect(await mailAgain()).toEqual({ payUrl: null, mail: 'on_its_way' });
    expect(await listSent()).toEqual([]);
    await rows(`update application_step set at = at - interval '1 minute' where application_id = $1`, [id]);
    expect(await mailAgain()).toEqual({ payUrl: null, mail: 'sent' });
    expect(await mailAgain()).toEqual({ payUrl: null, mail: 'on_its_way' });
    expect(await listSent()).toEqual([
      'candidate applications.payment_due',
      'candidate: Your application for Divemaster is approved',
    ]);
  });
});
