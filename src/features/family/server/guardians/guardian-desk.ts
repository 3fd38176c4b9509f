import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { requireSubject, isOwnFamily, auditQueueRead, auditRead } from '#features/account/server/public.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import { fail, type familyEndpoints } from '#features/family/shared/contract.ts';
import type { guardianDeskEndpoints } from '#features/family/shared/guardian-desk-endpoints.ts';
import { isSameMailbox } from '#platform/shared/mailbox.ts';
import { addGuardian } from './guardians.ts';
import { releaseInvite } from '#features/family/server/invites/invite-sending.ts';
import { inviteGuardian } from '#features/family/server/invites/invites.ts';
import { findInviteChild, findOpenInvite, listOpenInvites } from '#features/family/server/invites/queries.ts';
import { notifyOfStaffInvite, notifyOfUphold } from '#features/family/server/notifications.ts';
import { removeGuardian } from './removals.ts';
import * as removalQueries from './removal-queries.ts';
import { countGuardianRequests, listGuardianRequests } from './request-queries.ts';
import * as queries from '#features/family/server/queries.ts';
import { notifyGuardianAdded } from '#features/family/server/notify-family.ts';
import { recordFamilyAudit } from '#features/family/server/audit.ts';

/** Decisions of staff about guardians. The reason goes into the audit trail. */
export const guardianDeskHandlers: Pick<Handlers<typeof familyEndpoints>, keyof typeof guardianDeskEndpoints> = {
  'GET Requests': async (ctx, { query: page }) => {
    const { now } = ctx;
    const [count, items] = await Promise.all([
      countGuardianRequests.first(ctx.db, { now }),
      listGuardianRequests(ctx.db, { ...page, now }),
    ]);
    await auditQueueRead(
      ctx,
      'guardians',
      items.map(({ affiliateId }) => affiliateId),
    );
    return { total: count?.total ?? 0, items };
  },

  'GET People/{affiliateId}/guardians': async (ctx, { params: { affiliateId } }) => {
    const subject = await requireSubject(ctx, affiliateId);
    await auditRead(ctx, subject, 'guardians');
    const guardians = await queries.listGuardians(ctx.db, { affiliateId });
    const invites = await listOpenInvites(ctx.db, { affiliateId, now: ctx.now });
    return {
      guardians: guardians.map((guardian) => ({ affiliateId: guardian.affiliateId, name: guardian.name })),
      invites: invites.map((invite) => ({
        id: invite.id,
        email: invite.email,
        invitedBy: invite.invitedByName,
        state: invite.isSent ? ('sent' as const) : ('proposed' as const),
        sendDate: invite.sendDate,
        expiresDate: invite.expiresDate,
      })),
      removals: await removalQueries.listRemovals(ctx.db, { affiliateId }),
    };
  },

  'POST People/{affiliateId}/invites': async (ctx, { params: { affiliateId }, body: { email, reason } }) => {
    const child = await lockChildForStaff(ctx, affiliateId);
    await assertNotOwnEmail(ctx, email);
    const by = ctx.user.affiliateId;
    const { id } = await inviteGuardian(ctx, { affiliateId, email, invitedBy: by, draftId: null, isByStaff: true });
    await recordFamilyAudit(ctx, by, 'guardian.invited_by_staff', affiliateId, { inviteId: id, reason });
    await notifyOfStaffInvite(ctx, child, email);
    return null;
  },

  'POST Invites/{id}/send': async (ctx, { params: { id }, body: { reason } }) => {
    const row = await findInviteChild.first(ctx.db, { id });
    if (row === undefined) throw failCall('not_found');
    const child = await lockChildForStaff(ctx, row.affiliateId);
    const { affiliateId } = child;
    const invite = await findOpenInvite.first(ctx.db, { affiliateId, id, now: ctx.now });
    if (invite === undefined) throw failCall('not_found');
    if (invite.isSent) throw fail('family.invite_sent');
    await assertNotOwnEmail(ctx, invite.email);
    await releaseInvite(ctx, child, invite);
    await recordFamilyAudit(ctx, ctx.user.affiliateId, 'guardian.invite_shortened', affiliateId, {
      inviteId: id,
      reason,
    });
    await notifyOfStaffInvite(ctx, child, invite.email);
    return null;
  },

  'POST People/{affiliateId}/guardians/{guardianId}/remove': async (ctx, { params, body: { reason } }) => {
    const child = await lockChildForStaff(ctx, params.affiliateId);
    const guardians = await queries.listGuardians(ctx.db, child);
    const guardian = guardians.find(({ affiliateId }) => affiliateId === params.guardianId);
    if (guardian === undefined) throw failCall('not_found');
    if (guardians.length === 1) await assertReplacementInvited(ctx, child);
    await removeGuardian(ctx, { child, guardian, by: ctx.user.affiliateId, kind: 'staff', reason });
    return null;
  },

  'POST Removals/{id}/restore': async (ctx, { params: { id }, body: { reason } }) => {
    const { removal, child } = await lockRemovalForStaff(ctx, id);
    const guardian = await queries.lockPerson.first(ctx.db, { affiliateId: removal.guardianId });
    // An erased person has no birthdate either.
    if (!guardian?.birthdate || isMinor(guardian.birthdate, toIsoDate(ctx.now))) throw fail('family.guardian_minor');
    await addGuardian(ctx, child, guardian);
    const by = ctx.user.affiliateId;
    await removalQueries.closeReview(ctx.db, { id, state: 'restored', by, now: ctx.now });
    const data = { guardianId: guardian.affiliateId, removalId: id, reason };
    await recordFamilyAudit(ctx, by, 'guardian.restored', child.affiliateId, data);
    await notifyGuardianAdded(ctx, { child, guardian, by });
    return null;
  },

  'POST Removals/{id}/uphold': async (ctx, { params: { id }, body: { reason } }) => {
    const { removal, child } = await lockRemovalForStaff(ctx, id);
    if (removal.reviewRequestedAt === null || removal.reviewedAt !== null) throw failCall('not_found');
    const by = ctx.user.affiliateId;
    await removalQueries.closeReview(ctx.db, { id, state: 'removed', by, now: ctx.now });
    const data = { guardianId: removal.guardianId, removalId: id, reason };
    await recordFamilyAudit(ctx, by, 'guardian.removal_upheld', child.affiliateId, data);
    await notifyOfUphold(ctx, child, removal.guardianId);
    return null;
  },
};

