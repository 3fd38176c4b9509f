import type { Services } from '../../../platform/server/context.ts';
import { statement } from '../../../platform/server/db.ts';
import { prepareImage } from '../../../platform/server/images.ts';
import { uuidOf } from '../../../platform/server/uuid.ts';
import { drawPicture, type DemoPicture } from './demo-pictures.ts';
import { thumbSidePx } from './photo-files.ts';

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
  insert into dive_photo (affiliate_id, log_id, id, file_key, thumb_key, width, height, caption, position)
  select $1, l.id, $3, $4, $5, $6, $7, $8,
    1 + (select count(*) from dive_photo f where f.affiliate_id = $1 and f.log_id = l.id)
  from dive_log l where l.affiliate_id = $1 and l.key = $2
  on conflict do nothing`);

/** Each photo has files of its own, since one may be removed and the others not. */
export async function storeDemoPhotos(services: Services, photos: readonly DemoPhoto[]): Promise<void> {
  const drawn = new Map<DemoPicture, Promise<Images>>();
  for (const { affiliateId, logKey, picture, caption } of photos) {
    const { full, thumb } = await (drawn.get(picture) ?? draw(picture));
    const id = uuidOf(`demo photo ${logKey} ${picture}`);
    const [fileKey, thumbKey] = [`dive-photos/${id}.jpg`, `dive-photos/${id}-thumb.jpg`];
    await services.files.put(fileKey, full.jpeg, 'image/jpeg');
    await services.files.put(thumbKey, thumb.jpeg, 'image/jpeg');
    const { width, height } = full;
    await insertPhoto(services.database.db, affiliateId, logKey, id, fileKey, thumbKey, width, height, caption);
  }

  function draw(picture: DemoPicture): Promise<Images> {
    const made = drawImages(picture);
    drawn.set(picture, made);
    return made;
  }
}

interface Images {
  full: Awaited<ReturnType<typeof prepareImage>>;
  thumb: Awaited<ReturnType<typeof prepareImage>>;
}

async function drawImages(picture: DemoPicture): Promise<Images> {
  const png = await drawPicture(picture);
  const full = await prepareImage(png, { shape: 'whole', maxSidePx: 2_560, minSidePx: 1 });
  const thumb = await prepareImage(full.jpeg, { shape: 'whole', maxSidePx: thumbSidePx, minSidePx: 1 });
  return { full, thumb };
}
