import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import type { Services } from '#platform/server/http/context.ts';
import type { StoredImage } from '#platform/server/files/signed-files.ts';
import { defineJob, enqueue } from '#platform/server/jobs/jobs.ts';
import { decryptFile, encryptFile } from '#platform/server/crypto/secrets.ts';
import { findPhotoByFile } from './queries.ts';

const purpose = 'person-photo';
const sweepAfterMs = 60 * 60_000;

/** Deletes a photo whose row was never inserted, because the request failed or the process died. */
export const sweepPhoto = defineJob(
  'account.sweep-photo',
  { schema: z.object({ affiliateId: z.int(), fileKey: z.string() }), retryLimit: 20 },
  async ({ database, services }, { affiliateId, fileKey }) => {
    const photo = await findPhotoByFile.first(database.db, { affiliateId, fileKey });
    if (photo === undefined) await services.files.delete(fileKey);
  },
);

/**
 * The file is stored before its row, so no row is without a file; the job that deletes an orphan is enqueued before
 * both.
 */
export async function storePhoto(services: Services, affiliateId: number, jpeg: Buffer): Promise<string> {
  const fileKey = `person-photos/${randomUUID()}.jpg`;
  const startAfter = new Date(Date.now() + sweepAfterMs);
  await enqueue(services.database.db, sweepPhoto, { affiliateId, fileKey }, { startAfter });
  await services.files.put(
    fileKey,
    encryptFile(services.env.SECRET_KEYS, purpose, fileKey, jpeg),
    'application/octet-stream',
  );
  return fileKey;
}

export function toStoredImage(fileKey: string): StoredImage {
  return { key: fileKey, purpose };
}

/** Returns null if the file was just deleted. */
export async function readPhoto({ files, env }: Services, fileKey: string): Promise<Buffer | null> {
  const stored = await files.get(fileKey);
  return stored && decryptFile(env.SECRET_KEYS, purpose, fileKey, await buffer(stored.body));
}
