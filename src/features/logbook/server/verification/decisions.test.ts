import { beforeEach, describe, expect, it } from 'vitest';
import { affiliateType } from '#domain/roles.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { createFormsFixture } from '#test/support/api/forms-testing.ts';
import {
  instructor,
  createLogbookFixture,
  deviationReason,
  student,
  createTrainingLog,
} from '#test/support/api/logbook-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { DiveLog, WaitingLog } from '#features/logbook/shared/contract.ts';
import { listSkillGroups } from '#features/logbook/shared/skills.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';

const portal = await testPortal();
const { ask, createTraining, reach, read, rows, clear, notifyDecisions, steps } = createLogbookFixture(portal);
const forms = createFormsFixture(portal);
const allSkills = listSkillGroups('open_water', 2, null).flatMap(({ skills }) => skills);
/** A dive that meets the standard, on a day with signed forms and medical. */
const standard = (changes: object = {}) =>
  createTrainingLog({
    status: 'Pending',
    dive_date: toIsoDate(),
    depth_times: [{ max_depth: 11, bottom_time: 30 }],
    skills: [{ dive_skills: allSkills }],
    ...changes,
  });
const submit = async (changes: object = {}) => (await createTraining(student, standard(changes))).data;
const verify = (logs: DiveLog[], why?: string) =>
  ask<DiveLog[]>(instructor, documents.verify, {
    logs: logs.map(({ id, version }) => ({ id, version })),
    reason: why,
  });
const undo = (logs: { id: string; version: number }[]) => ask<DiveLog[]>(instructor, documents.undo, { logs });
const listNotified = () =>
  rows<{ kind: string }>("select kind from notification where kind in ('logbook.verified', 'logbook.returned')");

async function signForms(): Promise<void> {
  const id = await forms.submit('student', { packet: 'course', memberNumber: instructor.number });
  const days = "interval '3 days'";
  await rows(
    `update form_record set signed_at = signed_at - ${days}, cleared_at = cleared_at - ${days} where id = $1`,
    [id],
  );
}

beforeEach(async () => {
  await clear();
  await rows("delete from pgboss.job where name = 'logbook.notify-decision'");
  await rows('delete from form_blob');
  await rows('delete from form_record where affiliate_id = $1', [student.id]);
});

describe('a dive with deviations from the standard', () => {
  it('lists each deviation in the queue and on its page, for the instructor only', async () => {
    const log = await submit({
      depth_times: [{ max_depth: 25, bottom_time: 30 }],
      skills: [{ dive_skills: ['entry', 'mask_full'] }],
      conditions: [{ current: 'Strong' }],
    });
    const kinds = ['depth_course', 'skills', 'current', 'forms_missing', 'medical_missing'];
    const [waiting] = (await ask<WaitingLog[]>(instructor, documents.waiting)).data;
    expect(waiting?.deviations.map(({ kind }) => kind)).toEqual(kinds);
    expect(waiting?.deviations[0]?.limit_m).toBe(12);
    expect((await read(instructor, log.id)).deviations).toEqual(waiting?.deviations);
    expect((await read(student, log.id)).deviations).toEqual([]);
  });

  it('is not verified without a reason, and nothing changes', async () => {
    const deep = await submit({ depth_times: [{ max_depth: 25, bottom_time: 30 }] });
    const { errors } = await verify([deep]);
    expect(errors).toEqual([
      'logbook.deviation logs.0.depth_course',
      'logbook.deviation logs.0.forms_missing',
      'logbook.deviation logs.0.medical_missing',
    ]);
    expect((await verify([deep], '   ')).errors).toEqual(['request.invalid reason']);
    expect((await read(instructor, deep.id)).status).toBe('Pending');
    expect(await rows("select from pgboss.job where name = 'logbook.notify-decision'")).toEqual([]);
  });

  it('is verified with a reason that is stored, audited and shown to the diver', async () => {
    const log = await submit({ depth_times: [{ max_depth: 25, bottom_time: 30 }] });
    expect((await verify([log], deviationReason)).code).toBeUndefined();
    expect(await read(student, log.id)).toMatchObject({ status: 'Verified', verified_reason: deviationReason });
    const [entry] = await rows<{ data: object }>(
      "select data from audit_entry where action = 'logbook.verified' and data ->> 'logId' = $1",
      [log.id],
    );
    expect(entry?.data).toMatchObject({
      reason: deviationReason,
      deviations: ['depth_course', 'forms_missing', 'medical_missing'],
    });
  });

  it('rejects a whole class without a reason; the others alone are verified', async () => {
    await signForms();
    const good = await submit();
    const deep = await submit({ depth_times: [{ max_depth: 13, bottom_time: 30 }] });
    expect((await verify([good, deep])).errors.every((error) => error.startsWith('logbook.deviation logs.1.'))).toBe(
      true,
    );
    expect((await read(instructor, good.id)).status).toBe('Pending');
    expect((await verify([good])).code).toBeUndefined();
    expect(await read(student, good.id)).toMatchObject({ status: 'Verified', verified_reason: null });
  });

  it('stores no reason for a dive without deviations', async () => {
    await signForms();
    const log = await submit();
    expect((await read(instructor, log.id)).deviations).toEqual([]);
    await verify([log], deviationReason);
    expect((await read(student, log.id)).verified_reason).toBeNull();
  });
});

describe('a decision', () => {
  it.each(['verify', 'return'] as const)('to %s can be undone for ten seconds without notification', async (step) => {
    const log = await reach('Pending');
    await steps[step](log);
    const decided = { id: log.id, version: log.version + 1 };
    expect((await undo([decided])).data).toMatchObject([{ id: log.id, status: 'Pending' }]);
    await notifyDecisions();
    expect(await listNotified()).toEqual([]);
    expect((await ask<WaitingLog[]>(instructor, documents.waiting)).data).toHaveLength(1);
    expect(
      await rows("select from audit_entry where action = 'logbook.undone' and data ->> 'logId' = $1", [log.id]),
    ).toHaveLength(1);
  });

  it('that was undone and made again notifies once', async () => {
    const log = await reach('Pending');
    await steps.verify(log);
    const [pending] = (await undo([{ id: log.id, version: log.version + 1 }])).data;
    await steps.verify({ ...log, version: pending?.version ?? 0 });
    await notifyDecisions();
    expect(await listNotified()).toHaveLength(1);
  });

  it('can’t be undone later, by someone else, after a change, or once a card was issued on it', async () => {
    const log = await reach('Verified');
    const decided = { id: log.id, version: log.version };
    expect((await ask(student, documents.undo, { logs: [decided] })).code).toBe('access.denied');
    await rows(
      `update person set affiliate_type_id = ${affiliateType.instructor}, member_number = 100002, member_status = 'Active' where affiliate_id = 400006`,
    );
    const other = { id: 400_006, email: 'candidate@demo.test' };
    expect((await ask(other, documents.undo, { logs: [decided] })).code).toBe('logbook.too_late');
    expect((await undo([{ ...decided, version: 1 }])).code).toBe('logbook.too_late');
    await rows(`insert into certification (affiliate_id, level_id, cert_date) values ($1, 54, current_date)`, [
      student.id,
    ]);
    expect((await undo([decided])).code).toBe('logbook.too_late');
    await rows('delete from certification where affiliate_id = $1 and level_id = 54', [student.id]);
    await rows("update dive_log set verified_at = now() - interval '11 seconds' where id = $1", [log.id]);
    expect((await undo([decided])).code).toBe('logbook.too_late');
    expect((await read(student, log.id)).status).toBe('Verified');
  });
});
