import * as z from 'zod';
import { actFor } from '../../../platform/server/current-person.ts';
import { defineJob } from '../../../platform/server/jobs.ts';
import { openRecordKey, openText } from '../../../platform/server/record-key.ts';
import { uuidOf } from '../../../platform/server/uuid.ts';
import { storeBlob } from './blobs.ts';
import { EvaluationContent } from './content-shape.ts';
import { makeEvaluationPdf } from './evaluation-document.ts';
import * as sql from './physician-sql.ts';
import { isOpen, lockRecord } from './records.ts';
import { signDocument } from './sign-document.ts';

/** What a physician decided, as a document beside that of the form. Safe to do twice. */
export const makeEvaluation = defineJob(
  'forms.evaluation',
  { schema: z.object({ evaluationId: z.uuid() }), retryLimit: 10 },
  async ({ database, services, now }, { evaluationId }) => {
    const [row] = await sql.findEvaluation(database.db, evaluationId);
    // Its time may have come meanwhile.
    if (row === undefined) return;
    const key = openRecordKey(services.env.SECRET_KEYS, row.sealedKey);
    const content = EvaluationContent.parse(JSON.parse(openText(key, row.sealedContent)));
    const reason = services.messages.format(content.locale, 'forms.document.reason');
    const made = await actFor(row.affiliateId, () => makeEvaluationPdf(services, content));
    const bytes = await signDocument(services, made, { at: now, reason });
    const id = uuidOf(`document of ${evaluationId}`);
    await database.inTransaction(`evaluation ${evaluationId}`, async (db) => {
      const record = await lockRecord(db, row.recordId);
      const [already] = await sql.findBlob(db, row.affiliateId, row.recordId, id);
      if (record === null || !isOpen(record) || already !== undefined) return;
      await storeBlob({ services, db, now }, { record, id, kind: 'evaluation', contentType: 'application/pdf', bytes });
    });
  },
);
