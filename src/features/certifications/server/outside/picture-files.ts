import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import type { Services } from '#platform/server/http/context.ts';
import { ImageError, type ImageProblem, prepareImage } from '#platform/server/files/prepare-image.ts';
import { defineJob, enqueue } from '#platform/server/jobs/jobs.ts';
import { decryptFile, encryptFile } from '#platform/server/crypto/secrets.ts';
import type { UploadedFile } from '#platform/shared/contract.ts';
import { fail } from '#features/certifications/shared/contract.ts';
import { findOutside, isPictureFileUsed } from './queries.ts';

/** The key-derivation purpose, as the table declares it for the export. */
const purpose = 'outside-certification';
const sweepAfterMs = 60 * 60_000;
/** Enough to read the print on a card. */
const sidePx = 1_600;
const minSidePx = 100;

const codes = {
  type: 'certifications.picture_type',
  damaged: 'certifications.picture_damaged',
  animated: 'certifications.picture_animated',
  pixels: 'certifications.picture_pixels',
  // Pictures are not cropped, so this can't occur separately.
  crop: 'certifications.picture_pixels',
} as const satisfies Record<ImageProblem, string>;

export async function preparePicture(file: UploadedFile): Promise<Buffer> {
  try {
    return (await prepareImage(file, { shape: 'whole', maxSidePx: sidePx, minSidePx })).jpeg;
  } catch (error) {
    if (error instanceof ImageError) throw fail(codes[error.problem], { path: 'imageFile', cause: error });
    throw error;
  }
}

/** Deletes a picture whose row was never written, because the request failed or the process died. */
export const sweepPicture = defineJob(
  'certifications.sweep-picture',
  { schema: z.object({ affiliateId: z.int(), fileKey: z.string() }), retryLimit: 20 },
  async ({ database, services }, { affiliateId, fileKey }) => {
    const row = await isPictureFileUsed.first(database.db, { affiliateId, fileKey });
    if (row?.isUsed === false) await services.files.delete(fileKey);
  },
);

/**
 * The file is written before its row, so no row lacks a file; the sweep job is queued first, so no file is orphaned.
 */
export async function storePicture(services: Services, affiliateId: number, jpeg: Buffer): Promise<string> {
  const fileKey = `outside-certifications/${randomUUID()}.jpg`;
  const startAfter = new Date(Date.now() + sweepAfterMs);
  await enqueue(services.database.db, sweepPicture, { affiliateId, fileKey }, { startAfter });
  await services.files.put(
    fileKey,
    encryptFile(services.env.SECRET_KEYS, purpose, fileKey, jpeg),
    'application/octet-stream',
  );
  return fileKey;
}

/** Returns null when the file was just deleted. */
export async function readPicture({ files, env }: Services, fileKey: string): Promise<Buffer | null> {
  const stored = await files.get(fileKey);
  return stored && decryptFile(env.SECRET_KEYS, purpose, fileKey, await buffer(stored.body));
}

/** Used by other features, which check access themselves. Null without a picture. */
export async function readOutsidePicture(services: Services, affiliateId: number, id: string): Promise<Buffer | null> {
  const card = await findOutside.first(services.database.db, { affiliateId, id });
  return card === undefined || card.fileKey === null ? null : readPicture(services, card.fileKey);
}
