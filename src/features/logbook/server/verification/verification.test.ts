import { beforeEach, describe, expect, it } from 'vitest';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { DiveLog, WaitingLog } from '#features/logbook/shared/contract.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import { instructor, createLogbookFixture, deviationReason, student } from '#test/support/api/logbook-testing.ts';

const portal = await testPortal();
const { ask, update, steps, reach, read, rows, clear, notifyDecisions } = createLogbookFixture(portal);
const otherInstructor = { id: 400_006, email: 'candidate@demo.test', number: 100_002 };

beforeEach(async () => {
  await clear();
  await rows(`update person set affiliate_type_id = 3, member_number = ${otherInstructor.number}, member_status = 'Active'
    where affiliate_id = ${otherInstructor.id}`);
});

type Step = keyof typeof steps;

const stepsOf = (type: DiveLog['log_type'], status: DiveLog['status'], outcomes: Record<Step, string>) =>
  (Object.keys(steps) as Step[]).map((step) => ({ type, status, step, outcome: outcomes[step] }));

const [locked, unseen] = ['logbook.locked', 'not_found'];
const table = [
  ...stepsOf('Training', 'Draft', {
    save: 'Draft',
    submit: 'Pending',
    withdraw: locked,
    delete: 'deleted',
    verify: unseen,
    return: unseen,
  }),
  ...stepsOf('Training', 'Pending', {
    save: locked,
    submit: locked,
    withdraw: 'Draft',
    delete: locked,
    verify: 'Verified',
    return: 'Returned',
  }),
  ...stepsOf('Training', 'Verified', {
    save: locked,
    submit: locked,
    withdraw: locked,
    delete: locked,
    verify: locked,
    return: locked,
  }),
  ...stepsOf('Training', 'Returned', {
    save: 'Returned',
    submit: 'Pending',
    withdraw: locked,
    delete: 'deleted',
    verify: locked,
    return: locked,
  }),
  ...stepsOf('Recreational', 'Draft', {
    save: 'Draft',
    submit: 'Logged',
    withdraw: locked,
    delete: 'deleted',
    verify: unseen,
    return: unseen,
  }),
  ...stepsOf('Recreational', 'Logged', {
    save: 'Logged',
    submit: locked,
    withdraw: locked,
    delete: 'deleted',
    verify: unseen,
    return: unseen,
  }),
];

describe('a step', () => {
  it.each(table)('$step of a $type dive that is $status: $outcome', async ({ type, status, step, outcome }) => {
    const log = await reach(status, type);
    expect(log.status).toBe(status);
    const { code } = await steps[step](log);
    const [kept] = await rows<{ status: string; deleted_at: Date | null; version: number }>(
      'select status, deleted_at, version from dive_log where id = $1',
      [log.id],
    );
    const became = kept?.deleted_at ? 'deleted' : kept?.status;
    const isRefused = outcome === locked || outcome === unseen;
    expect(code ?? became).toBe(outcome);
    expect([became, kept?.version]).toEqual(isRefused ? [status, log.version] : [outcome, log.version + 1]);
  });

  it.each([
    ['Draft', 'Pending', 'Pending'],
    ['Draft', 'Draft', 'Draft'],
    ['Returned', 'Pending', 'Pending'],
    ['Returned', 'Draft', 'Returned'],
    ['Pending', 'Draft', 'logbook.locked general.status'],
    ['Verified', 'Draft', 'logbook.locked general.status'],
    ['Verified', 'Pending', 'logbook.locked general.status'],
  ] as const)('of a dive that is %s, saved as %s, leads to %s', async (status, asked, outcome) => {
    const log = await reach(status);
    const { data, errors } = await update(student, log, { status: asked, dive_title: 'Another title' });
    expect(errors[0] ?? data.status).toBe(outcome);
  });

  it('never makes a draft of what is logged', async () => {
    const log = await reach('Logged', 'Recreational');
    expect((await update(student, log, { status: 'Draft' })).errors).toEqual(['logbook.locked general.status']);
  });

  it('that submits demands what has to be there', async () => {
    const log = await reach('Draft', 'Training', { dive_type: null, memsys_member_number: 999_999 });
    expect((await steps.submit(log)).errors).toEqual([
      'logbook.missing_dive_type general.dive_type',
      'logbook.unknown_instructor general.memsys_member_number',
    ]);
    expect(await read(student, log.id)).toEqual(log);
  });

  it.each(['submit', 'withdraw', 'verify', 'return'] as const)(
    'that was made of an older version is refused with the one there is: %s',
    async (step) => {
      const log = await reach(step === 'submit' ? 'Draft' : 'Pending');
      const { errors } = await steps[step]({ ...log, version: 7 });
      expect(errors).toEqual([`logbook.stale ${step === 'verify' ? 'logs.0.' : ''}version 1`]);
      expect(await read(student, log.id)).toEqual(log);
    },
  );
});

