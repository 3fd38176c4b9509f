import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { statement } from '#platform/server/db/database.ts';
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

const insertBlob = statement<
  unknown,
  [
    affiliateId: number,
    recordId: string,
    id: string,
    kind: BlobKind,
    contentType: string,
    encryptedKey: string,
    fileKey: string,
    bytes: number,
    sha256: string,
    at: Date,
  ]
>(`
  insert into form_blob (affiliate_id, record_id, id, kind, content_type, sealed_key, file_key, bytes, sha256, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`);

const hasBlobFile = statement<{ isNamed: boolean }, [fileKey: string]>(
  'select exists (select from form_blob where file_key = $1) as "isNamed"',
);

/** Deletes a file whose row was never inserted, because a step failed or the process ended. */
export const deleteOrphanedBlob = defineJob(
  'forms.sweep-blob',
  { schema: z.object({ fileKey: z.string() }), retryLimit: 20 },
  async ({ database, services }, { fileKey }) => {
    const [row] = await hasBlobFile(database.db, fileKey);
    if (row?.isNamed === false) await services.files.delete(fileKey);
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
  const key = decryptRecordKey(services.env.SECRET_KEYS, record.encryptedKey);
  await services.files.put(fileKey, encryptWithKey(key, bytes), 'application/octet-stream');
  await insertBlob(
    db,
    record.affiliateId,
    record.id,
    id,
    kind,
    contentType,
    record.encryptedKey,
    fileKey,
    bytes.length,
    sha256,
    now,
  );
  const entryKind = kind === 'page' ? 'page' : 'document';
  await appendChainEntry(db, { recordId: record.id, kind: entryKind, ofId: id, digest: sha256, at: now });
  return { id, sha256 };
}
