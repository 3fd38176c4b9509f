import type { Handlers } from '#platform/server/http/endpoints.ts';
import { FileReply } from '#platform/server/http/file-reply.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { requireSubject, auditChange, auditQueueRead, auditRead } from '#features/account/server/public.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import { notify } from '#features/notifications/server/public.ts';
import { toCardDate } from '#features/certifications/shared/card-date.ts';
import { type eCardEndpoints, fail } from '#features/certifications/shared/contract.ts';
import { findLevel } from '#domain/certification-levels.ts';
import { certificationNotices } from '#features/certifications/shared/notices.ts';
import * as desk from './desk-queries.ts';
import { readPicture } from './picture-files.ts';
import { findOutside } from './queries.ts';
import { toOutsideCertification } from './handlers.ts';

/** Staff review of pictures of outside cards. */
export const outsideDeskHandlers: Pick<
  Handlers<typeof eCardEndpoints>,
  'GET outside/pending' | 'GET outside/{affiliateId}/{id}/picture' | 'POST outside/{affiliateId}/{id}/decision'
> = {
  'GET outside/pending': async (ctx, { query: page }) => {
    const [count, waiting] = await Promise.all([
      desk.countPendingOutside.first(ctx.db),
      desk.listPendingOutside(ctx.db, page),
    ]);
    await auditQueueRead(
      ctx,
      'outside_card',
      waiting.map(({ affiliateId }) => affiliateId),
    );
    const items = waiting.map(({ birthdate, certDate, uploadedAt, ...row }) => ({
      ...row,
      certDate: certDate === null ? null : toCardDate(certDate),
      isMinor: isMinor(birthdate, toIsoDate(ctx.now)),
      uploadedAt: uploadedAt.toISOString(),
    }));
    return { total: count?.total ?? 0, items };
  },

  'GET outside/{affiliateId}/{id}/picture': async (ctx, { params: { affiliateId, id } }) => {
    const subject = await requireSubject(ctx, affiliateId);
    const row = await findOutside.first(ctx.db, { affiliateId, id });
    const jpeg = row && row.fileKey !== null && (await readPicture(ctx.services, row.fileKey));
    if (!jpeg) throw failCall('not_found');
    await auditRead(ctx, subject, 'outside_card');
    return new FileReply(jpeg, 'image/jpeg');
  },

  'POST outside/{affiliateId}/{id}/decision': async (ctx, { params: { affiliateId, id }, body }) => {
    const subject = await requireSubject(ctx, affiliateId);
    // Staff can't decide on their own card or their child's.
    if (subject.relation !== 'staff') throw failCall('access.denied');
    const equivalentLevelID = body.status === 'approved' ? body.equivalentLevelID : null;
    if (equivalentLevelID !== null && findLevel(equivalentLevelID) === undefined)
      throw fail('certifications.unknown_level', { path: 'equivalentLevelID' });
    const locked = await desk.lockOutside.first(ctx.db, { affiliateId, id });
    if (locked === undefined || locked.fileKey === null || locked.uploadedAt === null) throw failCall('not_found');
    if (locked.uploadedAt.getTime() !== new Date(body.uploadedAt).getTime())
      throw fail('certifications.picture_changed');
    const isLevelChange =
      locked.status === 'approved' && body.status === 'approved' && equivalentLevelID !== locked.equivalentLevelID;
    if (locked.status !== 'pending' && !isLevelChange) throw fail('certifications.picture_decided');
    const reason = body.status === 'rejected' ? body.reason : null;
    const row = await desk.updateDecision.first(ctx.db, {
      affiliateId,
      id,
      status: body.status,
      reason,
      equivalentLevelID,
      decidedBy: ctx.user.affiliateId,
      decidedAt: ctx.now,
    });
    if (row === undefined) throw new Error('outside certification disappeared while locked');
    const level = equivalentLevelID === null ? {} : { equivalentLevelID };
    await auditChange(ctx, subject, `outside_card.${body.status}`, { id, ...level });
    if (isLevelChange) return toOutsideCertification(row);
    await notify(ctx.services, ctx.db, {
      to: affiliateId,
      notice: reason === null ? certificationNotices.outsideApproved : certificationNotices.outsideRejected,
      values: { level: row.level, ...(reason === null ? {} : { reason }) },
      path: '/certifications/list',
      key: `${id} ${body.uploadedAt}`,
    });
    return toOutsideCertification(row);
  },
};
