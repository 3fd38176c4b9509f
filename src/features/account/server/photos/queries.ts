import { sql } from 'kysely';
import type { QueuePage } from '#platform/shared/queue-page.ts';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { PhotoState } from '#features/account/shared/profile-contract.ts';

const photoColumns = ['id', 'status', 'reason', 'uploaded_at as uploadedAt'] as const;

export function toPhotoState({ uploadedAt, ...row }: Row<typeof insertPhoto>): PhotoState {
  return { ...row, uploadedAt: uploadedAt.toISOString() };
}

/** The newest photo, or the requested one. */
export const findPhotoFile = query((db, p: Params<{ affiliateId: number; photoId: string | null }>) =>
  db
    .selectFrom('person_photo')
    .select('file_key as fileKey')
    .where('affiliate_id', '=', p.affiliateId)
    .where((eb) => eb.or([sql<boolean>`${p.photoId}::uuid is null`, eb('id', '=', p.photoId)]))
    .orderBy('uploaded_at', 'desc')
    .orderBy('id')
    .limit(1),
);

/** The approved photo for cards, if it is still the requested one. */
export const findApprovedPhoto = query((db, p: Params<{ affiliateId: number; photoId: string | null }>) =>
  db
    .selectFrom('person_photo')
    .select(['id', 'file_key as fileKey'])
    .where('affiliate_id', '=', p.affiliateId)
    .where('status', '=', 'approved')
    .where((eb) => eb.or([sql<boolean>`${p.photoId}::uuid is null`, eb('id', '=', p.photoId)]))
    .orderBy('uploaded_at', 'desc')
    .orderBy('id')
    .limit(1),
);

/** The approved photo, or else the newest pending one. */
export const findUsablePhoto = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('person_photo')
    .select(['status', 'id as photoId', 'file_key as fileKey'])
    .where('affiliate_id', '=', p.affiliateId)
    .where('status', 'in', ['approved', 'pending'])
    .orderBy((eb) => eb('status', '=', 'approved'), 'desc')
    .orderBy('uploaded_at', 'desc')
    .orderBy('id')
    .limit(1)
    .$narrowType<{ status: 'approved' | 'pending' }>(),
);

export const insertPhoto = query((db, p: Params<{ affiliateId: number; fileKey: string; uploadedBy: number }>) =>
  db
    .insertInto('person_photo')
    .values({
      affiliate_id: p.affiliateId,
      file_key: p.fileKey,
      uploaded_by: p.uploadedBy,
      uploaded_at: sql`clock_timestamp()`,
    })
    .returning(photoColumns),
);

/** Deletes photos that a new one replaces; an approved one stays on the cards until another is approved. */
export const deletePendingPhotos = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .deleteFrom('person_photo')
    .where('affiliate_id', '=', p.affiliateId)
    .where('status', '<>', 'approved')
    .returning('file_key as fileKey'),
);

export const deletePreviousApprovedPhotos = query((db, p: Params<{ affiliateId: number; photoId: string }>) =>
  db
    .deleteFrom('person_photo')
    .where('affiliate_id', '=', p.affiliateId)
    .where('status', '=', 'approved')
    .where('id', '<>', p.photoId)
    .returning('file_key as fileKey'),
);

export const deletePhotos = query((db, p: Params<{ affiliateId: number }>) =>
  db.deleteFrom('person_photo').where('affiliate_id', '=', p.affiliateId).returning('file_key as fileKey'),
);

export const findPhotoByFile = query((db, p: Params<{ affiliateId: number; fileKey: string }>) =>
  db
    .selectFrom('person_photo')
    .select('id')
    .where('affiliate_id', '=', p.affiliateId)
    .where('file_key', '=', p.fileKey)
    .limit(1),
);

export const listPendingPhotos = query((db, p: Params<QueuePage>) =>
  db
    .selectFrom('person_photo as f')
    .innerJoin('person as p', 'p.affiliate_id', 'f.affiliate_id')
    .select([
      'f.affiliate_id as affiliateId',
      'f.id as photoId',
      'p.given_name as givenName',
      'p.middle_name as middleName',
      'p.family_name as familyName',
      'p.language',
      'p.birthdate',
      'f.uploaded_at as uploadedAt',
    ])
    .where('f.status', '=', 'pending')
    .orderBy('f.uploaded_at')
    .orderBy('f.id')
    .limit(p.limit)
    .offset(p.offset),
);

export const lockPhoto = query((db, p: Params<{ affiliateId: number; photoId: string }>) =>
  db
    .selectFrom('person_photo')
    .select('status')
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.photoId)
    .forNoKeyUpdate(),
);

interface PhotoDecision {
  affiliateId: number;
  photoId: string;
  status: 'approved' | 'rejected';
  reason: string | null;
  decidedBy: number;
}

export const updatePhotoStatus = query((db, p: Params<PhotoDecision>) =>
  db
    .updateTable('person_photo')
    .set({ status: p.status, reason: p.reason, decided_by: p.decidedBy, decided_at: sql`now()` })
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', p.photoId)
    .returning(photoColumns),
);

export const countPendingPhotos = query((db) =>
  db
    .selectFrom('person_photo')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('status', '=', 'pending'),
);
