import type { Handlers } from '../../../../platform/server/calls.ts';
import type { Context } from '../../../../platform/server/context.ts';
import { deleteFilesLater } from '../../../../platform/server/delete-files.ts';
import { FileReply } from '../../../../platform/server/file-reply.ts';
import { takeToken } from '../../../../platform/server/limits.ts';
import { uuidOf } from '../../../../platform/server/uuid.ts';
import { fail as failCall } from '../../../../platform/shared/errors.ts';
import type { birthdateCalls, CorrectionInQueue } from '../../shared/birthdate-contract.ts';
import { fail } from '../../shared/contract.ts';
import { canManageAccount } from '../../shared/policy.ts';
import { dayOf, isMinor } from '../../shared/rules.ts';
import { demandSubject, lockSubject, logChange, logReading, type Subject } from '../acting.ts';
import { logQueue } from '../queue-reading.ts';
import { isOwnFamily } from '../relatives.ts';
import { changeBirthdate } from './changes.ts';
import * as sql from './corrections-sql.ts';
import { notifyDecision, notifyRequested } from './notifications.ts';
import { prepareDocument, readDocument, storeDocument } from './document-files.ts';

const uploads = { limit: 10, windowS: 86_400 };
const queueLimit = 200;

export const birthdateHandlers: Handlers<typeof birthdateCalls> = {
  'POST user/{affiliateId}/birthdate-correction': async (ctx, { params, body, file }) => {
    const { services, user } = ctx;
    const subject = await demandManaged(ctx, params.affiliateId);
    const id = uuidOf(`birthdate ${subject.affiliateId} ${user.affiliateId} ${body.key}`);
    const [known] = await sql.findCorrection(ctx.db, subject.affiliateId, id);
    if (known !== undefined) return known;
    assertCorrectable(subject, body.birthDate);
    const limit = { key: `account.birthdate:${user.affiliateId}`, ...uploads };
    const { allowed, retryAfterS } = await takeToken(services.database.db, limit);
    if (!allowed) throw failCall('rate.limited', { retryAfterS });
    const document = await prepareDocument(file);
    const fileKey = await storeDocument(services, document);
    return services.database.inTransaction(ctx.correlationId, async (db) => {
      const locked = await lockSubject({ ...ctx, db }, subject.affiliateId);
      const former = assertCorrectable(locked, body.birthDate);
      const [made] = await sql.insertCorrection(
        db,
        subject.affiliateId,
        id,
        body.birthDate,
        former,
        user.affiliateId,
        ctx.now,
        document.contentType,
        fileKey,
      );
      if (made === undefined) throw fail('account.correction_open');
      await logChange({ ...ctx, db }, locked, 'birthdate.correction_requested', { correctionId: id });
      await notifyRequested({ ...ctx, db }, locked, id);
      return made;
    });
  },

  'DELETE user/{affiliateId}/birthdate-correction': async (ctx, { params }) => {
    const subject = await demandManaged(ctx, params.affiliateId);
    const [withdrawn] = await sql.withdrawOpen(ctx.db, subject.affiliateId);
    if (withdrawn === undefined) throw failCall('not_found');
    if (withdrawn.fileKey !== null) await deleteFilesLater(ctx.db, [withdrawn.fileKey]);
    await logChange(ctx, subject, 'birthdate.correction_withdrawn', { correctionId: withdrawn.id });
    return null;
  },

  'GET birthdate-corrections': async (ctx) => {
    const open = await sql.listOpen(ctx.db, queueLimit);
    await logQueue(
      ctx,
      'birthdate',
      open.map(({ affiliateId }) => affiliateId),
    );
    return open.map((row) => toQueued(row, dayOf(ctx.now)));
  },

  'GET birthdate-corrections/{id}/document': async (ctx, { params: { id } }) => {
    const [row] = await sql.findQueued(ctx.db, id);
    if (row?.state !== 'open' || row.fileKey === null) throw failCall('not_found');
    const subject = await demandForStaff(ctx, row);
    const document = await readDocument(ctx.services, row.fileKey);
    if (document === null) throw failCall('not_found');
    await logReading(ctx, subject, 'birthdate_document');
    return new FileReply(document, row.contentType, { 'content-disposition': 'attachment' });
  },

  'POST birthdate-corrections/{id}/decision': async (ctx, { params: { id }, body: { decision, reason } }) => {
    const [row] = await sql.findQueued(ctx.db, id);
    if (row === undefined) throw failCall('not_found');
    await demandForStaff(ctx, row);
    const subject = await lockSubject(ctx, row.affiliateId);
    const [decided] = await sql.decide(
      ctx.db,
      subject.affiliateId,
      id,
      decision,
      reason,
      ctx.user.affiliateId,
      ctx.now,
    );
    if (decided === undefined) throw fail('account.correction_decided');
    if (decision === 'approved') await changeBirthdate(ctx, subject, row.birthDate, reason);
    else await logChange(ctx, subject, 'birthdate.correction_declined', { correctionId: id, reason });
    await notifyDecision(ctx, subject, decision, reason, id);
    return null;
  },

  'POST user/{affiliateId}/birthdate': async (ctx, { params, body: { birthDate, reason } }) => {
    const subject = await lockSubject(ctx, params.affiliateId);
    if (await isOwnFamily(ctx, subject.affiliateId)) throw fail('account.own_birthdate');
    if (subject.birthdate === birthDate) return null;
    await changeBirthdate(ctx, subject, birthDate, reason);
    // Whatever was asked for is settled by this.
    await sql.closeOpen(ctx.db, subject.affiliateId, reason, ctx.user.affiliateId, ctx.now);
    await notifyDecision(ctx, subject, 'approved', reason);
    return null;
  },
};

/** Oneself or a child; staff change it at the desk. */
async function demandManaged(ctx: Context, affiliateId: number): Promise<Subject> {
  const subject = await demandSubject(ctx, affiliateId);
  if (!canManageAccount(subject.relation)) throw failCall('access.denied');
  return subject;
}

/** Refuses clerks who decide for themselves, their family or a child whose guardian they were. */
async function demandForStaff(ctx: Context, row: sql.QueuedRow): Promise<Subject> {
  const subject = await demandSubject(ctx, row.affiliateId);
  const isOwn = row.requestedBy === ctx.user.affiliateId || (await isOwnFamily(ctx, row.affiliateId));
  if (isOwn) throw fail('account.own_birthdate');
  return subject;
}

/** There is one on file, and it is another. */
function assertCorrectable({ birthdate }: Subject, wanted: string): string {
  if (birthdate === null || birthdate === wanted) throw fail('account.correction_same', { path: 'birthDate' });
  return birthdate;
}

function toQueued(row: sql.QueuedRow, today: string): CorrectionInQueue {
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
