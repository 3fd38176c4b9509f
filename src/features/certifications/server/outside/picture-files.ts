import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import type { Services } from '#platform/server/http/context.ts';
import { ImageError, type ImageProblem, prepareImage } from '#platform/server/files/prepare-image.ts';
import { defineJob, enqueue } from '#platform/server/jobs/jobs.ts';
import { decryptBytes, encryptBytes } from '#platform/server/crypto/secrets.ts';
import type { UploadedFile } from '#platform/shared/contract.ts';
import { fail } from '#features/certifications/shared/contract.ts';
import { findOutside, hasPictureFile } from './queries.ts';

/** As the table declares it, for the export. */
const purpose = 'outside-certification';
const sweepAfterMs = 60 * 60_000;
/** Enough to read what is printed on a card. */
const sidePx = 1_600;
const minSidePx = 100;

const codes = {
  type: 'certifications.picture_type',
  damaged: 'certifications.picture_damaged',
  animated: 'certifications.picture_animated',
  pixels: 'certifications.picture_pixels',
  // Nothing is cut out of it.
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

/** A picture whose row was never written, because something failed or the process died in between, is nobody's. */
export const sweepPicture = defineJob(
  'certifications.sweep-picture',
  { schema: z.object({ affiliateId: z.int(), fileKey: z.string() }), retryLimit: 20 },
  async ({ database, services }, { affiliateId, fileKey }) => {
    const [row] = await hasPictureFile(database.db, affiliateId, fileKey);
    if (row?.isNamed === false) await services.files.delete(fileKey);
  },
);

/** The file comes before its row, so that no row is ever without one; who looks after an orphan is settled before both. */
export async function storePicture(services: Services, affiliateId: number, jpeg: Buffer): Promise<string> {
  const fileKey = `outside-certifications/${randomUUID()}.jpg`;
  const startAfter = new Date(Date.now() + sweepAfterMs);
  await enqueue(services.database.db, sweepPicture, { affiliateId, fileKey }, { startAfter });
  await services.files.put(fileKey, encryptBytes(services.env.SECRET_KEYS, purpose, jpeg), 'application/octet-stream');
  return fileKey;
}

/** Null when it was removed a moment ago. */
export async function readPicture({ files, env }: Services, fileKey: string): Promise<Buffer | null> {
  const stored = await files.get(fileKey);
  return stored && decryptBytes(env.SECRET_KEYS, purpose, await buffer(stored.body));
}

/** For another area, which knows who may see it. Null where there is none. */
export async function readOutsidePicture(services: Services, affiliateId: number, id: string): Promise<Buffer | null> {
  const [card] = await findOutside(services.database.db, affiliateId, id);
  return card === undefined || card.fileKey === null ? null : readPicture(services, card.fileKey);
}
