import { pino } from 'pino';
import { expect, it } from 'vitest';
import { testPhysician } from '../../../app/physician-testing.ts';
import { documentCertificates } from '../../../platform/server/document-key.ts';
import { checkPdf } from '../../../platform/server/pdf-signature.ts';
import type { FormData } from '../shared/contract.ts';
import { makeEvaluation } from './make-evaluation.ts';

const { services, request, rows, drawn, signMedical, linkOf } = await testPhysician();
const { database } = services;

it('makes one document of a physician’s decision, signed by the operator, for who may read the form', async () => {
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
  if (job === undefined) throw new Error('there is no job');
  const context = { database, services, log: pino({ level: 'silent' }), now: new Date(), isLastTry: false };
  await makeEvaluation.run(context, job.data);
  await makeEvaluation.run(context, job.data);

  const record = (await request(diver, 'GET', `/api/forms/Search/document/${id}`)).json<{ formData: FormData }>();
  expect(record.formData.evaluations).toMatchObject([{ decision: 'approved', physician: 'Dr. Amaya Sol' }]);
  const made = record.formData.blobs.filter(({ kind }) => kind === 'evaluation');
  expect(made).toHaveLength(1);
  const file = await request(diver, 'GET', `/api/forms/Search/blob/${made[0]?.id}`);
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(checkPdf(file.rawPayload, await documentCertificates(database.db))).toMatchObject({ isWhole: true });
});
