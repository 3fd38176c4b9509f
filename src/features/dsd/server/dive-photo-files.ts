import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import { decryptFile, encryptFile } from '#platform/server/crypto/secrets.ts';
import { ImageError, prepareImage } from '#platform/server/files/prepare-image.ts';
import type { StoredImage } from '#platform/server/files/signed-files.ts';
import type { Services } from '#platform/server/http/context.ts';
import { defineJob, enqueue } from '#platform/server/jobs/jobs.ts';
import type { UploadedFile } from '#platform/shared/contract.ts';
import { fail } from '#features/dsd/shared/contract.ts';
import { findPhotoByFile } from './photo-queries.ts';

const purpose = 'dsd-photo';
const sweepAfterMs = 60 * 60_000;
const maxSidePx = 1_600;

/** Deletes a photo whose row was never inserted, because the request failed or the process died. */
export const sweepDsdPhoto = defineJob(
  'dsd.sweep-photo',
  { schema: z.object({ fileKey: z.string() }), retryLimit: 20 },
  async ({ database, services }, { fileKey }) => {
    const photo = await findPhotoByFile.first(database.db, { fileKey });
    if (photo === undefined) await services.files.delete(fileKey);
  },
);

/** Stores the upright picture without its metadata. The sweep is enqueued first, so no file is left without a row. */
export async function storeDivePhoto(services: Services, file: UploadedFile): Promise<string> {
  const jpeg = await toJpeg(file);
  const fileKey = `dsd-photos/${randomUUID()}.jpg`;
  const startAfter = new Date(Date.now() + sweepAfterMs);
  await enqueue(services.database.db, sweepDsdPhoto, { fileKey }, { startAfter });
  await services.files.put(
    fileKey,
    encryptFile(services.env.SECRET_KEYS, purpose, fileKey, jpeg),
    'application/octet-stream',
  );
  return fileKey;
}

async function toJpeg(file: UploadedFile): Promise<Buffer> {
  try {
    return (await prepareImage(file, { shape: 'whole', maxSidePx, minSidePx: 1 })).jpeg;
  } catch (error) {
    if (error instanceof ImageError) throw fail('dsd.photo_invalid', { path: 'imageFile', cause: error });
    throw error;
  }
}

export function toStoredImage(fileKey: string): StoredImage {
  return { key: fileKey, purpose };
}

/** Returns null if the file was just deleted. */
export async function readDivePhoto({ files, env }: Services, fileKey: string): Promise<Buffer | null> {
  const stored = await files.get(fileKey);
  return stored && decryptFile(env.SECRET_KEYS, purpose, fileKey, await buffer(stored.body));
}
