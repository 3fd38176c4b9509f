import { beforeEach, describe, expect, it } from 'vitest';
import { cardDay } from '#test/support/api/certifications-testing.ts';
import { createFormsFixture } from '#test/support/api/forms-testing.ts';
import { getCourse } from '#test/support/api/learning-testing.ts';
import { student, createTrainingLog } from '#test/support/api/logbook-testing.ts';
import {
  course,
  studentQuery,
  otherInstructor,
  createLearnerRecordFixture,
} from '#test/support/api/learner-record-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { affiliateType } from '#domain/roles.ts';
import { documents } from '#features/logbook/web/graphql-documents.ts';

getCourse(course);
const portal = await testPortal();
const records = createLearnerRecordFixture(portal);
const { ask, createTraining, rows } = records.logbook;
const forms = createFormsFixture(portal);
/** An instructor who becomes a divemaster; everything below already names their number. */
const divemaster = otherInstructor;
const becomeDivemaster = () =>
  rows('update person set affiliate_type_id = $2 where affiliate_id = $1', [divemaster.id, affiliateType.divemaster]);
const memberInfo = async (number: number) =>
  (
    await portal.graphql(student.email, 'query ($q: NumberQueryInput!) { memberInfo(query: $q) { name } }', {
      q: { number },
    })
  ).json().data.memberInfo as { name: string } | null;

beforeEach(async () => {
  await records.begin();
  await rows('update enrollment set member_number = $2 where affiliate_id = $1', [student.id, divemaster.number]);
});

describe('divemaster', () => {
  it('can’t be found or named by number as an instructor', async () => {
    expect(await memberInfo(divemaster.number)).not.toBeNull();
    await becomeDivemaster();
    expect(await memberInfo(divemaster.number)).toBeNull();
    const { errors } = await createTraining(
      student,
      createTrainingLog({ status: 'Pending', memsys_member_number: divemaster.number }),
    );
    expect(errors).toEqual(['logbook.unknown_instructor general.memsys_member_number']);
    const draft = await forms.call('student', 'POST', 'Drafts', { packet: 'medical', memberNumber: divemaster.number });
    expect(draft.errors).toEqual(['forms.unknown_member memberNumber']);
  });

  it('can’t see or verify training dives, including those submitted before', async () => {
    const { data: log } = await createTraining(
      student,
      createTrainingLog({ status: 'Pending', memsys_member_number: divemaster.number }),
    );
    expect((await ask<unknown[]>(divemaster, documents.waiting)).data).toHaveLength(1);
    await becomeDivemaster();
    expect((await ask<unknown[]>(divemaster, documents.waiting)).data).toEqual([]);
    expect((await ask(divemaster, documents.log, { id: log.id })).data).toBeNull();
    const { id, version } = log;
    expect((await ask(divemaster, documents.verify, { logs: [{ id, version }] })).code).toBe('not_found');
    expect((await ask(divemaster, documents.return, { id, version, reason: 'No.' })).code).toBe('not_found');
  });

  it('can’t sign skills, read records or certify', async () => {
    expect((await records.read(divemaster, studentQuery)).status).toBe(200);
    await becomeDivemaster();
    expect((await records.read(divemaster, studentQuery)).status).toBe(401);
    expect((await records.sign(divemaster, {})).status).toBe(401);
    const body = { affiliateId: student.id, levelID: 10, certDate: cardDay(-1) };
    expect((await portal.request(divemaster.email, 'POST', '/api/ecards/certify', body)).statusCode).toBe(404);
    const { certDate, ...entry } = body;
    const classBody = { packageId: 'open-water', certDate, students: [entry] };
    expect((await portal.request(divemaster.email, 'POST', '/api/ecards/certify/class', classBody)).statusCode).toBe(
      404,
    );
    expect(await rows('select from certification where affiliate_id = $1', [student.id])).toEqual([]);
  });

  it('can’t read forms as a teacher, including those that name the number', async () => {
    const id = await forms.submit('student', { memberNumber: divemaster.number });
    expect((await forms.call('candidate', 'GET', `Search/document/${id}`)).status).toBe(200);
    await becomeDivemaster();
    expect((await forms.call('candidate', 'GET', `Search/document/${id}`)).status).toBe(404);
    expect((await forms.call<{ items: unknown[] }>('candidate', 'GET', 'Search/Member')).body).toMatchObject({
      items: [],
    });
  });

  it('still has professional cards and the member page', async () => {
    await becomeDivemaster();
    const cards = await portal.request(divemaster.email, 'GET', '/api/ecards/eCard/GetAllCardListPro');
    expect(cards.statusCode).toBe(200);
    const { data } = (await portal.graphql(divemaster.email, 'query { member { memberNumber memberStatus } }')).json();
    expect(data.member).toEqual({ memberNumber: divemaster.number, memberStatus: 'Active' });
  });
});
