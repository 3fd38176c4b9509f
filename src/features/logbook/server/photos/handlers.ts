import { randomUUID } from 'node:crypto';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { redirectToFile } from '#platform/server/files/signed-files.ts';
import { FileReply } from '#platform/server/http/file-reply.ts';
import { CodedError, fail as failCall } from '#platform/shared/errors.ts';
import { fail, type LogPhoto } from '#features/logbook/shared/contract.ts';
import type { imageEndpoints } from '#features/logbook/shared/image-contract.ts';
import { canEditNotes } from '#features/logbook/shared/policy.ts';
import { limits } from '#features/logbook/shared/rules.ts';
import { publishChange } from '#features/logbook/server/change-events.ts';
import {
  preparePhoto,
  readPhoto,
  removePhoto,
  storePhoto,
  toStoredImage,
  type PhotoFiles,
  type PhotoImages,
} from './photo-files.ts';
import * as queries from './queries.ts';
import { lockLogForPhotoEdit } from './update-photos.ts';

export const imageHandlers: Handlers<typeof imageEndpoints> = {
  'GET api/Image/GetImageList/{logId}': async ({ db, user }, { params: { logId } }) => {
    const log = await queries.listPhotos.first(db, { viewer: user.affiliateId, logId });
    if (log === undefined) throw failCall('not_found');
    return log.photos.map((row) => queries.toPhoto(logId, row));
  },

  'GET api/Image/GetImage/{logId}/{imageId}': async (ctx, { params: { logId, imageId }, query }) => {
    const viewer = ctx.user.affiliateId;
    const photo = await queries.findPhotoFile.first(ctx.db, { viewer, logId, photoId: imageId });
    if (photo === undefined) throw failCall('not_found');
    const isThumb = query.size === 'thumb';
    const key = isThumb ? photo.thumbKey : photo.fileKey;
    const redirect = redirectToFile(ctx.services, toStoredImage(key), ctx.now);
    if (redirect !== null) return redirect;
    // Photos never change. The browser may cache them, but must revalidate access each time.
    const etag = `"${imageId}-${isThumb ? 'thumb' : 'full'}"`;
    const headers = { etag, 'cache-control': 'private, no-cache', vary: 'Authorization' };
    if (ctx.request.headers['if-none-match'] === etag) return new FileReply('', 'image/jpeg', headers, 304);
    const jpeg = await readPhoto(ctx.services, key);
    if (jpeg === null) throw failCall('not_found');
    return new FileReply(jpeg, 'image/jpeg', headers);
  },

  'POST api/Image/UploadImage/{logId}': async (ctx, { params: { logId }, body, file }) => {
    const { services } = ctx;
    const { affiliateId } = ctx.user;
    const photoId = (body.key ?? randomUUID()).toLowerCase();
    const log = await queries.findUploadState.first(ctx.db, { affiliateId, logId, photoId });
    if (log === undefined) throw failCall('not_found');
    if (!canEditNotes(log, ctx.user)) throw fail('logbook.locked');
    if (log.same !== null) return queries.toPhoto(logId, log.same);
    if (log.photos >= limits.photos) throw fail('logbook.too_many_photos', { path: 'image' });
    const images = await preparePhoto(file);
    const files = await storePhoto(services, affiliateId, images);
    try {
      const { photo, isNew } = await services.database.inTransaction(ctx.correlationId, (db) =>
        addPhoto({ ...ctx, db }, logId, photoId, images, files),
      );
      if (!isNew) await removePhoto(services, files);
      return photo;
    } catch (error) {
      // After other errors the row may still have been committed; the sweep job checks that.
      if (error instanceof CodedError) await removePhoto(services, files);
      throw error;
    }
  },

  'DELETE api/Image/DeleteImage/{logId}/{imageId}': async (ctx, { params: { logId, imageId } }) => {
    const { affiliateId } = ctx.user;
    await lockLogForPhotoEdit(ctx, logId);
    const deleted = await queries.deletePhoto.first(ctx.db, { affiliateId, logId, photoId: imageId });
    if (deleted === undefined) throw failCall('not_found');
    await enqueueFileDeletion(ctx.db, [deleted.fileKey, deleted.thumbKey]);
    await publishChange(ctx, logId, [affiliateId]);
    return null;
  },
};

/** Checks again after processing, because the log may have been submitted, filled up or deleted. */
async function addPhoto(
  ctx: Context,
  logId: string,
  photoId: string,
  { full: { width, height, takenAt } }: PhotoImages,
  files: PhotoFiles,
): Promise<{ photo: LogPhoto; isNew: boolean }> {
  const { db } = ctx;
  const { affiliateId } = ctx.user;
  await lockLogForPhotoEdit(ctx, logId);
  const same = await queries.findPhoto.first(db, { affiliateId, logId, photoId });
  if (same !== undefined) return { photo: queries.toPhoto(logId, same), isNew: false };
  const count = await queries.countPhotos.first(db, { affiliateId, logId });
  if (count === undefined || count.photos >= limits.photos) throw fail('logbook.too_many_photos', { path: 'image' });
  const row = await queries.insertPhoto.first(db, { affiliateId, logId, photoId, ...files, width, height, takenAt });
  if (row === undefined) throw new Error('inserting the photo returned no row');
  await publishChange(ctx, logId, [affiliateId]);
  return { photo: queries.toPhoto(logId, row), isNew: true };
}
