import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { openRecord, toPartKey } from '#features/forms/server/record-ciphers.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { defineJob, enqueue } from '#platform/server/jobs/jobs.ts';
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
export async function storeBlobFile(services: Services, record: NewBlob['record'], bytes: Buffer): Promise<BlobFile> {
  const fileKey = `forms/${randomUUID()}`;
  // The cleanup job is queued before the file is stored, so no file is left without a row.
  const startAfter = new Date(Date.now() + orphanCheckDelayMs);
  await enqueue(services.database.db, deleteOrphanedBlob, { fileKey }, { startAfter });
  const encrypted = openRecord(services.env, record).encryptFile(fileKey, bytes);
  await services.files.put(fileKey, encrypted, 'application/octet-stream');
  return { fileKey, bytes: bytes.length, sha256: sha256Hex(bytes) };
}

/** Inserts the row of a stored file with its chain entry, in the caller's transaction. */
export async function insertBlob(
  { db, now, services: { env } }: Pick<TransactionContext, 'db' | 'now' | 'services'>,
  { record, id = randomUUID(), kind, contentType, file }: NewBlob,
): Promise<void> {
  const { affiliateId, id: recordId } = record;
  const cipher = openRecord(env, record).for('form_blob', toPartKey({ affiliateId, recordId, id }));
  const encryptedKey = cipher.encryptKey(env.SECRET_KEYS);
  await insertBlobRow(db, { affiliateId, recordId, id, kind, contentType, encryptedKey, ...file, now });
  const entryKind = kind === 'page' ? 'page' : 'document';
  appendChainEntry(db, { recordId, kind: entryKind, ofId: id, digest: file.sha256, at: now });
}
