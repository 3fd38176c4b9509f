import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import type { Db } from '#platform/server/db/database.ts';
import * as queries from './queries.ts';

export interface PhotoStatus {
  status: 'approved' | 'pending' | 'missing';
  /** The approved photo, or else the one that can be confirmed. */
  photoId: string | null;
  fileKey: string | null;
}

/** A rejected photo counts as missing. */
export async function findPhotoStatus(db: Db, affiliateId: number): Promise<PhotoStatus> {
  const photo = await queries.findUsablePhoto.first(db, { affiliateId });
  return photo ?? { status: 'missing', photoId: null, fileKey: null };
}

/**
 * Approves the pending photo on behalf of a person who knows the diver. The caller checks access and records the audit.
 */
export async function confirmPhoto(db: Db, affiliateId: number, photoId: string, byId: number): Promise<boolean> {
  const photo = await queries.lockPhoto.first(db, { affiliateId, photoId });
  if (photo?.status !== 'pending') return photo?.status === 'approved';
  const decision = { status: 'approved', reason: null, decidedBy: byId } as const;
  await queries.updatePhotoStatus(db, { affiliateId, photoId, ...decision });
  const former = await queries.deletePreviousApprovedPhotos(db, { affiliateId, photoId });
  await enqueueFileDeletion(
    db,
    former.map(({ fileKey }) => fileKey),
  );
  return true;
}
