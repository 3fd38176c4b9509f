import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { fail, type familyEndpoints } from '#features/family/shared/contract.ts';
import { requireOwnChild } from '#features/family/server/children/require-child.ts';
import { releaseInvite } from './invite-sending.ts';
import { requireInviteChildId, toInvite } from './invites.ts';
import * as inviteQueries from './queries.ts';
import { notifyOfVeto } from '#features/family/server/notifications.ts';
import * as queries from '#features/family/server/queries.ts';
import { recordFamilyAudit } from '#features/family/server/audit.ts';

export const inviteDecisionHandlers: Pick<
  Handlers<typeof familyEndpoints>,
  'POST Invites/{id}/agree' | 'POST Invites/{id}/veto'
> = {
  'POST Invites/{id}/agree': async (ctx, { params: { id } }) => {
    const by = ctx.user.affiliateId;
    const { child, invite } = await lockProposal(ctx, id);
    if (invite.isSent) return toInvite(invite, by);
    const { affiliateId } = child;
    await inviteQueries.insertAgreement(ctx.db, { affiliateId, id, guardianId: by, now: ctx.now });
    await recordFamilyAudit(ctx, by, 'guardian.invite_agreed', affiliateId, { inviteId: id });
    const undecided = await inviteQueries.listUndecided(ctx.db, { affiliateId, id });
    const sent = undecided.length === 0 ? await releaseInvite(ctx, child, invite) : null;
    return toInvite(sent ?? invite, by);
  },

  'POST Invites/{id}/veto': async (ctx, { params: { id } }) => {
    const by = ctx.user.affiliateId;
    const { child, invite } = await lockProposal(ctx, id);
    if (invite.isSent) throw fail('family.invite_sent');
    const { affiliateId } = child;
    await inviteQueries.vetoInvite(ctx.db, { affiliateId, id, now: ctx.now, by });
    await recordFamilyAudit(ctx, by, 'guardian.invite_vetoed', affiliateId, { inviteId: id });
    await notifyOfVeto(ctx, child, invite);
    return null;
  },
};

/** Locks a proposal for one of the other guardians. The inviter can't decide about their own invitation. */
async function lockProposal(
  ctx: Context,
  id: string,
): Promise<{ child: queries.PersonRow; invite: inviteQueries.InviteRow }> {
  const affiliateId = await requireInviteChildId(ctx, id);
  await requireOwnChild(ctx, affiliateId);
  const child = await queries.lockPerson.first(ctx.db, { affiliateId });
  // The link may have ended while this request waited for the lock.
  const link = await queries.findGuardianLink.first(ctx.db, { affiliateId, guardianId: ctx.user.affiliateId });
  const invite = await inviteQueries.findOpenInvite.first(ctx.db, { affiliateId, id, now: ctx.now });
  if (child === undefined || link === undefined || invite === undefined) throw failCall('not_found');
  if (invite.invitedBy === ctx.user.affiliateId) throw failCall('access.denied');
  return { child, invite };
}
