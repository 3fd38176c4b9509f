import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { FileReply } from '#platform/server/http/file-reply.ts';
import { takeRateLimitToken } from '#platform/server/http/rate-limit.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import type { birthdateEndpoints, CorrectionInQueue } from '#features/account/shared/birthdate-contract.ts';
import { fail } from '#features/account/shared/contract.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import {
  requireManagedSubject,
  requireSubject,
  lockSubject,
  auditChange,
  auditRead,
  type Subject,
} from '#features/account/server/people/subject.ts';
import { auditQueueRead } from '#features/account/server/people/queue-audit.ts';
import { isOwnFamily } from '#features/account/server/people/family.ts';
import { changeBirthdate } from './change-birthdate.ts';
import * as queries from './queries.ts';
import { notifyCorrectionDecided, notifyCorrectionRequested } from './notifications.ts';
import { prepareDocument, readDocument, storeDocument } from './document-files.ts';

const uploadLimit = { limit: 10, windowS: 86_400 };

export const birthdateHandlers: Handlers<typeof birthdateEndpoints> = {
  'POST user/{affiliateId}/birthdate-correction': async (ctx, { params, body, file }) => {
    const { services, user } = ctx;
    const subject = await requireManagedSubject(ctx, params.affiliateId);
    const id = createUuidFromText(`birthdate ${subject.affiliateId} ${user.affiliateId} ${body.key}`);
    const known = await queries.findCorrection.first(ctx.db, { affiliateId: subject.affiliateId, id });
    if (known !== undefined) return known;
    assertCorrectable(subject, body.birthDate);
    const limit = { key: `account.birthdate:${user.affiliateId}`, ...uploadLimit };
    const { allowed, retryAfterS } = await takeRateLimitToken(services.database.db, limit);
    if (!allowed) throw failCall('rate.limited', { retryAfterS });
    const document = await prepareDocument(file);
    const fileKey = await storeDocument(services, document);
    return services.database.inTransaction(ctx.correlationId, async (db) => {
      const locked = await lockSubject({ ...ctx, db }, subject.affiliateId);
      const former = assertCorrectable(locked, body.birthDate);
      const made = await queries.insertCorrection.first(db, {
        affiliateId: subject.affiliateId,
        id,
        birthdate: body.birthDate,
        former,
        requestedBy: user.affiliateId,
        requestedAt: ctx.now,
        contentType: document.contentType,
        fileKey,
      });
      if (made === undefined) throw fail('account.correction_open');
      await auditChange({ ...ctx, db }, locked, 'birthdate.correction_requested', { correctionId: id });
      await notifyCorrectionRequested({ ...ctx, db }, locked, id);
      return made;
    });
  },

  'DELETE user/{affiliateId}/birthdate-correction': async (ctx, { params }) => {
    const subject = await requireManagedSubject(ctx, params.affiliateId);
    const withdrawn = await queries.withdrawOpenCorrection.first(ctx.db, subject);
    if (withdrawn === undefined) throw failCall('not_found');
    if (withdrawn.fileKey !== null) await enqueueFileDeletion(ctx.db, [withdrawn.fileKey]);
    await auditChange(ctx, subject, 'birthdate.correction_withdrawn', { correctionId: withdrawn.id });
    return null;
  },

  'GET birthdate-corrections': async (ctx, { query: page }) => {
    const [count, open] = await Promise.all([
      queries.countOpenCorrections.first(ctx.db),
      queries.listOpenCorrections(ctx.db, page),
    ]);
    await auditQueueRead(
      ctx,
      'birthdate',
      open.map(({ affiliateId }) => affiliateId),
    );
    return { total: count?.total ?? 0, items: open.map((row) => toQueuedCorrection(row, toIsoDate(ctx.now))) };
  },

  'GET birthdate-corrections/{id}/document': async (ctx, { params: { id } }) => {
    const row = await queries.findQueuedCorrection.first(ctx.db, { id });
    if (row?.state !== 'open' || row.fileKey === null) throw failCall('not_found');
    const subject = await requireSubjectForStaff(ctx, row);
    const document = await readDocument(ctx.services, row.fileKey);
    if (document === null) throw failCall('not_found');
    await auditRead(ctx, subject, 'birthdate_document');
    return new FileReply(document, row.contentType, { 'content-disposition': 'attachment' });
  },

  'POST birthdate-corrections/{id}/decision': async (ctx, { params: { id }, body: { decision, reason } }) => {
    const row = await queries.findQueuedCorrection.first(ctx.db, { id });
    if (row === undefined) throw failCall('not_found');
    await requireSubjectForStaff(ctx, row);
    const subject = await lockSubject(ctx, row.affiliateId);
    const { affiliateId } = subject;
    const decidedBy = ctx.user.affiliateId;
    const values = { affiliateId, id, decision, reason, decidedBy, now: ctx.now };
    const decided = await queries.decideCorrection.first(ctx.db, values);
    if (decided === undefined) throw fail('account.correction_decided');
    if (decision === 'approved') await changeBirthdate(ctx, subject, row.birthDate, reason);
    else await auditChange(ctx, subject, 'birthdate.correction_declined', { correctionId: id, reason });
    await notifyCorrectionDecided(ctx, subject, decision, reason, id);
    return null;
  },

  'POST user/{affiliateId}/birthdate': async (ctx, { params, body: { birthDate, reason } }) => {
    const subject = await lockSubject(ctx, params.affiliateId);
    if (await isOwnFamily(ctx, subject.affiliateId)) throw fail('account.own_birthdate');
    if (subject.birthdate === birthDate) return null;
    await changeBirthdate(ctx, subject, birthDate, reason);
    // The change settles an open request.
    const decidedBy = ctx.user.affiliateId;
    await queries.closeOpenCorrection(ctx.db, { affiliateId: subject.affiliateId, reason, decidedBy, now: ctx.now });
    await notifyCorrectionDecided(ctx, subject, 'approved', reason);
    return null;
  },
};

/** Rejects clerks who decide for themselves, their family or a child whose guardian they were. */
async function requireSubjectForStaff(ctx: Context, row: queries.QueuedCorrectionRow): Promise<Subject> {
  const subject = await requireSubject(ctx, row.affiliateId);
  const isOwn = row.requestedBy === ctx.user.affiliateId || (await isOwnFamily(ctx, row.affiliateId));
  if (isOwn) throw fail('account.own_birthdate');
  return subject;
}

/** Returns the birthdate on file, which must differ from the requested one. */
function assertCorrectable({ birthdate }: Subject, requested: string): string {
  if (birthdate === null || birthdate === requested) throw fail('account.correction_same', { path: 'birthDate' });
  return birthdate;
}

function toQueuedCorrection(row: queries.QueuedCorrectionRow, today: string): CorrectionInQueue {
  const { id, affiliateId, fullName, birthDate, former, requesterName, requestedDate, contentType, guardians } = row;
  const isChild = isMinor(former, today);
  return {
    id,
    affiliateId,
    fullName,
    isMinor: isChild,
    birthDate,
    former,
    makesAdult: isChild && !isMinor(birthDate, today),
    requestedBy: requesterName,
    guardians: isChild ? guardians : [],
    requestedDate,
    contentType,
  };
}
