import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import type { familyEndpoints } from '#features/family/shared/contract.ts';
import { inviteLifetimeMs, undoPeriodMs, vetoPeriodMs } from '#features/family/shared/rules.ts';
import { releaseInvite } from './invite-sending.ts';
import {
  assertNotVetoed,
  assertRateLimit,
  inviteLimits,
  proposeInvite,
  requireInviteChildId,
  toInvite,
} from './invites.ts';
import * as inviteQueries from './queries.ts';
import { notifyOfVeto } from '#features/family/server/notifications.ts';
import * as queries from '#features/family/server/queries.ts';
import { recordFamilyAudit } from '#features/family/server/audit.ts';

export const withdrawalHandlers: Pick<
  Handlers<typeof familyEndpoints>,
  'DELETE Invites/{id}' | 'POST Invites/{id}/restore'
> = {
  'DELETE Invites/{id}': async (ctx, { params: { id } }) => {
    const by = ctx.user.affiliateId;
    const affiliateId = await requireInviteChildId(ctx, id);
    const child = await queries.lockPerson.first(ctx.db, { affiliateId });
    const invite = await inviteQueries.findOpenInvite.first(ctx.db, { affiliateId, id, now: ctx.now });
    // A minor withdraws only their own invitation; another guardian vetoes one that isn't sent yet. An invitation by
    // staff can only be withdrawn by staff.
    const canWithdraw =
      invite?.isByStaff === false && (invite.invitedBy === by || (by !== affiliateId && invite.isSent));
    if (!canWithdraw || child === undefined) throw failCall('not_found');
    await inviteQueries.withdrawInvite(ctx.db, { affiliateId, id, now: ctx.now, by });
    await recordFamilyAudit(ctx, by, 'guardian.invite_withdrawn', affiliateId, { inviteId: id });
    if (invite.invitedBy !== by) await notifyOfVeto(ctx, child, invite);
    return null;
  },

  'POST Invites/{id}/restore': async (ctx, { params: { id } }) => {
    const by = ctx.user.affiliateId;
    const affiliateId = await requireInviteChildId(ctx, id);
    const child = await queries.lockPerson.first(ctx.db, { affiliateId });
    const { now } = ctx;
    const withdrawnAfter = new Date(now.getTime() - undoPeriodMs);
    const restored = await inviteQueries.restoreInvite.first(ctx.db, { affiliateId, id, now, by, withdrawnAfter });
    if (child === undefined || restored === undefined) throw failCall('not_found');
    await assertNotVetoed(ctx, affiliateId, restored.email, restored.invitedBy);
    await recordFamilyAudit(ctx, by, 'guardian.invite_restored', affiliateId, { inviteId: id });
    return toInvite(restored.isSent ? restored : await restartProposal(ctx, child, restored), by);
  },
};

/** The other guardians couldn't veto the invitation while it was withdrawn, so they get the whole 24 hours. */
async function restartProposal(
  ctx: Context,
  child: queries.PersonRow,
  { affiliateId, id }: inviteQueries.InviteRow,
): Promise<inviteQueries.InviteRow> {
  await assertRateLimit(ctx, `family.invite:${ctx.user.affiliateId}`, inviteLimits.inviter);
  const sendAfter = new Date(ctx.now.getTime() + vetoPeriodMs);
  const expiresAt = new Date(sendAfter.getTime() + inviteLifetimeMs);
  const proposed = await inviteQueries.restartProposal.first(ctx.db, { affiliateId, id, sendAfter, expiresAt });
  if (proposed === undefined) throw failCall('not_found');
  const undecided = await inviteQueries.listUndecided(ctx.db, { affiliateId, id });
  if (undecided.length === 0) return (await releaseInvite(ctx, child, proposed)) ?? proposed;
  await proposeInvite(ctx, child, proposed, undecided);
  return proposed;
}
