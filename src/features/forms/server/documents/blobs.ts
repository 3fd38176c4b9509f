import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { query, type Params } from '#platform/server/db/query.ts';
import { defineJob, enqueue } from '#platform/server/jobs/jobs.ts';
import { decryptRecordKey } from '#platform/server/crypto/record-key.ts';
import { encryptWithKey } from '#platform/server/crypto/secrets.ts';
import { sha256Hex } from './read-blob.ts';
import { appendChainEntry } from '#features/forms/server/chain/hash-chain.ts';
import type { Services, TransactionContext } from '#platform/server/http/context.ts';

export type BlobKind = 'document' | 'evaluation' | 'page';

export interface BlobFile {
  fileKey: string;
  bytes: number;
  sha256: string;
}

interface NewBlob {
  /** Read in the transaction, because its key may have been encrypted again since the file was stored. */
  record: { id: string; affiliateId: number; encryptedKey: string };
  id?: string;
  kind: BlobKind;
  contentType: 'application/pdf' | 'image/jpeg';
  file: BlobFile;
}

const orphanCheckDelayMs = 60 * 60_000;

interface BlobRow extends BlobFile {
  affiliateId: number;
  recordId: string;
  id: string;
  kind: BlobKind;
  contentType: string;
  encryptedKey: string;
  now: Date;
}

const insertBlobRow = query((db, p: Params<BlobRow>) =>
  db.insertInto('form_blob').values({
    affiliate_id: p.affiliateId,
    record_id: p.recordId,
    id: p.id,
    kind: p.kind,
    content_type: p.contentType,
    sealed_key: p.encryptedKey,
    file_key: p.fileKey,
    bytes: p.bytes,
    sha256: p.sha256,
    created_at: p.now,
  }),
);

const findBlobByFile = query((db, p: Params<{ fileKey: string }>) =>
  db.selectFrom('form_blob').select('id').where('file_key', '=', p.fileKey).limit(1),
);

/** Deletes a file whose row was never inserted, because a step failed or the process ended. */
export const deleteOrphanedBlob = defineJob(
  'forms.sweep-blob',
  { schema: z.object({ fileKey: z.string() }), retryLimit: 20 },
  async ({ database, services }, { fileKey }) => {
    const blob = await findBlobByFile.first(database.db, { fileKey });
    if (blob === undefined) await services.files.delete(fileKey);
  },
);

/**
 * Encrypts a file with the record's key and stores it. Call it before the transaction that inserts the row, because a
 * slow file storage must not hold a connection.
 */
export async function storeBlobFile(
  services: Services,
  record: { encryptedKey: string },
  bytes: Buffer,
): Promise<BlobFile> {
  const fileKey = `forms/${randomUUID()}`;
  // The cleanup job is queued before the file is stored, so no file is left without a row.
  const startAfter = new Date(Date.now() + orphanCheckDelayMs);
  await enqueue(services.database.db, deleteOrphanedBlob, { fileKey }, { startAfter });
  const key = decryptRecordKey(services.env.SECRET_KEYS, record.encryptedKey);
  await services.files.put(fileKey, encryptWithKey(key, bytes), 'application/octet-stream');
  return { fileKey, bytes: bytes.length, sha256: sha256Hex(bytes) };
}

/** Inserts the row of a stored file with its chain entry, in the caller's transaction. */
export async function insertBlob(
  { db, now }: Pick<TransactionContext, 'db' | 'now'>,
  { record, id = randomUUID(), kind, contentType, file }: NewBlob,
): Promise<void> {
  const { affiliateId, id: recordId, encryptedKey } = record;
  await insertBlobRow(db, { affiliateId, recordId, id, kind, contentType, encryptedKey, ...file, now });
  const entryKind = kind === 'page' ? 'page' : 'document';
  appendChainEntry(db, { recordId, kind: entryKind, ofId: id, digest: file.sha256, at: now });
}
