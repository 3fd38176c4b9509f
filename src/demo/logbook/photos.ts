import type { Services } from '#platform/server/http/context.ts';
import { sql } from 'kysely';
import { query, type Params } from '#platform/server/db/query.ts';
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

interface NewPhoto {
  affiliateId: number;
  logKey: string;
  id: string;
  fileKey: string;
  thumbKey: string;
  width: number;
  height: number;
  caption: string;
}

const insertPhoto = query((db, p: Params<NewPhoto>) =>
  db
    .insertInto('dive_photo')
    .columns([
      'affiliate_id',
      'log_id',
      'id',
      'file_key',
      'thumb_key',
      'is_sealed',
      'width',
      'height',
      'caption',
      'position',
    ])
    .expression((eb) =>
      eb
        .selectFrom('dive_log as l')
        .select((eb) => [
          'l.affiliate_id',
          'l.id as log_id',
          p.id.as('id'),
          p.fileKey.as('file_key'),
          p.thumbKey.as('thumb_key'),
          sql.lit(true).as('is_sealed'),
          p.width.as('width'),
          p.height.as('height'),
          p.caption.as('caption'),
          eb(
            eb
              .selectFrom('dive_photo as f')
              .select((eb) => eb.fn.countAll<number>().as('count'))
              .whereRef('f.affiliate_id', '=', 'l.affiliate_id')
              .whereRef('f.log_id', '=', 'l.id')
              .$asScalar(),
            '+',
            1,
          ).as('position'),
        ])
        .where('l.affiliate_id', '=', p.affiliateId)
        .where('l.key', '=', p.logKey),
    )
    .onConflict((conflict) => conflict.columns(['affiliate_id', 'log_id', 'id']).doUpdateSet({ is_sealed: true })),
);

/** Stores separate files for each photo, because photos can be deleted separately. */
export async function storeDemoPhotos(services: Services, photos: readonly DemoPhoto[]): Promise<void> {
  const drawn = new Map<DemoPicture, Promise<PhotoImages>>();
  for (const { affiliateId, logKey, picture, caption } of photos) {
    const images = await (drawn.get(picture) ?? draw(picture));
    const id = createUuidFromText(`demo photo ${logKey} ${picture}`);
    const [fileKey, thumbKey] = [`dive-photos/${id}.jpg`, `dive-photos/${id}-thumb.jpg`];
    await putPhoto(services, { fileKey, thumbKey }, images);
    const { width, height } = images.full;
    await insertPhoto(services.database.db, { affiliateId, logKey, id, fileKey, thumbKey, width, height, caption });
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
