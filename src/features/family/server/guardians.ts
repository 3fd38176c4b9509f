import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { createLink, useLink } from '../../../platform/server/links.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { dayOf, isMinor } from '../../account/shared/rules.ts';
import { fail, type familyCalls } from '../shared/contract.ts';
import { maxChildren, maxGuardians } from '../shared/rules.ts';
import { demandOwnChild, lockAdult } from './child.ts';
import { invitePurpose } from './invite-sending.ts';
import { findInvited } from './invites.ts';
import { acceptInvite } from './invites-sql.ts';
import { endGuardian } from './removals.ts';
import { markRestored } from './removals-sql.ts';
import * as sql from './sql.ts';
import { tellOfGuardian } from './telling.ts';
import { writeDown } from './writing-down.ts';

const undoPurpose = 'guardian-removal';
const undoS = 600;

export const guardianHandlers: Pick<
  Handlers<typeof familyCalls>,
  'POST Invites/accept' | 'DELETE Children/{affiliateId}/guardians/{guardianId}' | 'POST Guardians/restore'
> = {
  'POST Invites/accept': async (ctx, { body: { token } }) => {
    const { invite, child } = await findInvited(ctx, token);
    if (child.affiliateId === ctx.user.affiliateId) throw fail('family.own_invite');
    if (invite.isByStaff && invite.invitedBy === ctx.user.affiliateId) throw fail('family.own_family');
    const guardian = await lockAdult(ctx);
    // As the database has it now: the token may be older than a corrected address.
    const isInvited = guardian.isEmailVerified && guardian.email?.toLowerCase() === invite.email.toLowerCase();
    if (!isInvited) throw fail('family.other_address');
    await sql.lockPerson(ctx.db, child.affiliateId);
    // Exactly one accepts, with whichever of its links; and nobody once it was withdrawn.
    const isUsed = await useLink(ctx.db, token, invitePurpose);
    const [accepted] = await acceptInvite(ctx.db, child.affiliateId, invite.id, ctx.now, guardian.affiliateId);
    if (isUsed === null || accepted === undefined) throw fail('family.link_over');
    await addGuardian(ctx, child, guardian);
    await writeDown(ctx, ctx.user.affiliateId, 'guardian.added', child.affiliateId, {
      guardianId: guardian.affiliateId,
      inviteId: invite.id,
    });
    await tellOfGuardian(ctx, { child, guardian, by: guardian.affiliateId });
    const path = invite.hasDraft ? `/training/medical-form?id=${invite.draftId}&for=${child.affiliateId}` : '/family';
    return { affiliateId: child.affiliateId, path };
  },

  'DELETE Children/{affiliateId}/guardians/{guardianId}': async (ctx, { params, query }) => {
    const { affiliateId, guardianId } = params;
    await demandOwnChild(ctx, affiliateId);
    const [child] = await sql.lockPerson(ctx.db, affiliateId);
    const guardians = await sql.listGuardians(ctx.db, affiliateId);
    const guardian = guardians.find((other) => other.affiliateId === guardianId);
    if (child === undefined || guardian === undefined) throw failCall('not_found');
    if (guardianId !== ctx.user.affiliateId) throw fail('family.removal_needs_agreement');
    if (guardians.length === 1) await assertCanLeaveAlone(ctx, child, query.isConfirmed === 'true');
    await endGuardian(ctx, { child, guardian, by: guardianId, kind: 'stepped_down' });
    const data = { affiliateId, guardianId };
    return { undo: await createLink(ctx.db, { purpose: undoPurpose, data, lifetimeS: undoS }) };
  },

  'POST Guardians/restore': async (ctx, { body: { token } }) => {
    const link = await useLink(ctx.db, token, undoPurpose);
    const [affiliateId, guardianId] = [Number(link?.['affiliateId']), Number(link?.['guardianId'])];
    if (link === null || guardianId !== ctx.user.affiliateId) throw fail('family.link_over');
    const [child] = await sql.findPerson(ctx.db, affiliateId);
    const guardian = await lockAdult(ctx);
    if (child === undefined || !isMinor(child.birthdate, dayOf(ctx.now))) throw fail('family.link_over');
    await addGuardian(ctx, child, guardian);
    await writeDown(ctx, guardianId, 'guardian.added', affiliateId, { guardianId, isUndone: true });
    await tellOfGuardian(ctx, { child, guardian, by: guardianId });
    return null;
  },
};

/** A child is left without a guardian only if it can sign in, nothing needs the signature, and it was confirmed. */
async function assertCanLeaveAlone({ db }: Context, child: sql.PersonRow, isConfirmed: boolean): Promise<void> {
  if (child.email === null) throw fail('family.last_guardian');
  const [forms] = await sql.countOpenForms(db, child.affiliateId);
  if ((forms?.count ?? 0) > 0) throw fail('family.forms_pending');
  if (!isConfirmed) throw fail('family.only_guardian');
}

/** Counted while both are locked: two at the same moment do not exceed the limit. */
export async function addGuardian(
  { db, now }: Pick<Context, 'db' | 'now'>,
  child: Pick<sql.PersonRow, 'affiliateId'>,
  guardian: Pick<sql.PersonRow, 'affiliateId'>,
): Promise<void> {
  await sql.lockPerson(db, child.affiliateId);
  const guardians = await sql.listGuardians(db, child.affiliateId);
  if (guardians.some(({ affiliateId }) => affiliateId === guardian.affiliateId)) throw fail('family.already_guardian');
  const [children] = await sql.countChildren(db, guardian.affiliateId);
  if (guardians.length >= maxGuardians || (children?.count ?? 0) >= maxChildren) throw fail('family.too_many');
  await sql.insertLink(db, child.affiliateId, guardian.affiliateId, now);
  await markRestored(db, child.affiliateId, guardian.affiliateId);
}
