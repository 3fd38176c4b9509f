import { sql } from 'kysely';
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres';
import { query, type Params, type Row } from '#platform/server/db/query.ts';
import type { LogPhoto } from '#features/logbook/shared/contract.ts';
import { toLogId } from '#features/logbook/server/queries.ts';
import { isVisibleTo } from '#features/logbook/server/visible-log-queries.ts';

/** When photo `f` was taken, as local time without a zone. */
const takenAt = sql<string | null>`to_char(taken_at, 'YYYY-MM-DD"T"HH24:MI:SS')`;
const columns = ['id', 'width', 'height', 'caption', takenAt.as('taken_at')] as const;

/** Adds the photo's URLs, which the page requests with its token. */
export function toPhoto(logId: string, row: Row<typeof findPhoto>): LogPhoto {
  const url = `/api/logbook/api/Image/GetImage/${logId}/${row.id}`;
  return { ...row, url, thumb_url: `${url}?size=thumb` };
}

/** Returns no row when the log isn't visible to the viewer. */
export const listPhotos = query((db, p: Params<{ viewer: number; logId: string }>) =>
  db
    .selectFrom('dive_log as l')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('dive_photo as f')
          .select(['f.id', 'f.width', 'f.height', 'f.caption', takenAt.as('taken_at')])
          .whereRef('f.affiliate_id', '=', 'l.affiliate_id')
          .whereRef('f.log_id', '=', 'l.id')
          .orderBy('f.position')
          .orderBy('f.id'),
      ).as('photos'),
    )
    .where('l.id', '=', toLogId(p.logId))
    .where(isVisibleTo(p.viewer)),
);

export const findPhotoFile = query((db, p: Params<{ viewer: number; logId: string; photoId: string }>) =>
  db
    .selectFrom('dive_log as l')
    .innerJoin('dive_photo as f', (join) =>
      join.onRef('f.affiliate_id', '=', 'l.affiliate_id').onRef('f.log_id', '=', 'l.id'),
    )
    .select(['f.file_key as fileKey', 'f.thumb_key as thumbKey'])
    .where('l.id', '=', toLogId(p.logId))
    .where('f.id', '=', p.photoId)
    .where(isVisibleTo(p.viewer)),
);

interface PhotoKey {
  affiliateId: number;
  logId: string;
  photoId: string;
}

/** Checks ownership, status, count and duplicates before the image is processed. */
export const findUploadState = query((db, p: Params<PhotoKey>) => {
  const photos = db
    .selectFrom('dive_photo as f')
    .where('f.affiliate_id', '=', p.affiliateId)
    .where('f.log_id', '=', toLogId(p.logId));
  return db
    .selectFrom('dive_log as l')
    .select([
      'l.affiliate_id',
      'l.status',
      photos
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('photos'),
      photos
        .select((eb) =>
          jsonBuildObject({
            id: eb.ref('f.id'),
            width: eb.ref('f.width'),
            height: eb.ref('f.height'),
            caption: eb.ref('f.caption'),
            taken_at: takenAt,
          }).as('photo'),
        )
        .where('f.id', '=', p.photoId)
        .as('same'),
    ])
    .where('l.affiliate_id', '=', p.affiliateId)
    .where('l.id', '=', toLogId(p.logId))
    .where('l.deleted_at', 'is', null);
});

/** Serializes photo changes of a log, because photos are counted and ordered. */
export const lockLogForPhotos = query((db, p: Params<{ affiliateId: number; logId: string }>) =>
  db
    .selectFrom('dive_log')
    .select(['affiliate_id', 'status'])
    .where('affiliate_id', '=', p.affiliateId)
    .where('id', '=', toLogId(p.logId))
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate(),
);

export const countPhotos = query((db, p: Params<{ affiliateId: number; logId: string }>) =>
  db
    .selectFrom('dive_photo')
    .select((eb) => eb.fn.countAll<number>().as('photos'))
    .where('affiliate_id', '=', p.affiliateId)
    .where('log_id', '=', toLogId(p.logId)),
);

export const findPhoto = query((db, p: Params<PhotoKey>) =>
  db
    .selectFrom('dive_photo')
    .select(columns)
    .where('affiliate_id', '=', p.affiliateId)
    .where('log_id', '=', toLogId(p.logId))
    .where('id', '=', p.photoId),
);

interface NewPhoto extends PhotoKey {
  fileKey: string;
  thumbKey: string;
  width: number;
  height: number;
  takenAt: string | null;
}

export const insertPhoto = query((db, p: Params<NewPhoto>) =>
  db
    .insertInto('dive_photo')
    .columns(['affiliate_id', 'log_id', 'id', 'file_key', 'thumb_key', 'width', 'height', 'taken_at', 'position'])
    .expression((eb) =>
      eb
        .selectFrom('dive_photo')
        .select([
          p.affiliateId.as('affiliate_id'),
          toLogId(p.logId).as('log_id'),
          p.photoId.as('id'),
          p.fileKey.as('file_key'),
          p.thumbKey.as('thumb_key'),
          p.width.as('width'),
          p.height.as('height'),
          sql<string | null>`${p.takenAt}::timestamp`.as('taken_at'),
          sql<number>`coalesce(max(position), 0) + 1`.as('position'),
        ])
        .where('affiliate_id', '=', p.affiliateId)
        .where('log_id', '=', toLogId(p.logId)),
    )
    .returning(columns),
);

export const deletePhoto = query((db, p: Params<PhotoKey>) =>
  db
    .deleteFrom('dive_photo')
    .where('affiliate_id', '=', p.affiliateId)
    .where('log_id', '=', toLogId(p.logId))
    .where('id', '=', p.photoId)
    .returning(['file_key as fileKey', 'thumb_key as thumbKey']),
);

export const listCaptions = query((db, p: Params<{ affiliateId: number; logId: string }>) =>
  db
    .selectFrom('dive_photo')
    .select(['id', 'caption'])
    .where('affiliate_id', '=', p.affiliateId)
    .where('log_id', '=', toLogId(p.logId)),
);

interface PhotoOrder {
  affiliateId: number;
  logId: string;
  ids: readonly string[];
  captions: readonly string[];
}

/** Stores the order of the lists. */
export const updatePhotoOrder = query((db, p: Params<PhotoOrder>) =>
  db
    .updateTable('dive_photo as f')
    .from(
      sql<{ id: string; caption: string; position: number }>`
        unnest(${p.ids}::uuid[], ${p.captions}::text[]) with ordinality`.as<'sorted'>(
        sql`sorted (id, caption, position)`,
      ),
    )
    .set((eb) => ({ position: eb.ref('sorted.position'), caption: eb.ref('sorted.caption') }))
    .where('f.affiliate_id', '=', p.affiliateId)
    .where('f.log_id', '=', toLogId(p.logId))
    .whereRef('f.id', '=', 'sorted.id'),
);

export const isPhotoFileUsed = query((db, p: Params<{ affiliateId: number; fileKey: string }>) =>
  db.selectNoFrom((eb) =>
    eb
      .exists(
        eb
          .selectFrom('dive_photo')
          .select('id')
          .where('affiliate_id', '=', p.affiliateId)
          .where('file_key', '=', p.fileKey),
      )
      .as('isUsed'),
  ),
);
