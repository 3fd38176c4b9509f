import { beforeEach, describe, expect, it } from 'vitest';
import { readPdfPages } from '#test/support/api/form-record-testing.ts';
import { createFormsFixture, memberNumber } from '#test/support/api/forms-testing.ts';
import { createLearnerRecordFixture, course, studentQuery } from '#test/support/api/learner-record-testing.ts';
import { instructor, student } from '#test/support/api/logbook-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import type { ArchivedRecord } from '#features/learning/shared/record-contract.ts';

const portal = await testPortal();
const { base, rows, call, grant, begin, learnAll, read } = createLearnerRecordFixture(portal);
const forms = createFormsFixture(portal);

beforeEach(async () => {
  await begin();
  for (const table of ['form_evaluation', 'form_reading', 'form_record', 'form_draft'])
    await rows(`delete from ${table} where affiliate_id = $1`, [student.id]);
});

describe('medical status of a learner record', () => {
  it('is null without a questionnaire', async () => {
    expect((await read(student)).body.medical).toBeNull();
  });

  it('is valid until the questionnaire expires, for the learner and their instructor', async () => {
    const id = await forms.submit('student', { packet: 'course', memberNumber });
    const [{ until } = { until: '' }] = await rows<{ until: string }>(
      'select valid_until::text as until from form_record where id = $1',
      [id],
    );
    expect((await read(student)).body.medical).toEqual({ status: 'ok', validUntil: until });
    expect((await read(instructor, studentQuery)).body.medical).toEqual({ status: 'ok', validUntil: until });
    await rows("update form_record set valid_until = '2020-01-01' where id = $1", [id]);
    expect((await read(student)).body.medical).toEqual({ status: 'expired', validUntil: null });
  });

  it.each(['physician', 'review', 'refused'] as const)('is %s while the diver is not cleared', async (status) => {
    const id = await forms.submit('student', { packet: 'course', memberNumber }, { 'medical.q3': 'yes' });
    await rows('update form_record set medical_status = $2 where id = $1', [id, status]);
    const { body } = await read(instructor, studentQuery);
    expect(body.medical).toEqual({ status, validUntil: null });
    expect(JSON.stringify(body)).not.toContain('medical.q3');
  });

  it('ignores forms that name neither the instructor nor the store of the course', async () => {
    await forms.submit('student', { packet: 'course', storeNumber: 20_001 });
    await rows('update enrollment set store_number = null where affiliate_id = $1 and package_id = $2', [
      student.id,
      course,
    ]);
    expect((await read(instructor, studentQuery)).body.medical).toBeNull();
  });

  it('uses the Discover Scuba Diving forms for its course', async () => {
    await grant(student, 'discover-scuba', memberNumber);
    await forms.submit('student', { packet: 'dsd', memberNumber });
    expect((await read(student, '', 'discover-scuba')).body.medical?.status).toBe('ok');
    expect((await read(student)).body.medical).toBeNull();
  });

  it('is printed in the document', async () => {
    await forms.submit('student', { packet: 'course', memberNumber });
    const pdf = await portal.request(student.email, 'GET', `${base}/courses/${course}/eRecord/document`);
    const text = (await readPdfPages(pdf.rawPayload)).join(' ');
    expect(text).toContain('Medical questionnaire valid until');
    expect(text).not.toContain('No medical questionnaire on file');
  });

  it('is not part of an archived record', async () => {
    await forms.submit('student', { packet: 'course', memberNumber }, { 'medical.q3': 'yes' });
    await learnAll(student, course);
    expect((await call(student, 'POST', `${base}/courses/${course}/enroll`, { again: true })).status).toBe(200);
    const { body } = await call<ArchivedRecord[]>(
      instructor,
      'GET',
      `/api/learning/courses/${course}/eRecord/archive${studentQuery}`,
    );
    expect(body).toHaveLength(1);
    expect(body[0]?.record).not.toHaveProperty('medical');
    expect(
      await rows(`select 1 from record_archive where record ? 'medical' and affiliate_id = $1`, [student.id]),
    ).toEqual([]);
  });
});
