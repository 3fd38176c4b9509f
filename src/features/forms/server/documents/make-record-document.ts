import * as z from 'zod';
import { runAsPerson } from '#platform/server/auth/current-person.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { insertBlob, storeBlobFile } from './blobs.ts';
import { recordLocale, makeRecordPdf } from './record-pdf.ts';
import {
  findStoredRecord,
  isRetained,
  lockRecord,
  decryptRecordContent,
} from '#features/forms/server/records/record-access.ts';
import { signDocument } from './sign-document.ts';

const findDocument = query((db, p: Params<{ affiliateId: number; recordId: string }>) =>
  db
    .selectFrom('form_blob')
    .select('id')
    .where('affiliate_id', '=', p.affiliateId)
    .where('record_id', '=', p.recordId)
    .where('kind', '=', 'document')
    .limit(1),
);

/** Creates the PDF of a signed record, signed by the operator, encrypted and covered by the chain. Idempotent. */
export const makeRecordDocument = defineJob(
  'forms.document',
  { schema: z.object({ recordId: z.uuid() }), retryLimit: 10 },
  async ({ database, services, now }, { recordId }) => {
    const record = await findStoredRecord.first(database.db, { id: recordId });
    // The record may have been removed by retention.
    if (record === undefined || !isRetained(record)) return;
    const { affiliateId } = record;
    if ((await findDocument.first(database.db, { affiliateId, recordId })) !== undefined) return;
    const content = decryptRecordContent(services, record);
    const reason = services.messages.format(recordLocale(content), 'forms.document.reason');
    const unsigned = await runAsPerson(affiliateId, () => makeRecordPdf(services, content));
    const pdf = await signDocument(services, unsigned, { at: now, reason });
    const file = await storeBlobFile(services, record, pdf);
    await database.inTransaction(`document of ${recordId}`, async (db) => {
      const locked = await lockRecord.first(db, { id: recordId });
      const existing = await findDocument.first(db, { affiliateId, recordId });
      if (locked === undefined || !isRetained(locked) || existing !== undefined) return;
      await insertBlob(
        { db, now, services },
        { record: locked, kind: 'document', contentType: 'application/pdf', file },
      );
    });
  },
);
