import type { Services } from '#platform/server/http/context.ts';
import { statement } from '#platform/server/db/database.ts';
import { prepareImage } from '#platform/server/files/prepare-image.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { drawPicture, type DemoPicture } from './draw-picture.ts';
import { type PhotoImages, putPhoto, thumbSidePx } from '#features/logbook/server/photos/photo-files.ts';

export interface DemoPhoto {
  affiliateId: number;
  logKey: string;
  picture: DemoPicture;
  caption: string;
}

const insertPhoto = statement<
  unknown,
  [affiliateId: number, logKey: string, id: string, fileKey: string, thumbKey: string, number, number, caption: string]
>(`
  insert into dive_photo (affiliate_id, log_id, id, file_key, thumb_key, is_sealed, width, height, caption, position)
  select $1, l.id, $3, $4, $5, true, $6, $7, $8,
    1 + (select count(*) from dive_photo f where f.affiliate_id = $1 and f.log_id = l.id)
  from dive_log l where l.affiliate_id = $1 and l.key = $2
  on conflict (affiliate_id, log_id, id) do update set is_sealed = true`);

/** Stores separate files for each photo, because photos can be deleted separately. */
export async function storeDemoPhotos(services: Services, photos: readonly DemoPhoto[]): Promise<void> {
  const drawn = new Map<DemoPicture, Promise<PhotoImages>>();
  for (const { affiliateId, logKey, picture, caption } of photos) {
    const images = await (drawn.get(picture) ?? draw(picture));
    const id = createUuidFromText(`demo photo ${logKey} ${picture}`);
    const [fileKey, thumbKey] = [`dive-photos/${id}.jpg`, `dive-photos/${id}-thumb.jpg`];
    await putPhoto(services, { fileKey, thumbKey }, images);
    const { width, height } = images.full;
    await insertPhoto(services.database.db, affiliateId, logKey, id, fileKey, thumbKey, width, height, caption);
  }

  function draw(picture: DemoPicture): Promise<PhotoImages> {
    const images = drawImages(picture);
    drawn.set(picture, images);
    return images;
  }
}

async function drawImages(picture: DemoPicture): Promise<PhotoImages> {
  const png = await drawPicture(picture);
  const full = await prepareImage(png, { shape: 'whole', maxSidePx: 2_560, minSidePx: 1 });
  const thumb = await prepareImage(full.jpeg, { shape: 'whole', maxSidePx: thumbSidePx, minSidePx: 1 });
  return { full, thumb };
}
