import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { createLink, redeemLink } from '#platform/server/auth/single-use-links.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import { fail, type familyEndpoints } from '#features/family/shared/contract.ts';
import { maxChildren, maxGuardians } from '#features/family/shared/rules.ts';
import { requireOwnChild, lockAdultCaller } from '#features/family/server/children/require-child.ts';
import { invitePurpose } from '#features/family/server/invites/invite-sending.ts';
import { findInviteByToken, isChildsMailbox } from '#features/family/server/invites/invites.ts';
import { acceptInvite } from '#features/family/server/invites/queries.ts';
import { removeGuardian } from './removals.ts';
import { markRestored } from './removal-queries.ts';
import * as queries from '#features/family/server/queries.ts';
import { notifyGuardianAdded } from '#features/family/server/notify-family.ts';
import { recordFamilyAudit } from '#features/family/server/audit.ts';

const undoPurpose = 'guardian-removal';
const undoLifetimeS = 600;

export const guardianHandlers: Pick<
  Handlers<typeof familyEndpoints>,
  'POST Invites/accept' | 'DELETE Children/{affiliateId}/guardians/{guardianId}' | 'POST Guardians/restore'
> = {
  'POST Invites/accept': async (ctx, { body: { token } }) => {
    const { invite, child } = await findInviteByToken(ctx, token);
    if (child.affiliateId === ctx.user.affiliateId || isChildsMailbox(child, invite)) throw fail('family.own_invite');
    if (invite.isByStaff && invite.invitedBy === ctx.user.affiliateId) throw fail('family.own_family');
    const guardian = await lockAdultCaller(ctx);
    // Compared with the database, because the access token may be older than a corrected address.
    const isInvited = guardian.isEmailVerified && guardian.email?.toLowerCase() === invite.email.toLowerCase();
    if (!isInvited) throw fail('family.other_address');
    await queries.lockPerson(ctx.db, child);
    // Exactly one request accepts the invitation, with any of its links, and none after it was withdrawn.
    const isUsed = await redeemLink(ctx.db, token, invitePurpose);
    const accepted = await acceptInvite.first(ctx.db, {
      affiliateId: child.affiliateId,
      id: invite.id,
      now: ctx.now,
      by: guardian.affiliateId,
    });
    if (isUsed === null || accepted === undefined) throw fail('family.link_over');
    await addGuardian(ctx, child, guardian);
    await recordFamilyAudit(ctx, ctx.user.affiliateId, 'guardian.added', child.affiliateId, {
      guardianId: guardian.affiliateId,
      inviteId: invite.id,
    });
    await notifyGuardianAdded(ctx, { child, guardian, by: guardian.affiliateId });
    const path = invite.hasDraft ? `/training/medical-form?id=${invite.draftId}&for=${child.affiliateId}` : '/family';
    return { affiliateId: child.affiliateId, path };
  },

  'DELETE Children/{affiliateId}/guardians/{guardianId}': async (ctx, { params, query }) => {
    const { affiliateId, guardianId } = params;
    await requireOwnChild(ctx, affiliateId);
    const child = await queries.lockPerson.first(ctx.db, { affiliateId });
    const guardians = await queries.listGuardians(ctx.db, { affiliateId });
    const guardian = guardians.find((other) => other.affiliateId === guardianId);
    if (child === undefined || guardian === undefined) throw failCall('not_found');
    if (guardianId !== ctx.user.affiliateId) throw fail('family.removal_needs_agreement');
    if (guardians.length === 1) await assertCanLeaveAlone(ctx, child, query.isConfirmed === 'true');
    await removeGuardian(ctx, { child, guardian, by: guardianId, kind: 'stepped_down' });
    const data = { affiliateId, guardianId };
    return { undo: await createLink(ctx.db, { purpose: undoPurpose, data, lifetimeS: undoLifetimeS }) };
  },

  'POST Guardians/restore': async (ctx, { body: { token } }) => {
    const link = await redeemLink(ctx.db, token, undoPurpose);
    const [affiliateId, guardianId] = [Number(link?.['affiliateId']), Number(link?.['guardianId'])];
    if (link === null || guardianId !== ctx.user.affiliateId) throw fail('family.link_over');
    const child = await queries.findPerson.first(ctx.db, { affiliateId });
    const guardian = await lockAdultCaller(ctx);
    if (child === undefined || !isMinor(child.birthdate, toIsoDate(ctx.now))) throw fail('family.link_over');
    await addGuardian(ctx, child, guardian);
    await recordFamilyAudit(ctx, guardianId, 'guardian.added', affiliateId, { guardianId, isUndone: true });
    await notifyGuardianAdded(ctx, { child, guardian, by: guardianId });
    return null;
  },
};

/**
 * A child may be left without a guardian only if it can sign in, no form needs a signature, and the guardian confirmed.
 */
async function assertCanLeaveAlone({ db }: Context, child: queries.PersonRow, isConfirmed: boolean): Promise<void> {
  if (child.email === null) throw fail('family.last_guardian');
  const forms = await queries.countOpenForms.first(db, child);
  if ((forms?.count ?? 0) > 0) throw fail('family.forms_pending');
  if (!isConfirmed) throw fail('family.only_guardian');
}

/** Guardians are counted while both rows are locked, so parallel requests can't exceed the limit. */
export async function addGuardian(
  { db, now }: Pick<Context, 'db' | 'now'>,
  child: Pick<queries.PersonRow, 'affiliateId'>,
  guardian: Pick<queries.PersonRow, 'affiliateId'>,
): Promise<void> {
  await queries.lockPerson(db, child);
  const guardians = await queries.listGuardians(db, child);
  if (guardians.some(({ affiliateId }) => affiliateId === guardian.affiliateId)) throw fail('family.already_guardian');
  const link = { affiliateId: child.affiliateId, guardianId: guardian.affiliateId };
  const children = await queries.countChildren.first(db, link);
  if (guardians.length >= maxGuardians || (children?.count ?? 0) >= maxChildren) throw fail('family.too_many');
  await queries.insertLink(db, { ...link, now });
  await markRestored(db, link);
}
