import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { type Db, statement } from '#platform/server/db/database.ts';
import * as queries from './queries.ts';

export interface PhotoStatus {
  status: 'approved' | 'pending' | 'missing';
  /** The approved photo, or else the one that can be confirmed. */
  photoId: string | null;
  fileKey: string | null;
}

/** A rejected photo counts as missing. */
const selectStatus = statement<
  { status: 'approved' | 'pending'; photoId: string; fileKey: string },
  [affiliateId: number]
>(`
  select status, id as "photoId", file_key as "fileKey" from person_photo
  where affiliate_id = $1 and status in ('approved', 'pending')
  order by status = 'approved' desc, uploaded_at desc, id limit 1`);

export async function findPhotoStatus(db: Db, affiliateId: number): Promise<PhotoStatus> {
  const [row] = await selectStatus(db, affiliateId);
  return row ?? { status: 'missing', photoId: null, fileKey: null };
}

/**
 * Approves the pending photo on behalf of a person who knows the diver. The caller checks access and records the audit.
 */
export async function confirmPhoto(db: Db, affiliateId: number, photoId: string, byId: number): Promise<boolean> {
  const [photo] = await queries.lockPhoto(db, affiliateId, photoId);
  if (photo?.status !== 'pending') return photo?.status === 'approved';
  await queries.decidePhoto(db, affiliateId, photoId, 'approved', null, byId);
  const former = await queries.deletePreviousApprovedPhotos(db, affiliateId, photoId);
  await enqueueFileDeletion(
    db,
    former.map(({ fileKey }) => fileKey),
  );
  return true;
}
