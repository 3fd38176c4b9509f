import * as z from 'zod';
import { runAsPerson } from '#platform/server/auth/current-person.ts';
import { statement } from '#platform/server/db/database.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { storeBlob } from './blobs.ts';
import { recordLocale, makeRecordPdf } from './record-pdf.ts';
import {
  findStoredRecord,
  isRetained,
  lockRecord,
  decryptRecordContent,
} from '#features/forms/server/records/record-access.ts';
import { signDocument } from './sign-document.ts';

const hasDocument = statement<{ isThere: boolean }, [affiliateId: number, recordId: string]>(`
  select exists (select from form_blob where affiliate_id = $1 and record_id = $2 and kind = 'document') as "isThere"`);

/** Creates the PDF of a signed record, signed by the operator, encrypted and covered by the chain. Idempotent. */
export const makeRecordDocument = defineJob(
  'forms.document',
  { schema: z.object({ recordId: z.uuid() }), retryLimit: 10 },
  async ({ database, services, now }, { recordId }) => {
    const record = await findStoredRecord(database.db, recordId);
    // The record may have been removed by retention.
    if (record === null || !isRetained(record)) return;
    const [stored] = await hasDocument(database.db, record.affiliateId, recordId);
    if (stored?.isThere) return;
    const content = decryptRecordContent(services, record);
    const reason = services.messages.format(recordLocale(content), 'forms.document.reason');
    const unsigned = await runAsPerson(record.affiliateId, () => makeRecordPdf(services, content));
    const pdf = await signDocument(services, unsigned, { at: now, reason });
    await database.inTransaction(`document of ${recordId}`, async (db) => {
      const locked = await lockRecord(db, recordId);
      const [existing] = await hasDocument(db, record.affiliateId, recordId);
      if (locked === null || !isRetained(locked) || existing?.isThere) return;
      await storeBlob(
        { services, db, now },
        { record: locked, kind: 'document', contentType: 'application/pdf', bytes: pdf },
      );
    });
  },
);
