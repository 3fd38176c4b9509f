import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createPhysicianFixture } from '#test/support/api/physician-testing.ts';
import { listDocumentCertificates } from '#platform/server/documents/document-key.ts';
import { verifyPdfSignature } from '#platform/server/documents/pdf-signature.ts';
import type { FormRecordData } from '#features/forms/shared/contract.ts';
import { makeEvaluationDocument } from './make-evaluation-document.ts';

const { services, request, rows, drawn, signMedical, linkOf } = await createPhysicianFixture();
const { database } = services;

it('makeEvaluationDocument creates one PDF signed by the operator, however often it runs', async () => {
  const diver = 'diver@demo.test';
  const id = await signMedical(diver);
  await request(null, 'POST', `/api/forms/Physician/${await linkOf(diver, id)}`, {
    locale: 'en-US',
    decision: 'approved',
    name: 'Dr. Amaya Sol',
    clinic: 'Harbor Practice',
    license: 'MP 0471',
    phone: '+27 21 555 01 42',
    isAcknowledged: true,
    method: 'drawn',
    strokes: drawn,
  });
  const [job] = await rows<{ data: { evaluationId: string } }>(
    "select data from pgboss.job where name = 'forms.evaluation'",
  );
  if (job === undefined) throw new Error('the forms.evaluation job was not queued');
  const context = { database, services, log: pino({ level: 'silent' }), now: new Date(), isLastTry: false };
  await makeEvaluationDocument.run(context, job.data);
  await makeEvaluationDocument.run(context, job.data);

  const record = (await request(diver, 'GET', `/api/forms/Search/document/${id}`)).json<{ formData: FormRecordData }>();
  expect(record.formData.evaluations).toMatchObject([{ decision: 'approved', physician: 'Dr. Amaya Sol' }]);
  const created = record.formData.blobs.filter(({ kind }) => kind === 'evaluation');
  expect(created).toHaveLength(1);
  const file = await request(diver, 'GET', `/api/forms/Search/blob/${created[0]?.id}`);
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(verifyPdfSignature(file.rawPayload, await listDocumentCertificates(database.db))).toMatchObject({
    isWhole: true,
  });
});
