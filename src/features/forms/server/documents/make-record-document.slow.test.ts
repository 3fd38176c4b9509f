import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { readPdfPages } from '#test/support/api/form-record-testing.ts';
import { createFormsFixture } from '#test/support/api/forms-testing.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { listDocumentCertificates } from '#platform/server/documents/document-key.ts';
import { verifyPdfSignature } from '#platform/server/documents/pdf-signature.ts';
import { readBlob } from './read-blob.ts';
import { contentDigest } from '#features/forms/server/records/record-content.ts';
import { makeRecordDocument } from './make-record-document.ts';
import {
  findStoredRecord,
  decryptRecordContent,
  type RetainedRecord,
} from '#features/forms/server/records/record-access.ts';

const portal = await testPortal();
const forms = createFormsFixture(portal);
const { services } = portal;
const { db } = services.database;

interface BlobRow {
  affiliateId: number;
  recordId: string;
  id: string;
  encryptedKey: string;
  fileKey: string;
  sha256: string;
}
const blobsOf = (recordId: string) =>
  forms.rows<BlobRow>(
    'select affiliate_id as "affiliateId", record_id as "recordId", id, sealed_key as "encryptedKey", file_key as "fileKey", sha256 from form_blob where record_id = $1',
    [recordId],
  );

describe('makeRecordDocument', () => {
  it('creates an encrypted PDF in the chain, signed by the operator, with the signed content', async () => {
    const recordId = await forms.submit('diver', {}, { 'medical.q10': 'yes' });
    await forms.document(recordId);
    const [blob] = (await blobsOf(recordId)) as [BlobRow];
    const pdf = (await readBlob(services, blob)) as Buffer;
    expect(verifyPdfSignature(pdf, await listDocumentCertificates(db))).toMatchObject({
      isWhole: true,
      name: 'Bluewater Divers Association',
      reason: 'Stored as signed',
    });
    const content = decryptRecordContent(
      services,
      (await findStoredRecord.first(db, { id: recordId })) as RetainedRecord,
    );
    const text = (await readPdfPages(pdf)).join(' ');
    expect(text).toContain(recordId);
    expect(text).toContain(contentDigest(content));
    expect(text).toContain('or certain malaria drugs? Yes');
    const stored = await services.files.get(blob.fileKey);
    expect(stored && (await buffer(stored.body)).includes('%PDF')).toBe(false);
    const entries = await forms.rows(
      'select kind, of_id as "ofId", digest from form_entry where record_id = $1 order by seq',
      [recordId],
    );
    expect(entries).toEqual([
      { kind: 'signed', ofId: recordId, digest: contentDigest(content) },
      { kind: 'document', ofId: blob.id, digest: blob.sha256 },
    ]);
  });

  it('creates one document when it runs several times or concurrently', async () => {
    const recordId = await forms.submit('student');
    await Promise.all([forms.document(recordId), forms.document(recordId)]);
    const created = await blobsOf(recordId);
    expect(created).toHaveLength(1);
    await forms.document(recordId);
    expect(await blobsOf(recordId)).toEqual(created);
  });

  it('creates none for a removed or unknown record', async () => {
    const recordId = await forms.submit('instructor');
    await forms.rows(
      'update form_record set sealed_key = null, sealed_content = null, removed_at = now() where id = $1',
      [recordId],
    );
    await forms.document(recordId);
    await forms.run(makeRecordDocument, { recordId: crypto.randomUUID() });
    expect(await blobsOf(recordId)).toEqual([]);
  });
});
