import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import type { Services } from '#platform/server/http/context.ts';
import {
  ImageError,
  prepareImageAndThumb,
  type ImageProblem,
  type PreparedImage,
} from '#platform/server/files/prepare-image.ts';
import type { StoredImage } from '#platform/server/files/signed-files.ts';
import { defineJob, enqueue } from '#platform/server/jobs/jobs.ts';
import { decryptFile, encryptFile } from '#platform/server/crypto/secrets.ts';
import type { UploadedFile } from '#platform/shared/contract.ts';
import { fail } from '#features/logbook/shared/contract.ts';
import { isPhotoFileUsed } from './queries.ts';

/** The key-derivation purpose, as the table declares it for the export. */
const purpose = 'dive-photo';
const fullSidePx = 2_560;
export const thumbSidePx = 480;
const sweepAfterMs = 60 * 60_000;

const codes = {
  type: 'logbook.photo_type',
  damaged: 'logbook.photo_damaged',
  animated: 'logbook.photo_animated',
  pixels: 'logbook.photo_pixels',
  // Dive photos are not cropped, so this can't occur separately.
  crop: 'logbook.photo_damaged',
} as const satisfies Record<ImageProblem, string>;

export interface PhotoImages {
  full: PreparedImage;
  thumb: PreparedImage;
}

export async function preparePhoto(file: UploadedFile): Promise<PhotoImages> {
  try {
    return await prepareImageAndThumb(file, { shape: 'whole', maxSidePx: fullSidePx, minSidePx: 1 }, thumbSidePx);
  } catch (error) {
    if (error instanceof ImageError) throw fail(codes[error.problem], { path: 'image', cause: error });
    throw error;
  }
}

export interface PhotoFiles {
  fileKey: string;
  thumbKey: string;
}

/** Deletes files whose row was never written, because the request failed or the process died. */
export const sweepDivePhoto = defineJob(
  'logbook.sweep-photo',
  { schema: z.object({ affiliateId: z.int(), fileKey: z.string(), thumbKey: z.string() }), retryLimit: 20 },
  async ({ database, services }, { affiliateId, fileKey, thumbKey }) => {
    const row = await isPhotoFileUsed.first(database.db, { affiliateId, fileKey });
    if (row?.isUsed === false) await removePhoto(services, { fileKey, thumbKey });
  },
);

/** Files are written before their row, so no row lacks them; the sweep job is queued first, so no file is orphaned. */
export async function storePhoto(
  services: Services,
  affiliateId: number,
  { full, thumb }: PhotoImages,
): Promise<PhotoFiles> {
  const name = `dive-photos/${randomUUID()}`;
  const keys = { fileKey: `${name}.jpg`, thumbKey: `${name}-thumb.jpg` };
  const startAfter = new Date(Date.now() + sweepAfterMs);
  await enqueue(services.database.db, sweepDivePhoto, { affiliateId, ...keys }, { startAfter });
  await putPhoto(services, keys, { full, thumb });
  return keys;
}

export async function putPhoto(
  { files, env }: Services,
  { fileKey, thumbKey }: PhotoFiles,
  { full, thumb }: PhotoImages,
): Promise<void> {
  const put = (key: string, { jpeg }: PreparedImage) =>
    files.put(key, encryptFile(env.SECRET_KEYS, purpose, key, jpeg), 'application/octet-stream');
  await put(fileKey, full);
  await put(thumbKey, thumb);
}

export function toStoredImage(key: string): StoredImage {
  return { key, purpose };
}

/** Returns null when the file was just deleted. */
export async function readPhoto({ files, env }: Services, key: string): Promise<Buffer | null> {
  const stored = await files.get(key);
  return stored && decryptFile(env.SECRET_KEYS, purpose, key, await buffer(stored.body));
}

export async function removePhoto({ files }: Services, { fileKey, thumbKey }: PhotoFiles): Promise<void> {
  await files.delete(fileKey);
  await files.delete(thumbKey);
}
