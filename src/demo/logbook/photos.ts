import { sql } from 'kysely';
import * as z from 'zod';
import type { Services } from '#platform/server/http/context.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { prepareImageAndThumb } from '#platform/server/files/prepare-image.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { ids } from '#demo/world/people.ts';
import { createWorld } from '#demo/world/world.ts';
import { getLogKey, iterateDives } from './logbook.ts';
import { drawPicture, type DemoPicture } from './draw-picture.ts';
import { type PhotoImages, putPhoto, thumbSidePx } from '#features/logbook/server/photos/photo-files.ts';

interface DemoPhoto {
  affiliateId: number;
  logKey: string;
  picture: DemoPicture;
  caption: string;
  /** When it was taken, as a share of the dive. */
  moment: number;
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
  moment: number;
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
      'width',
      'height',
      'caption',
      'taken_at',
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
          p.width.as('width'),
          p.height.as('height'),
          p.caption.as('caption'),
          sql<string>`l.dive_date + l.time_in + ${p.moment}::float8 * (l.time_out - l.time_in)`.as('taken_at'),
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
    .onConflict((conflict) => conflict.columns(['affiliate_id', 'log_id', 'id']).doNothing()),
);

/** A job, because drawing is slow. Photos hang on the dive's key, so the day of the job doesn't matter. */
export const drawDemoPhotos = defineJob('logbook.demo-photos', { schema: z.object({}) }, async ({ services, now }) => {
  const photos = [...iterateDives(createWorld(now, 'accounts'))].flatMap(({ name, dive: [, , , , , extra] }) =>
    (extra?.photos ?? []).map((photo, index, { length }): DemoPhoto => ({
      affiliateId: ids.diver,
      logKey: getLogKey(ids.diver, name),
      moment: (index + 1) / (length + 1),
      ...photo,
    })),
  );
  await storeDemoPhotos(services, photos);
});

/** Stores separate files for each photo, because photos can be deleted separately. */
async function storeDemoPhotos(services: Services, photos: readonly DemoPhoto[]): Promise<void> {
  const drawn = new Map<DemoPicture, Promise<PhotoImages>>();
  for (const { affiliateId, logKey, picture, caption, moment } of photos) {
    const images = await (drawn.get(picture) ?? draw(picture));
    const id = createUuidFromText(`demo photo ${logKey} ${picture}`);
    const [fileKey, thumbKey] = [`dive-photos/${id}.jpg`, `dive-photos/${id}-thumb.jpg`];
    await putPhoto(services, { fileKey, thumbKey }, images);
    const { width, height } = images.full;
    const photo = { affiliateId, logKey, id, fileKey, thumbKey, width, height, caption, moment };
    await insertPhoto(services.database.db, photo);
  }

  function draw(picture: DemoPicture): Promise<PhotoImages> {
    const images = drawImages(picture);
    drawn.set(picture, images);
    return images;
  }
}

async function drawImages(picture: DemoPicture): Promise<PhotoImages> {
  const png = await drawPicture(picture);
  const { full, thumb } = await prepareImageAndThumb(
    png,
    { shape: 'whole', maxSidePx: 2_560, minSidePx: 1 },
    thumbSidePx,
  );
  return { full, thumb };
}
