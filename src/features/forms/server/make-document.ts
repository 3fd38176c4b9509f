import * as z from 'zod';
import { actFor } from '../../../platform/server/current-person.ts';
import { statement } from '../../../platform/server/db.ts';
import { defineJob } from '../../../platform/server/jobs.ts';
import { storeBlob } from './blobs.ts';
import { localeOf, makeRecordPdf } from './record-document.ts';
import { findStoredRecord, isOpen, lockRecord, openContent } from './records.ts';
import { signDocument } from './sign-document.ts';

const hasDocument = statement<{ isThere: boolean }, [affiliateId: number, recordId: string]>(`
  select exists (select from form_blob where affiliate_id = $1 and record_id = $2 and kind = 'document') as "isThere"`);

/** The document of a signed record: made once, signed by the operator, sealed and put into the chain. Safe to do twice. */
export const makeDocument = defineJob(
  'forms.document',
  { schema: z.object({ recordId: z.uuid() }), retryLimit: 10 },
  async ({ database, services, now }, { recordId }) => {
    const record = await findStoredRecord(database.db, recordId);
    // Its time may have come meanwhile.
    if (record === null || !isOpen(record)) return;
    const [stored] = await hasDocument(database.db, record.affiliateId, recordId);
    if (stored?.isThere) return;
    const content = openContent(services, record);
    const reason = services.messages.format(localeOf(content), 'forms.document.reason');
    const made = await actFor(record.affiliateId, () => makeRecordPdf(services, content));
    const pdf = await signDocument(services, made, { at: now, reason });
    await database.inTransaction(`document of ${recordId}`, async (db) => {
      const locked = await lockRecord(db, recordId);
      const [already] = await hasDocument(db, record.affiliateId, recordId);
      if (locked === null || !isOpen(locked) || already?.isThere) return;
      await storeBlob(
        { services, db, now },
        { record: locked, kind: 'document', contentType: 'application/pdf', bytes: pdf },
      );
    });
  },
);
