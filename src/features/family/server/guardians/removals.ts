import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { endGuardianAccess } from '#features/account/server/public.ts';
import { fail, type OwnRemoval, type familyEndpoints } from '#features/family/shared/contract.ts';
import { reviewPeriodMs } from '#features/family/shared/rules.ts';
import { requireOwnChild } from '#features/family/server/children/require-child.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';
import {
  notifyOfClearedPassword,
  notifyOfDecline,
  notifyOfRemovalRequest,
} from '#features/family/server/notifications.ts';
import * as removalQueries from './removal-queries.ts';
import * as queries from '#features/family/server/queries.ts';
import { notifyFamilyOfRemoval, notifyFormerGuardian } from '#features/family/server/notify-family.ts';
import { recordFamilyAudit } from '#features/family/server/audit.ts';

interface GuardianRemoval {
  child: queries.PersonRow;
  guardian: queries.PersonRow;
  by: number;
  kind: OwnRemoval['kind'];
  reason?: string;
}

/** Removes a guardian with immediate effect. The caller has locked the child. */
export async function removeGuardian(
  context: TransactionContext,
  { child, guardian, by, kind, reason = '' }: GuardianRemoval,
): Promise<void> {
  const { db, now } = context;
  const { affiliateId } = child;
  const guardianId = guardian.affiliateId;
  const link = { affiliateId, guardianId };
  await queries.deleteLink(db, link);
  await removalQueries.closeRequestsOf(db, link);
  const reviewUntil = new Date(now.getTime() + reviewPeriodMs);
  await removalQueries.insertRemoval(db, { ...link, requestedBy: by, kind, reason, now, reviewUntil });
  const ended = await endGuardianAccess(context, child, guardianId);
  const data = { guardianId, kind, ...ended, ...(reason !== '' && { reason }) };
  await recordFamilyAudit(context, by, 'guardian.removed', affiliateId, data);
  const change = { child, guardian, by };
  // The notification about the password also says that the guardian was removed.
  if (ended.isPasswordCleared) await notifyOfClearedPassword(context, child, guardian);
  else await notifyFamilyOfRemoval(context, change);
  await notifyFormerGuardian(context, change);
}

export const removalHandlers: Pick<
  Handlers<typeof familyEndpoints>,
  | 'POST Children/{affiliateId}/guardians/{guardianId}/removal-request'
  | 'POST Removals/{id}/agree'
  | 'POST Removals/{id}/decline'
  | 'DELETE Removals/{id}'
  | 'POST Removals/{id}/review'
> = {
  'POST Children/{affiliateId}/guardians/{guardianId}/removal-request': async (ctx, { params }) => {
    const { affiliateId, guardianId } = params;
    const by = ctx.user.affiliateId;
    await requireOwnChild(ctx, affiliateId);
    const child = await queries.lockPerson.first(ctx.db, { affiliateId });
    const guardians = await queries.listGuardians(ctx.db, { affiliateId });
    const requester = guardians.find((guardian) => guardian.affiliateId === by);
    const isOther = guardianId !== by && guardians.some((guardian) => guardian.affiliateId === guardianId);
    if (child === undefined || requester === undefined || !isOther) throw failCall('not_found');
    const newRequest = { affiliateId, guardianId, requestedBy: by, now: ctx.now };
    const made = await removalQueries.insertRequest.first(ctx.db, newRequest);
    if (made === undefined) {
      const open = await removalQueries.findRequest.first(ctx.db, { affiliateId, guardianId });
      if (open?.requestedBy !== by) throw fail('family.removal_requested');
      return { id: open.id };
    }
    await recordFamilyAudit(ctx, by, 'guardian.removal_requested', affiliateId, { guardianId });
    await notifyOfRemovalRequest(ctx, child, requester, guardianId, made.id);
    return made;
  },

  'POST Removals/{id}/agree': async (ctx, { params: { id } }) => {
    const { child, guardian, requester, request } = await lockRequest(ctx, id);
    if (request.guardianId !== ctx.user.affiliateId) throw failCall('not_found');
    if (requester === undefined || guardian === undefined) throw failCall('not_found');
    await removeGuardian(ctx, { child, guardian, by: guardian.affiliateId, kind: 'agreed' });
    return null;
  },

  'POST Removals/{id}/decline': async (ctx, { params: { id } }) => {
    const { child, guardian, request } = await lockRequest(ctx, id);
    if (request.guardianId !== ctx.user.affiliateId || guardian === undefined) throw failCall('not_found');
    await removalQueries.closeRequest(ctx.db, { id, state: 'declined' });
    const { affiliateId } = child;
    const { requestedBy } = request;
    await recordFamilyAudit(ctx, guardian.affiliateId, 'guardian.removal_declined', affiliateId, { requestedBy });
    await notifyOfDecline(ctx, child, guardian, requestedBy, id);
    return null;
  },

  'DELETE Removals/{id}': async (ctx, { params: { id } }) => {
    const { child, request } = await lockRequest(ctx, id);
    if (request.requestedBy !== ctx.user.affiliateId) throw failCall('not_found');
    await removalQueries.closeRequest(ctx.db, { id, state: 'canceled' });
    const data = { guardianId: request.guardianId };
    await recordFamilyAudit(ctx, ctx.user.affiliateId, 'guardian.removal_canceled', child.affiliateId, data);
    return null;
  },

  'POST Removals/{id}/review': async (ctx, { params: { id }, body: { text } }) => {
    const removal = await removalQueries.lockRemoval.first(ctx.db, { id });
    if (removal?.guardianId !== ctx.user.affiliateId || removal.state !== 'removed') throw failCall('not_found');
    // A repeated request changes nothing.
    if (removal.reviewRequestedAt !== null) return null;
    if ((removal.reviewUntil?.getTime() ?? 0) <= ctx.now.getTime()) throw fail('family.review_over');
    await removalQueries.requestReview(ctx.db, { id, text, now: ctx.now });
    const data = { removalId: id };
    await recordFamilyAudit(ctx, ctx.user.affiliateId, 'guardian.review_requested', removal.affiliateId, data);
    return null;
  },
};

/** Returns an open request to one of the two guardians it concerns, read while the child is locked. */
async function lockRequest(ctx: Context, id: string) {
  const found = await removalQueries.findRemoval.first(ctx.db, { id });
  const isConcerned = [found?.guardianId, found?.requestedBy].includes(ctx.user.affiliateId);
  if (found === undefined || !isConcerned) throw failCall('not_found');
  await requireOwnChild(ctx, found.affiliateId);
  const { affiliateId } = found;
  const child = await queries.lockPerson.first(ctx.db, { affiliateId });
  const request = await removalQueries.lockRemoval.first(ctx.db, { id });
  if (child === undefined || request?.state !== 'requested') throw failCall('not_found');
  const guardians = await queries.listGuardians(ctx.db, { affiliateId });
  const find = (affiliateId: number) => guardians.find((guardian) => guardian.affiliateId === affiliateId);
  return { child, request, guardian: find(request.guardianId), requester: find(request.requestedBy) };
}
