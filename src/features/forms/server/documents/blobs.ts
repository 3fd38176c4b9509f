import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { query, type Params } from '#platform/server/db/query.ts';
import { defineJob, enqueue } from '#platform/server/jobs/jobs.ts';
import { decryptRecordKey } from '#platform/server/crypto/record-key.ts';
import { encryptWithKey } from '#platform/server/crypto/secrets.ts';
import { sha256Hex } from './read-blob.ts';
import { appendChainEntry } from '#features/forms/server/chain/hash-chain.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';

export type BlobKind = 'document' | 'evaluation' | 'page';

interface NewBlob {
  record: { id: string; affiliateId: number; encryptedKey: string };
  kind: BlobKind;
  contentType: 'application/pdf' | 'image/jpeg';
  bytes: Buffer;
  id?: string;
}

const orphanCheckDelayMs = 60 * 60_000;

interface BlobRow {
  affiliateId: number;
  recordId: string;
  id: string;
  kind: BlobKind;
  contentType: string;
  encryptedKey: string;
  fileKey: string;
  bytes: number;
  sha256: string;
  now: Date;
}

const insertBlob = query((db, p: Params<BlobRow>) =>
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

/** Encrypts a file with the record's key and stores it with its chain entry, in the caller's transaction. */
export async function storeBlob(
  { services, db, now }: Pick<TransactionContext, 'services' | 'db' | 'now'>,
  { record, kind, contentType, bytes, id = randomUUID() }: NewBlob,
): Promise<{ id: string; sha256: string }> {
  const fileKey = `forms/${randomUUID()}`;
  const sha256 = sha256Hex(bytes);
  // The file is stored before its row, so no row lacks a file; the cleanup job is queued before both.
  const startAfter = new Date(Date.now() + orphanCheckDelayMs);
  await enqueue(services.database.db, deleteOrphanedBlob, { fileKey }, { startAfter });
  const { affiliateId, id: recordId, encryptedKey } = record;
  const key = decryptRecordKey(services.env.SECRET_KEYS, encryptedKey);
  await services.files.put(fileKey, encryptWithKey(key, bytes), 'application/octet-stream');
  const row = { affiliateId, recordId, id, kind, contentType, encryptedKey, fileKey, sha256, now };
  await insertBlob(db, { ...row, bytes: bytes.length });
  const entryKind = kind === 'page' ? 'page' : 'document';
  await appendChainEntry(db, { recordId, kind: entryKind, ofId: id, digest: sha256, at: now });
  return { id, sha256 };
}
