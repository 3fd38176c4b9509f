import { beforeEach, describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { DiveLog, WaitingLog } from '#features/logbook/shared/contract.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';
import { instructor, createLogbookFixture, deviationReason, student } from '#test/support/api/logbook-testing.ts';

const portal = await testPortal();
const { ask, update, steps, reach, read, rows, clear, notifyDecisions } = createLogbookFixture(portal);
const otherInstructor = { id: 400_006, email: 'candidate@demo.test', number: 100_002 };

beforeEach(async () => {
  await clear();
  await rows(`update person set affiliate_type_id = ${affiliateType.instructor}, member_number = ${otherInstructor.number}, member_status = 'Active'
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

describe('steps', () => {
  it.each(table)('$step of a $type dive in state $status: $outcome', async ({ type, status, step, outcome }) => {
    const log = await reach(status, type);
    expect(log.status).toBe(status);
    const { code } = await steps[step](log);
    const [stored] = await rows<{ status: string; deleted_at: Date | null; version: number }>(
      'select status, deleted_at, version from dive_log where id = $1',
      [log.id],
    );
    const became = stored?.deleted_at ? 'deleted' : stored?.status;
    const isRejected = outcome === locked || outcome === unseen;
    expect(code ?? became).toBe(outcome);
    expect([became, stored?.version]).toEqual(isRejected ? [status, log.version] : [outcome, log.version + 1]);
  });

  it.each([
    ['Draft', 'Pending', 'Pending'],
    ['Draft', 'Draft', 'Draft'],
    ['Returned', 'Pending', 'Pending'],
    ['Returned', 'Draft', 'Returned'],
    ['Pending', 'Draft', 'logbook.locked general.status'],
    ['Verified', 'Draft', 'logbook.locked general.status'],
    ['Verified', 'Pending', 'logbook.locked general.status'],
  ] as const)('save a dive in state %s as %s: %s', async (status, requested, outcome) => {
    const log = await reach(status);
    const { data, errors } = await update(student, log, { status: requested, dive_title: 'Another title' });
    expect(errors[0] ?? data.status).toBe(outcome);
  });

  it('never turn a logged dive into a draft', async () => {
    const log = await reach('Logged', 'Recreational');
    expect((await update(student, log, { status: 'Draft' })).errors).toEqual(['logbook.locked general.status']);
  });

  it('require the mandatory fields on submission', async () => {
    const log = await reach('Draft', 'Training', { dive_type: null, memsys_member_number: 999_999 });
    expect((await steps.submit(log)).errors).toEqual([
      'logbook.missing_dive_type general.dive_type',
      'logbook.unknown_instructor general.memsys_member_number',
    ]);
    expect(await read(student, log.id)).toEqual(log);
  });

  it.each(['submit', 'withdraw', 'verify', 'return'] as const)(
    'of an outdated version are rejected with the current one: %s',
    async (step) => {
      const log = await reach(step === 'submit' ? 'Draft' : 'Pending');
      const { errors } = await steps[step]({ ...log, version: 7 });
      expect(errors).toEqual([`logbook.stale ${step === 'verify' ? 'logs.0.' : ''}version 1`]);
      expect(await read(student, log.id)).toEqual(log);
    },
  );
});

describe('the instructor', () => {
  it('sees pending dives oldest first and their own decisions, and nothing else', async () => {
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

  it('pages through the queue by class and counts all of it', async () => {
    const count = 1200;
    await rows(
      `insert into dive_log (affiliate_id, log_type, status, log_course, log_number, dive_title, dive_date,
         dive_location, dive_type, memsys_member_number, max_depth_m, bottom_time_min, skills, submitted_at)
       select $1, 'Training', 'Pending', 'open_water', 1 + n % 4, 'Dive ' || n, '2026-06-14', 'Bay', 'Shore', $2, 10, 30,
         array['entry'], '2026-06-15'::timestamptz + n * interval '1 minute' from generate_series(1, $3::int) n`,
      [student.id, instructor.number, count],
    );
    const { data: total } = await ask<number>(instructor, documents.waitingCount);
    expect(total).toBe(count);
    expect((await ask<number>(otherInstructor, documents.waitingCount)).data).toBe(0);
    expect((await ask(student, documents.waitingCount)).code).toBe('access.denied');
    const logs: WaitingLog[] = [];
    for (let offset = 0; offset < count; offset += 100)
      logs.push(...(await ask<WaitingLog[]>(instructor, documents.waiting, { limit: 100, offset })).data);
    expect(new Set(logs.map(({ id }) => id)).size).toBe(count);
    // The class that waits longest comes first, and each class is complete before the next.
    expect(logs.map(({ log_number: dive }) => dive)).toEqual([2, 3, 4, 1].flatMap((dive) => Array(300).fill(dive)));
    expect(new Set(logs.map(({ class_size: size }) => size))).toEqual(new Set([300]));
    const submitted = logs.slice(0, 300).map(({ submitted_at: at }) => at);
    expect(submitted).toEqual(submitted.toSorted());
    expect((await ask<WaitingLog[]>(instructor, documents.waiting)).data).toHaveLength(100);
    expect((await ask(instructor, documents.waiting, { limit: 101 })).code).toBe('request.invalid');
  });

  it("can't see or decide another instructor's dives", async () => {
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

  it('sees a dive reassigned to them once it is submitted', async () => {
    const log = await reach('Returned');
    const changed = (await update(student, log, { memsys_member_number: otherInstructor.number })).data;
    expect((await ask(otherInstructor, documents.log, { id: log.id })).code).toBe('not_found');
    await steps.submit(changed);
    expect((await read(otherInstructor, log.id)).status).toBe('Pending');
    expect((await ask(instructor, documents.log, { id: log.id })).code).toBe('not_found');
  });

  it("can't decide once inactive", async () => {
    const log = await reach('Pending');
    await rows("update person set member_status = 'Inactive' where affiliate_id = $1", [instructor.id]);
    expect((await steps.verify(log)).code).toBe('not_found');
    expect((await ask(instructor, documents.waiting)).data).toEqual([]);
    await rows("update person set member_status = 'Active' where affiliate_id = $1", [instructor.id]);
  });

  it('verifies a whole class or none of it', async () => {
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

describe('after a decision', () => {
  it('the diver sees who verified it and when', async () => {
    const log = await reach('Verified');
    expect(log).toMatchObject({ verified_name: 'Tomás Reyes', verified_at: expect.stringMatching(/Z$/), version: 2 });
  });

  it('the diver can change notes only', async () => {
    const log = await reach('Verified', 'Training', { experiences: [{ feeling: 'Good', notes: 'Cold' }] });
    const noted = (await update(student, log, { experiences: [{ feeling: 'Good', notes: 'Very cold' }] })).data;
    expect(noted.experiences[0]).toMatchObject({ feeling: 'Good', notes: 'Very cold' });
    expect((await update(student, noted, { experiences: [{ feeling: 'Poor', notes: 'Very cold' }] })).code).toBe(
      locked,
    );
    expect((await update(student, noted, { depth_times: [{ max_depth: 40, bottom_time: 45 }] })).code).toBe(locked);
    expect(await read(student, log.id)).toEqual(noted);
  });

  it('reasons by field are shown until the dive is submitted again', async () => {
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

  it('a return without a reason is rejected', async () => {
    const { id, version } = await reach('Pending');
    expect((await ask(instructor, documents.return, { id, version, reason: '  ' })).errors).toEqual([
      'request.invalid reason',
    ]);
  });
});

describe('concurrency', () => {
  const outcomes = async (answers: Promise<{ code: string | undefined }>[]) =>
    (await Promise.all(answers)).map(({ code }) => code ?? 'done').toSorted();

  it('two verifications verify once', async () => {
    const log = await reach('Pending');
    expect(await outcomes([steps.verify(log), steps.verify(log)])).toEqual(['done', 'logbook.stale']);
    expect(
      await rows("select from audit_entry where action = 'logbook.verified' and data ->> 'logId' = $1", [log.id]),
    ).toHaveLength(1);
    await notifyDecisions();
    expect(await rows("select from notification where kind = 'logbook.verified'")).toHaveLength(1);
  });

  it('either the withdrawal or the verification succeeds', async () => {
    const log = await reach('Pending');
    const [withdrawn, verified] = await Promise.all([steps.withdraw(log), steps.verify(log)]);
    const outcome = [withdrawn.code ?? 'done', verified.code ?? 'done', (await read(student, log.id)).status];
    expect([
      ['done', 'not_found', 'Draft'],
      ['logbook.stale', 'done', 'Verified'],
    ]).toContainEqual(outcome);
  });

  it("a change during verification doesn't alter the verified content", async () => {
    const log = await reach('Pending');
    const [saved, verified] = await Promise.all([steps.save(log), steps.verify(log)]);
    expect(verified.code).toBeUndefined();
    expect(['logbook.locked', 'logbook.stale']).toContain(saved.code);
    expect(await read(student, log.id)).toMatchObject({ status: 'Verified', dive_title: log.dive_title });
  });

  it("two classes sharing dives don't deadlock", async () => {
    const logs = [await reach('Pending'), await reach('Pending')].map(({ id, version }) => ({ id, version }));
    const verify = (list: object[]) => ask(instructor, documents.verify, { logs: list, reason: deviationReason });
    expect(await outcomes([verify(logs), verify(logs.toReversed())])).toEqual(['done', 'logbook.stale']);
  });
});
