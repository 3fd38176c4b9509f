import { beforeEach, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { findAuditProblems } from '#test/support/api/audit-testing.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import { changeChannel } from './change-events.ts';
import {
  diver,
  guardian,
  instructor,
  createLogbookFixture,
  minor,
  student,
  createTrainingLog,
} from '#test/support/api/logbook-testing.ts';

const portal = await testPortal();
const { services } = portal;
const { ask, createTraining, steps, reach, read, rows, clear, notifyDecisions } = createLogbookFixture(portal);

beforeEach(clear);

describe('logbook notifications', () => {
  const listNotified = () =>
    rows<{ affiliate_id: number; kind: string; url: string; message: string }>(
      'select affiliate_id, kind, url, message from notification order by timestamp, affiliate_id',
    );
  const mails = () =>
    rows<{ to_address: string }>('select to_address, subject, html from mail_outbox order by to_address');

  it('notify the instructor of each submission', async () => {
    const log = await reach('Pending', 'Training', { dive_title: '<script>alert(1)</script>' });
    expect(await listNotified()).toEqual([
      {
        affiliate_id: instructor.id,
        kind: 'logbook.submitted',
        url: `/logbook/dive/${log.id}`,
        message: 'Jonas Weber named you as the instructor for “<script>alert(1)</script>”.',
      },
    ]);
    const [mail] = await mails();
    expect(mail).toMatchObject({ to_address: instructor.email, subject: 'Jonas Weber asked you to verify a dive' });
    expect(JSON.stringify(mail)).toContain('June 14, 2026');
    expect(JSON.stringify(mail)).not.toContain('<script');
    const back = (await steps.withdraw(log)).data;
    await steps.submit(back);
    expect((await listNotified()).map(({ kind }) => kind)).toEqual(['logbook.submitted', 'logbook.submitted']);
  });

  it.each([
    ['verified', 'Tomás Reyes verified “Open water dive 2”.'],
    ['returned', 'Tomás Reyes returned “Open water dive 2”: The depth, please.'],
  ] as const)('notify the diver when a dive was %s', async (decision, message) => {
    const log = await reach('Pending');
    await clearNotifications();
    await steps[decision === 'verified' ? 'verify' : 'return'](log);
    expect(await listNotified()).toEqual([]);
    await notifyDecisions();
    expect(await listNotified()).toEqual([
      { affiliate_id: student.id, kind: `logbook.${decision}`, url: `/logbook/dive/${log.id}`, message },
    ]);
    expect((await mails()).map(({ to_address: to }) => to)).toEqual([student.email]);
  });

  it.each(['verified', 'returned'] as const)(
    'notify a minor, and the guardian with the child’s name, when a dive was %s',
    async (decision) => {
      const log = (await createTraining(minor, createTrainingLog())).data;
      await clearNotifications();
      await steps[decision === 'verified' ? 'verify' : 'return'](log);
      expect(await listNotified()).toEqual([]);
      await notifyDecisions();
      expect((await listNotified()).map(({ affiliate_id: id, kind }) => [id, kind])).toEqual([
        [minor.id, `logbook.${decision}`],
        [guardian.id, `logbook.child_${decision}`],
      ]);
      const [toGuardian, toMinor] = await mails();
      expect(toMinor?.to_address).toBe(minor.email);
      expect(toGuardian).toMatchObject({
        to_address: guardian.email,
        subject: expect.stringContaining(log.diver_name),
        html: expect.stringContaining('training dive from June 14, 2026'),
      });
    },
  );

  it('reach every open page of the diver and the instructor', async () => {
    const received: [string, string][] = [];
    const stops = [student, instructor, diver].map(({ id, email }) =>
      services.pubsub.on<{ id: string }>(changeChannel(id), (change) => received.push([email, change.id])),
    );
    const log = await reach('Pending');
    const both = [student.email, instructor.email].map((email) => [email, log.id]);
    // Events of an earlier test may still arrive.
    const listReceived = () => received.filter(([, id]) => id === log.id);
    await expect.poll(listReceived).toEqual(both);
    await steps.verify(log);
    await expect.poll(listReceived).toEqual([...both, ...both]);
    for (const stop of stops) stop();
  });

  async function clearNotifications(): Promise<void> {
    await rows('delete from notification');
    await rows('delete from mail_outbox');
  }
});

describe('the audit chain', () => {
  it('contains each step with its actor and diver, and is intact', async () => {
    const log = await reach('Pending');
    const draft = (await steps.withdraw(log)).data;
    const submitted = (await steps.submit(draft)).data;
    await steps.return(submitted);
    await steps.delete(log);
    await ask(student, documents.restore, { ids: [log.id] });
    await steps.submit(await read(student, log.id));
    await steps.verify(await read(student, log.id));
    const entries = await rows(
      `select action, actor_affiliate_id as actor, subject, data ->> 'from' as from, data ->> 'to' as to
       from audit_entry where data ->> 'logId' = $1 order by seq`,
      [log.id],
    );
    const entry = (step: string, actor: number, from: string, to: string | null) => ({
      action: `logbook.${step}`,
      actor,
      subject: `person:${student.id}`,
      from,
      to,
    });
    expect(entries).toEqual([
      entry('submitted', student.id, 'Draft', 'Pending'),
      entry('withdrawn', student.id, 'Pending', 'Draft'),
      entry('submitted', student.id, 'Draft', 'Pending'),
      entry('returned', instructor.id, 'Pending', 'Returned'),
      entry('deleted', student.id, 'Returned', null),
      entry('restored', student.id, 'Returned', null),
      entry('submitted', student.id, 'Returned', 'Pending'),
      entry('verified', instructor.id, 'Pending', 'Verified'),
    ]);
    expect(await findAuditProblems(services)).toEqual([]);
  });

  it('contains nothing about a deleted draft', async () => {
    const log = await reach('Draft');
    await steps.delete(log);
    expect(await rows("select from audit_entry where data ->> 'logId' = $1", [log.id])).toHaveLength(0);
  });
});
