import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import type { Context } from '#platform/server/http/context.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import { redirectToFile } from '#platform/server/files/signed-files.ts';
import { FileReply } from '#platform/server/http/file-reply.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { auditRead } from '#features/account/server/public.ts';
import { type dsdEndpoints, fail } from '#features/dsd/shared/contract.ts';
import { isRecentlyProcessed, normalizeStatus } from '#features/dsd/shared/rules.ts';
import { auditStep, requireDiver } from './checks.ts';
import { readDivePhoto, storeDivePhoto, toStoredImage } from './dive-photo-files.ts';
import { findGuest } from './guests-queries.ts';
import * as photoQueries from './photo-queries.ts';
import * as queries from './queries.ts';

type DivePhotoEndpoints =
  | 'GET CompletedDive'
  | 'GET Guests/{affiliateId}/photo'
  | 'POST Guests/{affiliateId}/photo'
  | 'DELETE Guests/{affiliateId}/photo';

export const divePhotoHandlers: Pick<Handlers<typeof dsdEndpoints>, DivePhotoEndpoints> = {
  async 'GET CompletedDive'(ctx, { query }) {
    const subject = await requireDiver(ctx, query.affiliateId);
    const { affiliateId } = subject;
    await auditRead(ctx, subject, 'dsd');
    const dive = await queries.findCompletedDive.first(ctx.db, { affiliateId });
    if (dive === undefined) return null;
    const photo = await findCurrentPhoto(ctx, affiliateId);
    return {
      by: dive.name === null ? null : { name: dive.name, storeNumber: dive.storeNumber },
      photo: photo && { addedDate: photo.addedAt.toISOString() },
    };
  },

  async 'GET Guests/{affiliateId}/photo'(ctx, { params: { affiliateId } }) {
    await requireCompanion(ctx, affiliateId);
    const photo = await findCurrentPhoto(ctx, affiliateId);
    if (!photo) throw failCall('not_found');
    const redirect = redirectToFile(ctx.services, toStoredImage(photo.fileKey), ctx.now);
    const jpeg = redirect === null ? await readDivePhoto(ctx.services, photo.fileKey) : null;
    if (redirect === null && jpeg === null) throw failCall('not_found');
    await ctx.services.database.inTransaction(ctx.correlationId, (db) =>
      auditPhoto({ ...ctx, db }, affiliateId, 'dsd.read'),
    );
    return redirect ?? new FileReply(jpeg ?? '', 'image/jpeg');
  },

  async 'POST Guests/{affiliateId}/photo'(ctx, { params: { affiliateId }, file }) {
    await requireCompanion(ctx, affiliateId);
    const fileKey = await storeDivePhoto(ctx.services, file);
    await ctx.services.database.inTransaction(ctx.correlationId, async (db) => {
      const row = await queries.lockCheckpoint.first(db, { affiliateId });
      // Access is checked again, because it may have ended while the picture was processed.
      await requireCompanion({ ...ctx, db }, affiliateId);
      if (row === undefined || normalizeStatus(row) !== 'processed') throw fail('dsd.not_ready');
      await requireReplaceable({ ...ctx, db }, affiliateId);
      const replaced = await photoQueries.deletePhoto(db, { affiliateId });
      await enqueueFileDeletion(db, toFileKeys(replaced));
      await photoQueries.insertPhoto(db, { affiliateId, fileKey, addedBy: ctx.user.affiliateId, now: ctx.now });
      await auditPhoto({ ...ctx, db }, affiliateId, 'photo.uploaded');
    });
    return null;
  },

  async 'DELETE Guests/{affiliateId}/photo'(ctx, { params: { affiliateId } }) {
    await requireCompanion(ctx, affiliateId);
    await queries.lockCheckpoint(ctx.db, { affiliateId });
    const photo = await photoQueries.findPhoto.first(ctx.db, { affiliateId });
    if (photo === undefined) return null;
    await requireReplaceable(ctx, affiliateId);
    await enqueueFileDeletion(ctx.db, toFileKeys(await photoQueries.deletePhoto(ctx.db, { affiliateId })));
    if (photo.addedBy !== ctx.user.affiliateId) await queries.declinePhotos(ctx.db, { affiliateId, now: ctx.now });
    await auditPhoto(ctx, affiliateId, 'photo.removed');
    return null;
  },
};

const toFileKeys = (rows: readonly { fileKey: string }[]) => rows.map(({ fileKey }) => fileKey);

/**
 * The guest, a minor's guardian, or the store or professional who took the guest diving, as long as the guest is on their
 * list. All others get 404.
 */
async function requireCompanion(ctx: Context, affiliateId: number): Promise<void> {
  const guest = await findGuest.first(ctx.db, { reader: ctx.user.affiliateId, affiliateId });
  const isListed =
    guest !== undefined && isRecentlyProcessed({ ...guest, updatedDate: guest.updatedAt.toISOString() }, ctx.now);
  if (!isListed) await requireDiver(ctx, affiliateId);
}

/** A photo from before the guest started over shows another dive. */
async function findCurrentPhoto({ db }: Pick<Context, 'db'>, affiliateId: number) {
  const photo = await photoQueries.findPhoto.first(db, { affiliateId });
  const started = await queries.findStart.first(db, { affiliateId });
  return photo !== undefined && started !== undefined && photo.addedAt >= started.createdAt ? photo : null;
}

/**
 * A store or professional may replace and remove only their own photo of this dive, and adds no other once the guest or a
 * guardian has removed it.
 */
async function requireReplaceable(ctx: Context, affiliateId: number): Promise<void> {
  const photo = await findCurrentPhoto(ctx, affiliateId);
  const start = await queries.findStart.first(ctx.db, { affiliateId });
  const isOthers = photo !== null && photo.addedBy !== ctx.user.affiliateId;
  const isDeclined = start !== undefined && start.photoDeclinedAt !== null;
  if (isOthers || isDeclined) await requireDiver(ctx, affiliateId);
}

type PhotoAction = 'photo.uploaded' | 'photo.removed' | 'dsd.read';

async function auditPhoto(ctx: Context, affiliateId: number, action: PhotoAction) {
  if (ctx.user.affiliateId !== affiliateId) await auditStep(ctx, affiliateId, action, { isDiscoverDive: true });
}
