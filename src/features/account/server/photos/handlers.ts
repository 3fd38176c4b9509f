import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { redirectToFile } from '#platform/server/files/signed-files.ts';
import { FileReply } from '#platform/server/http/file-reply.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { notify } from '#features/notifications/server/public.ts';
import { fail } from '#features/account/shared/contract.ts';
import { accountNotices } from '#features/account/shared/notices.ts';
import type { photoEndpoints, PhotoState } from '#features/account/shared/profile-contract.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import {
  requireManagedSubject,
  requireSubject,
  formatFullName,
  lockSubject,
  auditChange,
  auditRead,
  type Subject,
} from '#features/account/server/people/subject.ts';
import { readPhoto, storePhoto, toStoredImage } from './photo-files.ts';
import { preparePhoto } from './photo-image.ts';
import * as queries from './queries.ts';
import { lockPerson } from '#features/account/server/profile/queries.ts';
import { auditQueueRead } from '#features/account/server/people/queue-audit.ts';

const toFileKeys = (rows: { fileKey: string }[]) => rows.map(({ fileKey }) => fileKey);

export const photoHandlers: Handlers<typeof photoEndpoints> = {
  'POST certifications/photos/getphoto': async (ctx, { body }) => {
    const subject = await requireSubject(ctx, body.affiliateId);
    const { affiliateId } = subject;
    const photo = await queries.findPhotoFile.first(ctx.db, { affiliateId, photoId: body.photoId ?? null });
    if (photo === undefined) throw failCall('not_found');
    const redirect = redirectToFile(ctx.services, toStoredImage(photo.fileKey), ctx.now);
    const jpeg = redirect === null ? await readPhoto(ctx.services, photo.fileKey) : null;
    if (redirect === null && jpeg === null) throw failCall('not_found');
    await auditRead(ctx, subject, 'photo');
    return redirect ?? new FileReply(jpeg ?? '', 'image/jpeg');
  },

  'POST certifications/photos/upload': async (ctx, { body, file }) => {
    // Staff decide on photos, so they don't upload them.
    const subject = await requireManagedSubject(ctx, body.affiliateId ?? ctx.user.affiliateId);
    const jpeg = await preparePhoto(file, body);
    const { affiliateId } = subject;
    const fileKey = await storePhoto(ctx.services, affiliateId, jpeg);
    return ctx.services.database.inTransaction(ctx.correlationId, async (db) => {
      await lockSubject({ ...ctx, db }, affiliateId);
      await enqueueFileDeletion(db, toFileKeys(await queries.deletePendingPhotos(db, { affiliateId })));
      const row = await queries.insertPhoto.first(db, { affiliateId, fileKey, uploadedBy: ctx.user.affiliateId });
      if (row === undefined) throw new Error('photo insert returned no row');
      if (subject.relation !== 'self')
        await auditChange({ ...ctx, db }, subject, 'photo.uploaded', { photoId: row.id });
      return queries.toPhotoState(row);
    });
  },

  'DELETE certifications/photos/{affiliateId}': async (ctx, { params }) => {
    const subject = await requireSubject(ctx, params.affiliateId);
    const { affiliateId } = subject;
    await lockPerson(ctx.db, { affiliateId });
    const removed = await queries.deletePhotos(ctx.db, { affiliateId });
    await enqueueFileDeletion(ctx.db, toFileKeys(removed));
    if (removed.length > 0 && subject.relation !== 'self') await auditChange(ctx, subject, 'photo.removed');
    return null;
  },

  'GET certifications/photos/pending': async (ctx, { query: page }) => {
    const { db, now } = ctx;
    const [count, pending] = await Promise.all([
      queries.countPendingPhotos.first(db),
      queries.listPendingPhotos(db, page),
    ]);
    await auditQueueRead(
      ctx,
      'photo',
      pending.map(({ affiliateId }) => affiliateId),
    );
    const items = pending.map((photo) => ({
      affiliateId: photo.affiliateId,
      photoId: photo.photoId,
      fullName: formatFullName(photo),
      isMinor: isMinor(photo.birthdate, toIsoDate(now)),
      uploadedAt: photo.uploadedAt.toISOString(),
    }));
    return { total: count?.total ?? 0, items };
  },

  'POST certifications/photos/{affiliateId}/decision': async (ctx, { params, body }) => {
    const subject = await requireSubject(ctx, params.affiliateId);
    const { affiliateId } = subject;
    const { photoId, status } = body;
    await lockPerson(ctx.db, { affiliateId });
    const photo = await queries.lockPhoto.first(ctx.db, { affiliateId, photoId });
    if (photo === undefined) throw failCall('not_found');
    if (photo.status !== 'pending') throw fail('account.photo_decided');
    const reason = body.status === 'rejected' ? body.reason : null;
    const decision = { affiliateId, photoId, status, reason, decidedBy: ctx.user.affiliateId };
    const row = await queries.updatePhotoStatus.first(ctx.db, decision);
    if (row === undefined) throw new Error('photo update returned no row');
    if (status === 'approved') {
      const former = await queries.deletePreviousApprovedPhotos(ctx.db, { affiliateId, photoId });
      await enqueueFileDeletion(ctx.db, toFileKeys(former));
    }
    await auditChange(ctx, subject, `photo.${status}`, { photoId });
    const decided = queries.toPhotoState(row);
    await notifyPhotoDecision(ctx, subject, decided);
    return decided;
  },
};

async function notifyPhotoDecision({ db, services }: Context, subject: Subject, photo: PhotoState): Promise<void> {
  await notify(services, db, {
    to: subject.affiliateId,
    notice: photo.status === 'approved' ? accountNotices.photoApproved : accountNotices.photoRejected,
    values: { reason: photo.reason ?? '' },
    path: '/profile',
    notifiesGuardians: subject.isMinor,
    key: photo.id,
  });
}