/** Locks a minor who isn't a relative of the clerk. */
async function lockChildForStaff(ctx: Context, affiliateId: number): Promise<queries.PersonRow> {
  const subject = await requireSubject(ctx, affiliateId);
  if (await isOwnFamily(ctx, affiliateId)) throw fail('family.own_family');
  if (!subject.isMinor) throw fail('family.not_a_minor');
  const child = await queries.lockPerson.first(ctx.db, { affiliateId });
  if (child === undefined) throw failCall('not_found');
  return child;
}

/**
 * The account of a child without an email address and a guardian couldn't be opened, so staff invite a replacement
 * first.
 */
async function assertReplacementInvited({ db, now }: Context, child: queries.PersonRow): Promise<void> {
  if (child.email !== null) return;
  const invites = await listOpenInvites(db, { affiliateId: child.affiliateId, now });
  if (!invites.some(({ isByStaff, isSent }) => isByStaff && isSent)) throw fail('family.last_guardian');
}

/** Staff can't invite themselves, not even with a tag in their email address. */
async function assertNotOwnEmail({ db, user }: Context, email: string): Promise<void> {
  const clerk = await queries.findPerson.first(db, { affiliateId: user.affiliateId });
  if (clerk?.email && isSameMailbox(clerk.email, email)) throw fail('family.own_family', { path: 'email' });
}

async function lockRemovalForStaff(ctx: Context, id: string) {
  const found = await removalQueries.findRemoval.first(ctx.db, { id });
  if (found === undefined) throw failCall('not_found');
  if (found.guardianId === ctx.user.affiliateId) throw fail('family.own_family');
  const child = await lockChildForStaff(ctx, found.affiliateId);
  const removal = await removalQueries.lockRemoval.first(ctx.db, { id });
  if (removal?.state !== 'removed') throw failCall('not_found');
  return { removal, child };
}
