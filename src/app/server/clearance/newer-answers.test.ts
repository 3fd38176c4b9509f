import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApplicationsFixture, affiliateIdOf } from '#test/support/api/applications-testing.ts';
import { isoDay } from '#test/support/api/certifications-testing.ts';
import { getCourse } from '#test/support/api/learning-testing.ts';
import { course, studentQuery } from '#test/support/api/learner-record-testing.ts';
import { instructor, student, createTrainingLog } from '#test/support/api/logbook-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { createReadinessFixture } from '#test/support/api/readiness-testing.ts';
import { findApplicationType } from '#features/applications/server/application-types.ts';
import { findApplication } from '#features/applications/server/queries.ts';
import { loadFacts } from '#features/applications/server/requirements/facts.ts';
import type { Guest } from '#features/dsd/shared/contract.ts';
import type { BoardCourse, BoardDiver } from '#features/learning/shared/board-contract.ts';
import type { DiveLog, WaitingLog } from '#features/logbook/shared/contract.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';

// Loading a course blocks the event loop long enough for the server to report overload, so it is loaded beforehand.
getCourse(course);
const portal = await testPortal();
const { db } = portal.services.database;
const readiness = createReadinessFixture(portal);
const { forms, records, rows, kindsOf, certify, dive, learn, signSkills, photograph } = readiness;
const applications = createApplicationsFixture(portal);
const { base, call, logbook } = records;
const diveDay = '2026-06-01';
// The first board loads all courses, which takes longer than a test may.
await call(instructor, 'GET', `${base}/board`);
const store = 20_001;

/** The diver's answers after the forms that clear them: for someone else, or for the same instructor in another packet. */
const newerForms = [
  ['for another store', { packet: 'medical', storeNumber: 20_002 }],
  ['for the same instructor in another packet', { packet: 'dsd', memberNumber: instructor.number }],
] as const;
const problems = [
  ['physician', 'physician_missing'],
  ['review', 'confirmation_pending'],
  ['refused', 'physician_refused'],
] as const;

async function answerAgain(options: Parameters<typeof forms.submit>[1], status: string, on?: string): Promise<void> {
  const id = await forms.submit('student', options, { 'medical.q3': 'yes' });
  await rows(
    `update form_record set medical_status = $2, signed_at = coalesce($3::date + time '18:00', signed_at),
       medical_changed_at = coalesce($3::date + time '18:00', medical_changed_at) where id = $1`,
    [id, status, on ?? null],
  );
}

beforeAll(async () => {
  await rows("update person set birthdate = '1999-02-14' where affiliate_id = $1", [student.id]);
});
beforeEach(async () => {
  await readiness.begin();
  await rows('delete from form_draft');
  await rows('update enrollment set store_number = $2 where affiliate_id = $1', [student.id, store]);
});

describe.each(newerForms)('a newer answer %s', (_, newer) => {
  it.each(problems)(
    'with the status %s outweighs a clear form on the board, the boat list and the record',
    async (status) => {
      const blockers = async () => {
        const { body } = await call<{ courses: BoardCourse[] }>(instructor, 'GET', `${base}/board`);
        const people = await call<{ items: BoardDiver[] }>(instructor, 'GET', `${base}/board/divers`);
        const { body: record } = await records.read(instructor, studentQuery);
        return {
          board: body.courses.flatMap(({ students }) => students).find(({ affiliateId }) => affiliateId === student.id)
            ?.blockers,
          boat: people.body.items.find(({ affiliateId }) => affiliateId === student.id)?.blockers,
          record: record.medical?.status,
        };
      };
      await forms.submit('student', { packet: 'course', memberNumber: instructor.number });
      const before = await blockers();
      expect(before.board).not.toContain(status);
      expect(before).toMatchObject({ boat: [], record: 'ok' });
      await answerAgain(newer, status);
      const after = await blockers();
      expect(after.board).toContain(status);
      expect(after).toMatchObject({ boat: [status], record: status });
    },
  );

  it.each(problems)('with the status %s is a deviation of a dive to verify', async (status, problem) => {
    await forms.submit('student', { packet: 'course', memberNumber: instructor.number });
    const day = new Date().toISOString().slice(0, 10);
    const { data } = await logbook.createTraining(student, createTrainingLog({ status: 'Pending', dive_date: day }));
    const kinds = async () =>
      (await logbook.ask<WaitingLog[]>(instructor, documents.waiting)).data
        .find(({ id }) => id === data.id)
        ?.deviations.map(({ kind }) => kind);
    expect(await kinds()).not.toContain(problem);
    await answerAgain(newer, status);
    expect(await kinds()).toContain(problem);
    const logs = [{ id: data.id, version: data.version }];
    const { errors } = await logbook.ask<DiveLog[]>(instructor, documents.verify, { logs });
    expect(errors).toContain(`logbook.deviation logs.0.${problem}`);
  });

  it('prevents a Discover Scuba Diving guest from being sent', async () => {
    await forms.submit('student', { packet: 'dsd', storeNumber: store });
    await rows(
      `insert into dsd_checkpoint (affiliate_id, status, store_number, document_id)
       select affiliate_id, 'completed', store_number, id from form_record where affiliate_id = $1
       on conflict (affiliate_id) do update set status = 'completed', store_number = excluded.store_number,
         member_number = null, document_id = excluded.document_id`,
      [student.id],
    );
    const guest = async () =>
      (await portal.request('store@demo.test', 'GET', '/api/dsd/Guests'))
        .json<{ items: Guest[] }>()
        .items.find(({ affiliateId }) => affiliateId === student.id);
    expect(await guest()).toMatchObject({ status: 'completed', medicalStatus: 'clear' });
    await answerAgain(newer, 'physician');
    expect(await guest()).toMatchObject({ status: 'forms-submitted', medicalStatus: 'physician' });
    const answer = await portal.request('store@demo.test', 'POST', `/api/dsd/Guests/${student.id}/process`);
    expect([answer.statusCode, answer.json<{ errors: { code: string }[] }>().errors[0]?.code]).toEqual([
      409,
      'dsd.not_ready',
    ]);
  });
});

it('a newer answer before the water days prevents a certification', async () => {
  await learn();
  await signSkills();
  await readiness.signForms();
  await dive([1, 2, 3, 4], undefined, diveDay);
  await photograph('student');
  await rows('update enrollment set granted_at = $2 where affiliate_id = $1', [student.id, isoDay(-400)]);
  expect(await kindsOf()).not.toContain('physician_missing');
  await answerAgain({ packet: 'medical', storeNumber: 20_002 }, 'physician', '2026-05-25');
  expect(await kindsOf()).toContain('physician_missing');
  const { status, body } = await certify();
  expect(status).toBe(409);
  expect(body.errors.map(({ path }) => path)).toContain('requirements.physician_missing');
});

it("a newer answer outweighs a physician's approval in an application", async () => {
  await applications.clear();
  const id = await applications.begin();
  await applications.examine(isoDay(-10));
  const medical = async () => {
    const row = await findApplication.first(db, { id });
    if (row === undefined) throw new Error('application not found');
    return (await loadFacts(db, row, findApplicationType(row.typeId), new Date())).medical;
  };
  await rows('update form_record set valid_until = current_date - 1 where affiliate_id = $1', [
    affiliateIdOf('candidate'),
  ]);
  expect(await medical()).toEqual({ date: isoDay(-10), source: 'record' });
  await forms.submit('candidate', { packet: 'medical', storeNumber: 20_002 }, { 'medical.q3': 'yes' });
  expect(await medical()).toEqual({ date: null, source: null });
});
