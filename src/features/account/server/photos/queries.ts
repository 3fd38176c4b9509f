import { statement } from '#platform/server/db/database.ts';
import type { PhotoState } from '#features/account/shared/profile-contract.ts';

interface PhotoRow {
  id: string;
  status: PhotoState['status'];
  reason: string | null;
  uploadedAt: Date;
}

const photoColumns = 'id, status, reason, uploaded_at as "uploadedAt"';

export function toPhotoState({ uploadedAt, ...row }: PhotoRow): PhotoState {
  return { ...row, uploadedAt: uploadedAt.toISOString() };
}

/** The newest photo, or the requested one. */
export const selectPhotoFile = statement<{ fileKey: string }, [affiliateId: number, id: string | null]>(`
  select file_key as "fileKey" from person_photo
  where affiliate_id = $1 and ($2::uuid is null or id = $2) order by uploaded_at desc, id limit 1`);

/** The approved photo for cards, if it is still the requested one. */
export const findApprovedPhoto = statement<{ id: string; fileKey: string }, [affiliateId: number, id: string | null]>(`
  select id, file_key as "fileKey" from person_photo
  where affiliate_id = $1 and status = 'approved' and ($2::uuid is null or id = $2)
  order by uploaded_at desc, id limit 1`);

export const insertPhoto = statement<PhotoRow, [affiliateId: number, fileKey: string, uploadedBy: number]>(`
  insert into person_photo (affiliate_id, file_key, uploaded_by, uploaded_at) values ($1, $2, $3, clock_timestamp())
  returning ${photoColumns}`);

/** Deletes photos that a new one replaces; an approved one stays on the cards until another is approved. */
export const deletePendingPhotos = statement<{ fileKey: string }, [affiliateId: number]>(`
  delete from person_photo where affiliate_id = $1 and status <> 'approved' returning file_key as "fileKey"`);

export const deletePreviousApprovedPhotos = statement<{ fileKey: string }, [affiliateId: number, id: string]>(`
  delete from person_photo where affiliate_id = $1 and status = 'approved' and id <> $2
  returning file_key as "fileKey"`);

export const deletePhotos = statement<{ fileKey: string }, [affiliateId: number]>(
  'delete from person_photo where affiliate_id = $1 returning file_key as "fileKey"',
);

export const hasPhotoFile = statement<{ isNamed: boolean }, [affiliateId: number, fileKey: string]>(
  'select exists (select from person_photo where affiliate_id = $1 and file_key = $2) as "isNamed"',
);

export interface PendingPhoto {
  affiliateId: number;
  photoId: string;
  givenName: string;
  middleName: string;
  familyName: string;
  language: string;
  birthdate: string | null;
  uploadedAt: Date;
}

export const listPendingPhotos = statement<PendingPhoto, [limit: number]>(`
  select affiliate_id as "affiliateId", f.id as "photoId", p.given_name as "givenName", p.middle_name as "middleName",
    p.family_name as "familyName", p.language, p.birthdate, f.uploaded_at as "uploadedAt"
  from person_photo f join person p using (affiliate_id)
  where f.status = 'pending' order by f.uploaded_at, f.id limit $1`);

export const lockPhoto = statement<{ status: string }, [affiliateId: number, id: string]>(
  'select status from person_photo where affiliate_id = $1 and id = $2 for update',
);

export const decidePhoto = statement<
  PhotoRow,
  [affiliateId: number, id: string, status: string, reason: string | null, decidedBy: number]
>(`
  update person_photo set status = $3, reason = $4, decided_by = $5, decided_at = now()
  where affiliate_id = $1 and id = $2 returning ${photoColumns}`);
