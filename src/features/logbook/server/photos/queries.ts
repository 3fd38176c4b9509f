import { statement } from '#platform/server/db/database.ts';
import type { LogPhoto } from '#features/logbook/shared/contract.ts';
import type { LogStatus } from '#features/logbook/shared/enums.ts';
import { visibleLogCondition } from '#features/logbook/server/visible-log-queries.ts';

export interface PhotoRow {
  id: string;
  width: number;
  height: number;
  caption: string;
}

const columns = 'id, width, height, caption';

/** Adds the photo's URLs, which the page requests with its token. */
export function toPhoto(logId: string, row: PhotoRow): LogPhoto {
  const url = `/api/logbook/api/Image/GetImage/${logId}/${row.id}`;
  return { ...row, url, thumb_url: `${url}?size=thumb` };
}

/** Returns no row when the log isn't visible to the reader. */
export const listPhotos = statement<{ photos: PhotoRow[] }, [reader: number, logId: string]>(`
  select coalesce((
    select json_agg(json_build_object('id', f.id, 'width', f.width, 'height', f.height, 'caption', f.caption)
      order by f.position, f.id)
    from dive_photo f where f.affiliate_id = l.affiliate_id and f.log_id = l.id), '[]') as photos
  from dive_log l where l.id = $2 and ${visibleLogCondition}`);

export const findPhotoFile = statement<
  { fileKey: string; thumbKey: string; isEncrypted: boolean },
  [reader: number, logId: string, photoId: string]
>(`
  select f.file_key as "fileKey", f.thumb_key as "thumbKey", f.is_sealed as "isEncrypted"
  from dive_log l join dive_photo f on f.affiliate_id = l.affiliate_id and f.log_id = l.id
  where l.id = $2 and f.id = $3 and ${visibleLogCondition}`);

/** Checks ownership, status, count and duplicates before the image is processed. */
export const findUploadState = statement<
  { status: LogStatus; photos: number; same: PhotoRow | null },
  [affiliateId: number, logId: string, photoId: string]
>(`
  select l.status, (select count(*)::int from dive_photo f where f.affiliate_id = $1 and f.log_id = $2) as photos,
    (select json_build_object('id', f.id, 'width', f.width, 'height', f.height, 'caption', f.caption)
      from dive_photo f where f.affiliate_id = $1 and f.log_id = $2 and f.id = $3) as same
  from dive_log l where l.affiliate_id = $1 and l.id = $2 and l.deleted_at is null`);

/** Serializes photo changes of a log, because photos are counted and ordered. */
export const lockLogForPhotos = statement<{ status: LogStatus }, [affiliateId: number, logId: string]>(
  'select status from dive_log where affiliate_id = $1 and id = $2 and deleted_at is null for update',
);

export const countPhotos = statement<{ photos: number }, [affiliateId: number, logId: string]>(
  'select count(*)::int as photos from dive_photo where affiliate_id = $1 and log_id = $2',
);

export const findPhoto = statement<PhotoRow, [affiliateId: number, logId: string, photoId: string]>(
  `select ${columns} from dive_photo where affiliate_id = $1 and log_id = $2 and id = $3`,
);

export const insertPhoto = statement<
  PhotoRow,
  [
    affiliateId: number,
    logId: string,
    photoId: string,
    fileKey: string,
    thumbKey: string,
    width: number,
    height: number,
  ]
>(`
  insert into dive_photo (affiliate_id, log_id, id, file_key, thumb_key, is_sealed, width, height, position)
  select $1, $2, $3, $4, $5, true, $6, $7, coalesce(max(position), 0) + 1
  from dive_photo where affiliate_id = $1 and log_id = $2
  returning ${columns}`);

export const deletePhoto = statement<
  { fileKey: string; thumbKey: string },
  [affiliateId: number, logId: string, photoId: string]
>(`
  delete from dive_photo where affiliate_id = $1 and log_id = $2 and id = $3
  returning file_key as "fileKey", thumb_key as "thumbKey"`);

export const listCaptions = statement<{ id: string; caption: string }, [affiliateId: number, logId: string]>(
  'select id, caption from dive_photo where affiliate_id = $1 and log_id = $2',
);

/** Stores the given order. */
export const updatePhotoOrder = statement<
  unknown,
  [affiliateId: number, logId: string, ids: readonly string[], captions: readonly string[]]
>(`
  update dive_photo f set position = new.position, caption = new.caption
  from unnest($3::uuid[], $4::text[]) with ordinality as new (id, caption, position)
  where f.affiliate_id = $1 and f.log_id = $2 and f.id = new.id`);

export const hasPhotoFile = statement<{ isNamed: boolean }, [affiliateId: number, fileKey: string]>(
  'select exists (select from dive_photo where affiliate_id = $1 and file_key = $2) as "isNamed"',
);
