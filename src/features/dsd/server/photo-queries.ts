import { query, type Params } from '#platform/server/db/query.ts';

export const findPhoto = query((db, p: Params<{ affiliateId: number }>) =>
  db
    .selectFrom('dsd_photo')
    .select(['file_key as fileKey', 'added_by as addedBy', 'added_at as addedAt'])
    .where('affiliate_id', '=', p.affiliateId),
);

export const findPhotoByFile = query((db, p: Params<{ fileKey: string }>) =>
  db.selectFrom('dsd_photo').select('affiliate_id').where('file_key', '=', p.fileKey),
);

export const insertPhoto = query(
  (db, p: Params<{ affiliateId: number; fileKey: string; addedBy: number; now: Date }>) =>
    db
      .insertInto('dsd_photo')
      .values({ affiliate_id: p.affiliateId, file_key: p.fileKey, added_by: p.addedBy, added_at: p.now }),
);

export const deletePhoto = query((db, p: Params<{ affiliateId: number }>) =>
  db.deleteFrom('dsd_photo').where('affiliate_id', '=', p.affiliateId).returning('file_key as fileKey'),
);
