import * as z from 'zod';
import { runAsPerson } from '#platform/server/auth/current-person.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { decryptRecordKey, decryptRecordText } from '#platform/server/crypto/record-key.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { storeBlob } from './blobs.ts';
import { EvaluationContent } from '#features/forms/server/records/record-content.ts';
import { makeEvaluationPdf } from './evaluation-pdf.ts';
import * as sql from '#features/forms/server/clearance/physician-queries.ts';
import { isRetained, lockRecord } from '#features/forms/server/records/record-access.ts';
import { signDocument } from './sign-document.ts';

/** What a physician decided, as a document beside that of the form. Safe to do twice. */
export const makeEvaluationDocument = defineJob(
  'forms.evaluation',
  { schema: z.object({ evaluationId: z.uuid() }), retryLimit: 10 },
  async ({ database, services, now }, { evaluationId }) => {
    const [row] = await sql.findEvaluation(database.db, evaluationId);
    // Its time may have come meanwhile.
    if (row === undefined) return;
    const key = decryptRecordKey(services.env.SECRET_KEYS, row.sealedKey);
    const content = EvaluationContent.parse(JSON.parse(decryptRecordText(key, row.sealedContent)));
    const reason = services.messages.format(content.locale, 'forms.document.reason');
    const made = await runAsPerson(row.affiliateId, () => makeEvaluationPdf(services, content));
    const bytes = await signDocument(services, made, { at: now, reason });
    const id = createUuidFromText(`document of ${evaluationId}`);
    await database.inTransaction(`evaluation ${evaluationId}`, async (db) => {
      const record = await lockRecord(db, row.recordId);
      const [already] = await sql.findBlob(db, row.affiliateId, row.recordId, id);
      if (record === null || !isRetained(record) || already !== undefined) return;
      await storeBlob({ services, db, now }, { record, id, kind: 'evaluation', contentType: 'application/pdf', bytes });
    });
  },
);
