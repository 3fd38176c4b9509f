import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { pagesOf } from '../../../app/form-record-testing.ts';
import { formsOf } from '../../../app/forms-testing.ts';
import { testPortal } from '../../../app/testing.ts';
import { documentCertificates } from '../../../platform/server/document-key.ts';
import { checkPdf } from '../../../platform/server/pdf-signature.ts';
import { readBlob } from './blob-files.ts';
import { digestOf } from './content-shape.ts';
import { makeDocument } from './make-document.ts';
import { findStoredRecord, openContent, type OpenRecord } from './records.ts';

const portal = await testPortal();
const forms = formsOf(portal);
const { services } = portal;
const { db } = services.database;

interface BlobRow {
  id: string;
  sealedKey: string;
  fileKey: string;
  sha256: string;
}
const blobsOf = (recordId: string) =>
  forms.rows<BlobRow>(
    'select id, sealed_key as "sealedKey", file_key as "fileKey", sha256 from form_blob where record_id = $1',
    [recordId],
  );

describe('the document of a signed record', () => {
  it('is signed by the operator, sealed, in the chain, and says what was signed', async () => {
    const recordId = await forms.submit('diver', {}, { 'medical.q10': 'yes' });
    await forms.document(recordId);
    const [blob] = (await blobsOf(recordId)) as [BlobRow];
    const pdf = (await readBlob(services, blob)) as Buffer;
    expect(checkPdf(pdf, await documentCertificates(db))).toMatchObject({
      isWhole: true,
      name: 'Bluewater Divers Association',
      reason: 'Kept as it was signed',
    });
    const content = openContent(services, (await findStoredRecord(db, recordId)) as OpenRecord);
    const text = (await pagesOf(pdf)).join(' ');
    expect(text).toContain(recordId);
    expect(text).toContain(digestOf(content));
    expect(text).toContain('and some malaria drugs? Yes');
    const stored = await services.files.get(blob.fileKey);
    expect(stored && (await buffer(stored.body)).includes('%PDF')).toBe(false);
    const entries = await forms.rows(
      'select kind, of_id as "ofId", digest from form_entry where record_id = $1 order by seq',
      [recordId],
    );
    expect(entries).toEqual([
      { kind: 'signed', ofId: recordId, digest: digestOf(content) },
      { kind: 'document', ofId: blob.id, digest: blob.sha256 },
    ]);
  });

  it('is made once, however often and by how many at a time it is asked for', async () => {
    const recordId = await forms.submit('student');
    await Promise.all([forms.document(recordId), forms.document(recordId)]);
    const made = await blobsOf(recordId);
    expect(made).toHaveLength(1);
    await forms.document(recordId);
    expect(await blobsOf(recordId)).toEqual(made);
  });

  it('is not made of a record whose time has come, or of none', async () => {
    const recordId = await forms.submit('instructor');
    await forms.rows(
      'update form_record set sealed_key = null, sealed_content = null, removed_at = now() where id = $1',
      [recordId],
    );
    await forms.document(recordId);
    await forms.run(makeDocument, { recordId: crypto.randomUUID() });
    expect(await blobsOf(recordId)).toEqual([]);
  });
});
