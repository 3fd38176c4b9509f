import * as z from 'zod';
import { toPartKey } from '#features/forms/server/record-ciphers.ts';
import { RecordCipher } from '#platform/server/crypto/record-cipher.ts';
import { runAsPerson } from '#platform/server/auth/current-person.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { insertBlob, storeBlobFile } from './blobs.ts';
import { EvaluationContent } from '#features/forms/server/records/record-content.ts';
import { makeEvaluationPdf } from './evaluation-pdf.ts';
import * as queries from '#features/forms/server/clearance/physician-queries.ts';
import { findStoredRecord, isRetained, lockRecord } from '#features/forms/server/records/record-access.ts';
import { signDocument } from './sign-document.ts';

/** Creates the PDF of a physician's decision. Idempotent. */
export const makeEvaluationDocument = defineJob(
  'forms.evaluation',
  { schema: z.object({ evaluationId: z.uuid() }), retryLimit: 10 },
  async ({ database, services, now }, { evaluationId }) => {
    const row = await queries.findEvaluation.first(database.db, { evaluationId });
    // The evaluation may have been removed by retention.
    if (row === undefined) return;
    const { affiliateId, recordId } = row;
    const id = createUuidFromText(`document of ${evaluationId}`);
    const stored = await findStoredRecord.first(database.db, { id: recordId });
    if (stored === undefined || !isRetained(stored)) return;
    if ((await queries.findBlob.first(database.db, { affiliateId, recordId, id })) !== undefined) return;
    const part = toPartKey({ affiliateId, recordId, id: evaluationId });
    const cipher = RecordCipher.open(services.env.SECRET_KEYS, row.encryptedKey, 'form_evaluation', part);
    const content = EvaluationContent.parse(JSON.parse(cipher.decrypt('sealed_content', row.encryptedContent)));
    const reason = services.messages.format(content.locale, 'forms.document.reason');
    const pdf = await runAsPerson(affiliateId, () => makeEvaluationPdf(services, content));
    const bytes = await signDocument(services, pdf, { at: now, reason });
    const file = await storeBlobFile(services, stored, bytes);
    await database.inTransaction(`evaluation ${evaluationId}`, async (db) => {
      const record = await lockRecord.first(db, { id: recordId });
      const existing = await queries.findBlob.first(db, { affiliateId, recordId, id });
      if (record === undefined || !isRetained(record) || existing !== undefined) return;
      await insertBlob({ db, now, services }, { record, id, kind: 'evaluation', contentType: 'application/pdf', file });
    });
  },
);