describe('the instructor', () => {
  it('sees what waits, oldest first, and what they decided on, and nothing else', async () => {
    const [first, second] = [await reach('Pending'), await reach('Pending', 'Training', { dive_title: 'Second' })];
    const draft = await reach('Draft');
    const waiting = async () => (await ask<WaitingLog[]>(instructor, documents.waiting)).data;
    expect((await waiting()).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect((await waiting())[0]).toMatchObject({
      diver_name: 'Jonas Weber',
      dive_title: 'Open water dive 2',
      dive_date: '2026-06-14',
      max_depth: 18.3,
      bottom_time: 45,
      typed: [],
      submitted_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect((await read(instructor, first.id)).instructor).toMatchObject({ memsys_member_number: instructor.number });
    await steps.verify(first);
    await steps.return(second);
    expect(await waiting()).toEqual([]);
    expect((await read(instructor, first.id)).status).toBe('Verified');
    expect((await read(instructor, second.id)).status).toBe('Returned');
    expect((await ask(instructor, documents.log, { id: draft.id })).code).toBe('not_found');
  });

  it('who is another one sees and decides nothing', async () => {
    const { id, version } = await reach('Pending');
    const calls = [
      ask(otherInstructor, documents.log, { id }),
      ask(otherInstructor, documents.verify, { logs: [{ id, version }] }),
      ask(otherInstructor, documents.return, { id, version, reason: 'No' }),
    ];
    expect((await Promise.all(calls)).map(({ code }) => code)).toEqual(['not_found', 'not_found', 'not_found']);
    expect((await ask(otherInstructor, documents.waiting)).data).toEqual([]);
    expect((await ask(student, documents.verify, { logs: [{ id, version }] })).code).toBe('access.denied');
  });

  it('who is named in place of another sees it once it is submitted to them', async () => {
    const log = await reach('Returned');
    const changed = (await update(student, log, { memsys_member_number: otherInstructor.number })).data;
    expect((await ask(otherInstructor, documents.log, { id: log.id })).code).toBe('not_found');
    await steps.submit(changed);
    expect((await read(otherInstructor, log.id)).status).toBe('Pending');
    expect((await ask(instructor, documents.log, { id: log.id })).code).toBe('not_found');
  });

  it('who is no longer active decides nothing', async () => {
    const log = await reach('Pending');
    await rows("update person set member_status = 'Inactive' where affiliate_id = $1", [instructor.id]);
    expect((await steps.verify(log)).code).toBe('not_found');
    expect((await ask(instructor, documents.waiting)).data).toEqual([]);
    await rows("update person set member_status = 'Active' where affiliate_id = $1", [instructor.id]);
  });

  it('verifies a whole class at once, or nobody of it', async () => {
    const logs = [await reach('Pending'), await reach('Pending'), await reach('Pending')];
    const withOld = logs.map(({ id, version }, place) => ({ id, version: place === 1 ? 9 : version }));
    expect((await ask(instructor, documents.verify, { logs: withOld, reason: deviationReason })).errors).toEqual([
      'logbook.stale logs.1.version 1',
    ]);
    const unknown = [...logs, { id: '999999', version: 1 }].map(({ id, version }) => ({ id, version }));
    expect((await ask(instructor, documents.verify, { logs: unknown })).errors).toEqual(['not_found logs.3.id']);
    expect(await rows("select from dive_log where status = 'Verified'")).toHaveLength(0);
    const { data } = await ask<DiveLog[]>(instructor, documents.verify, {
      logs: unknown.slice(0, 3).toReversed(),
      reason: deviationReason,
    });
    expect(data.map(({ id, status }) => [id, status])).toEqual(logs.toReversed().map(({ id }) => [id, 'Verified']));
  });
});

describe('what was decided', () => {
  it('is seen by the diver: who verified, and when', async () => {
    const log = await reach('Verified');
    expect(log).toMatchObject({ verified_name: 'Tomás Reyes', verified_at: expect.stringMatching(/Z$/), version: 2 });
  });

  it('leaves notes to the diver, and nothing else', async () => {
    const log = await reach('Verified', 'Training', { experiences: [{ feeling: 'Good', notes: 'Cold' }] });
    const noted = (await update(student, log, { experiences: [{ feeling: 'Good', notes: 'Very cold' }] })).data;
    expect(noted.experiences[0]).toMatchObject({ feeling: 'Good', notes: 'Very cold' });
    expect((await update(student, noted, { experiences: [{ feeling: 'Poor', notes: 'Very cold' }] })).code).toBe(
      locked,
    );
    expect((await update(student, noted, { depth_times: [{ max_depth: 40, bottom_time: 45 }] })).code).toBe(locked);
    expect(await read(student, log.id)).toEqual(noted);
  });

  it('with a reason by field is told until the dive is submitted again', async () => {
    const { id, version } = await reach('Pending');
    const fields = [{ field: 'max_depth', message: 'We were at 12 m' }];
    await ask(instructor, documents.return, { id, version, reason: 'Look at the depth', fields });
    const returned = await read(student, id);
    expect(returned).toMatchObject({
      returned_reason: 'Look at the depth',
      returned_name: 'Tomás Reyes',
      returned_fields: fields,
    });
    const page = async () => (await ask<{ items: object[] }>(student, documents.page)).data.items[0];
    expect(await page()).toMatchObject({ returned_reason: 'Look at the depth', returned_name: 'Tomás Reyes' });
    await steps.submit(returned);
    expect(await read(student, id)).toMatchObject({ returned_reason: null, returned_at: null, returned_fields: [] });
    expect(await page()).toMatchObject({ returned_reason: null, returned_name: null });
  });

  it('without a reason is not taken', async () => {
    const { id, version } = await reach('Pending');
    expect((await ask(instructor, documents.return, { id, version, reason: '  ' })).errors).toEqual([
      'request.invalid reason',
    ]);
  });
});

describe('at one moment', () => {
  const outcomes = async (answers: Promise<{ code: string | undefined }>[]) =>
    (await Promise.all(answers)).map(({ code }) => code ?? 'done').toSorted();

  it('two verify, and it is verified once', async () => {
    const log = await reach('Pending');
    expect(await outcomes([steps.verify(log), steps.verify(log)])).toEqual(['done', 'logbook.stale']);
    expect(
      await rows("select from audit_entry where action = 'logbook.verified' and data ->> 'logId' = $1", [log.id]),
    ).toHaveLength(1);
    await notifyDecisions();
    expect(await rows("select from notification where kind = 'logbook.verified'")).toHaveLength(1);
  });

  it('the diver withdraws and the instructor verifies: one of them does', async () => {
    const log = await reach('Pending');
    const [withdrawn, verified] = await Promise.all([steps.withdraw(log), steps.verify(log)]);
    const outcome = [withdrawn.code ?? 'done', verified.code ?? 'done', (await read(student, log.id)).status];
    expect([
      ['done', 'not_found', 'Draft'],
      ['logbook.stale', 'done', 'Verified'],
    ]).toContainEqual(outcome);
  });

  it('the diver changes what the instructor verifies: it stays what was seen', async () => {
    const log = await reach('Pending');
    const [saved, verified] = await Promise.all([steps.save(log), steps.verify(log)]);
    expect(verified.code).toBeUndefined();
    expect(['logbook.locked', 'logbook.stale']).toContain(saved.code);
    expect(await read(student, log.id)).toMatchObject({ status: 'Verified', dive_title: log.dive_title });
  });

  it('two classes that share dives are verified without waiting for each other for ever', async () => {
    const logs = [await reach('Pending'), await reach('Pending')].map(({ id, version }) => ({ id, version }));
    const verify = (list: object[]) => ask(instructor, documents.verify, { logs: list, reason: deviationReason });
    expect(await outcomes([verify(logs), verify(logs.toReversed())])).toEqual(['done', 'logbook.stale']);
  });
});
