import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { createLink, useLink } from '../../../platform/server/links.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { endJoined } from '../../account/server/public.ts';
import { dayOf, isMinor } from '../../account/shared/rules.ts';
import { fail, type familyCalls } from '../shared/contract.ts';
import { maxChildren, maxGuardians } from '../shared/rules.ts';
import { demandOwnChild, lockAdult } from './child.ts';
import { findInvited, invitePurpose } from './invites.ts';
import * as sql from './sql.ts';
import { tellOfGuardian, tellOfRemoval } from './telling.ts';
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
    const guardian = await lockAdult(ctx);
    await addGuardian(ctx, child, guardian);
    // Of two who accept at the same moment one does, whichever of its links they have.
    const isUsed = await useLink(ctx.db, token, invitePurpose);
    const [accepted] = await sql.acceptInvite(ctx.db, child.affiliateId, invite.id, ctx.now, guardian.affiliateId);
    if (isUsed === null || accepted === undefined) throw fail('family.link_over');
    await writeDown(ctx, ctx.user.affiliateId, 'guardian.added', child.affiliateId, {
      guardianId: guardian.affiliateId,
      inviteId: invite.id,
    });
    await tellOfGuardian(ctx, { child, guardian, by: guardian.affiliateId });
    const path = invite.hasDraft ? `/training/medical-form?id=${invite.draftId}&for=${child.affiliateId}` : '/family';
    return { affiliateId: child.affiliateId, path };
  },

  'DELETE Children/{affiliateId}/guardians/{guardianId}': async (ctx, { params: { affiliateId, guardianId } }) => {
    await demandOwnChild(ctx, affiliateId);
    const [child] = await sql.lockPerson(ctx.db, affiliateId);
    const guardians = await sql.listGuardians(ctx.db, affiliateId);
    const guardian = guardians.find((one) => one.affiliateId === guardianId);
    const isStillOwn = guardians.some((one) => one.affiliateId === ctx.user.affiliateId);
    if (child === undefined || guardian === undefined || !isStillOwn) throw failCall('not_found');
    if (guardians.length === 1 && child.email === null) throw fail('family.last_guardian');
    await sql.deleteLink(ctx.db, affiliateId, guardianId);
    await endJoined(ctx, affiliateId);
    await writeDown(ctx, ctx.user.affiliateId, 'guardian.removed', affiliateId, { guardianId });
    await tellOfRemoval(ctx, { child, guardian, by: ctx.user.affiliateId });
    const data = { affiliateId, guardianId, removedBy: ctx.user.affiliateId };
    return { undo: await createLink(ctx.db, { purpose: undoPurpose, data, lifetimeS: undoS }) };
  },

  'POST Guardians/restore': async (ctx, { body: { token } }) => {
    const link = await useLink(ctx.db, token, undoPurpose);
    const [affiliateId, guardianId] = [Number(link?.['affiliateId']), Number(link?.['guardianId'])];
    const by = ctx.user.affiliateId;
    if (link === null || link['removedBy'] !== by) throw fail('family.link_over');
    // Who removed somebody else must still be a guardian; who removed oneself takes back one's own word.
    const isOwn = guardianId === by || (await sql.isGuardian(ctx.db, affiliateId, by)).length > 0;
    const [child] = await sql.findPerson(ctx.db, affiliateId);
    const [guardian] = await sql.lockPerson(ctx.db, guardianId);
    const isThere = child !== undefined && isMinor(child.birthdate, dayOf(ctx.now));
    // Somebody who was erased meanwhile has no birthdate either.
    if (!isOwn || !isThere || !guardian?.birthdate) throw fail('family.link_over');
    await addGuardian(ctx, child, guardian);
    await writeDown(ctx, ctx.user.affiliateId, 'guardian.added', affiliateId, { guardianId, isUndone: true });
    await tellOfGuardian(ctx, { child, guardian, by });
    return null;
  },
};

/** Counted while both are locked, so that nobody gets one more at the same moment. */
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
}
