import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { deleteFilesLater } from '../../../platform/server/delete-files.ts';
import { FileReply } from '../../../platform/server/file-reply.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { notify } from '../../notifications/server/public.ts';
import { fail } from '../shared/contract.ts';
import { accountNotices } from '../shared/notices.ts';
import { canManageAccount } from '../shared/policy.ts';
import type { photoCalls, PhotoState } from '../shared/profile-contract.ts';
import { dayOf, isMinor } from '../shared/rules.ts';
import { demandSubject, fullNameOf, lockSubject, logChange, logReading, type Subject } from './acting.ts';
import { readPhoto, storePhoto } from './photo-files.ts';
import { preparePhoto } from './photo-image.ts';
import * as sql from './photo-sql.ts';
import { lockPerson } from './profile-sql.ts';
import { logQueue } from './queue-reading.ts';

const queueLimit = 200;
const keysOf = (rows: { fileKey: string }[]) => rows.map(({ fileKey }) => fileKey);

export const photoHandlers: Handlers<typeof photoCalls> = {
  'POST certifications/photos/getphoto': async (ctx, { body }) => {
    const subject = await demandSubject(ctx, body.affiliateId);
    const [row] = await sql.selectFile(ctx.db, subject.affiliateId, body.photoId ?? null);
    const jpeg = row && (await readPhoto(ctx.services, row.fileKey));
    if (!jpeg) throw failCall('not_found');
    await logReading(ctx, subject, 'photo');
    return new FileReply(jpeg, 'image/jpeg');
  },

  'POST certifications/photos/upload': async (ctx, { body, file }) => {
    const subject = await demandSubject(ctx, body.affiliateId ?? ctx.user.affiliateId);
    // Staff decide on photos; they do not bring them.
    if (!canManageAccount(subject.relation)) throw failCall('access.denied');
    const jpeg = await preparePhoto(file, body);
    const fileKey = await storePhoto(ctx.services, subject.affiliateId, jpeg);
    return ctx.services.database.inTransaction(ctx.correlationId, async (db) => {
      await lockSubject({ ...ctx, db }, subject.affiliateId);
      await deleteFilesLater(db, keysOf(await sql.deleteUndecided(db, subject.affiliateId)));
      const [row] = await sql.insertPhoto(db, subject.affiliateId, fileKey, ctx.user.affiliateId);
      if (row === undefined) throw new Error('the photo was not kept');
      if (subject.relation !== 'self') await logChange({ ...ctx, db }, subject, 'photo.uploaded', { photoId: row.id });
      return sql.toState(row);
    });
  },

  'DELETE certifications/photos/{affiliateId}': async (ctx, { params }) => {
    const subject = await demandSubject(ctx, params.affiliateId);
    await lockPerson(ctx.db, subject.affiliateId);
    const gone = await sql.deletePhotos(ctx.db, subject.affiliateId);
    await deleteFilesLater(ctx.db, keysOf(gone));
    if (gone.length > 0 && subject.relation !== 'self') await logChange(ctx, subject, 'photo.removed');
    return null;
  },

  'GET certifications/photos/pending': async (ctx) => {
    const { db, now } = ctx;
    const waiting = await sql.selectWaiting(db, queueLimit);
    await logQueue(
      ctx,
      'photo',
      waiting.map(({ affiliateId }) => affiliateId),
    );
    return waiting.map((photo) => ({
      affiliateId: photo.affiliateId,
      photoId: photo.photoId,
      fullName: fullNameOf(photo),
      isMinor: isMinor(photo.birthdate, dayOf(now)),
      uploadedAt: photo.uploadedAt.toISOString(),
    }));
  },

  'POST certifications/photos/{affiliateId}/decision': async (ctx, { params, body }) => {
    const subject = await demandSubject(ctx, params.affiliateId);
    await lockPerson(ctx.db, subject.affiliateId);
    const [photo] = await sql.lockPhoto(ctx.db, subject.affiliateId, body.photoId);
    if (photo === undefined) throw failCall('not_found');
    if (photo.status !== 'pending') throw fail('account.photo_decided');
    const reason = body.status === 'rejected' ? body.reason : null;
    const [row] = await sql.decidePhoto(
      ctx.db,
      subject.affiliateId,
      body.photoId,
      body.status,
      reason,
      ctx.user.affiliateId,
    );
    if (row === undefined) throw new Error('the photo is gone');
    if (body.status === 'approved')
      await deleteFilesLater(ctx.db, keysOf(await sql.deleteFormerApproved(ctx.db, subject.affiliateId, body.photoId)));
    await logChange(ctx, subject, `photo.${body.status}`, { photoId: body.photoId });
    const decided = sql.toState(row);
    await tellDecision(ctx, subject, decided);
    return decided;
  },
};

async function tellDecision({ db, services }: Context, subject: Subject, photo: PhotoState): Promise<void> {
  await notify(services, db, {
    to: subject.affiliateId,
    notice: photo.status === 'approved' ? accountNotices.photoApproved : accountNotices.photoRejected,
    values: { person: fullNameOf(subject), reason: photo.reason ?? '' },
    path: '/profile',
    tellsGuardians: subject.isMinor,
    key: photo.id,
  });
}
