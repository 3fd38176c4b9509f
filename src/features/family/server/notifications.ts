import { familyNotices } from '#features/family/shared/notices.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';
import type { InviteRow } from './invites/queries.ts';
import * as queries from './queries.ts';
import { notifyPerson } from './notify-family.ts';

/** Each other guardian can agree with a proposed invitation, or veto it. */
export async function notifyOfProposal(
  context: TransactionContext,
  child: queries.PersonRow,
  invite: InviteRow,
  undecided: readonly { guardianId: number }[],
): Promise<void> {
  const inviter = await queries.findPerson.first(context.db, { affiliateId: invite.invitedBy });
  const values = {
    guardian: inviter?.name ?? '',
    child: child.givenName,
    email: invite.email,
    time: (invite.sendDate ?? invite.createdDate).slice(0, 10),
  };
  const key = `${invite.id} ${invite.sendDate}`;
  for (const { guardianId } of undecided)
    await notifyPerson(context, guardianId, familyNotices.inviteProposed, values, '/family', key);
}

/** The guardian who made the proposal and all other guardians are notified that it was vetoed. */
export async function notifyOfVeto(
  context: TransactionContext & { user: { affiliateId: number } },
  child: queries.PersonRow,
  invite: InviteRow,
): Promise<void> {
  const by = context.user.affiliateId;
  const guardians = await queries.listGuardians(context.db, child);
  const guardian = guardians.find(({ affiliateId }) => affiliateId === by)?.name ?? '';
  const values = { guardian, child: child.givenName, email: invite.email };
  for (const { affiliateId } of guardians)
    if (affiliateId !== by)
      await notifyPerson(context, affiliateId, familyNotices.inviteVetoed, values, '/family', invite.id);
}

/** Guardians are notified whom the association has invited. */
export async function notifyOfStaffInvite(
  context: TransactionContext,
  child: queries.PersonRow,
  email: string,
): Promise<void> {
  const values = { child: child.givenName, email };
  for (const { affiliateId } of await queries.listGuardians(context.db, child))
    await notifyPerson(context, affiliateId, familyNotices.inviteByStaff, values, '/family');
}

export async function notifyOfRemovalRequest(
  context: TransactionContext,
  child: queries.PersonRow,
  requester: queries.PersonRow,
  guardianId: number,
  id: string,
): Promise<void> {
  const values = { guardian: requester.name, child: child.givenName };
  await notifyPerson(context, guardianId, familyNotices.removalRequested, values, '/family', id);
}

export async function notifyOfDecline(
  context: TransactionContext,
  child: queries.PersonRow,
  guardian: queries.PersonRow,
  requestedBy: number,
  id: string,
): Promise<void> {
  const values = { guardian: guardian.name, child: child.givenName };
  await notifyPerson(context, requestedBy, familyNotices.removalDeclined, values, '/family', id);
}

/** The former guardian is notified of the outcome of the review. A restored link is announced to the whole family. */
export async function notifyOfUphold(
  context: TransactionContext,
  child: queries.PersonRow,
  guardianId: number,
): Promise<void> {
  await notifyPerson(context, guardianId, familyNotices.removalUpheld, { child: child.name }, '/family');
}

/** The former guardian knew the password, so the child and the remaining guardians are asked to set a new one. */
export async function notifyOfClearedPassword(
  context: TransactionContext,
  child: queries.PersonRow,
  guardian: queries.PersonRow,
): Promise<void> {
  const { affiliateId: id, givenName } = child;
  const notify = (to: number, isOwn: boolean, path: string) => {
    const values = { guardian: guardian.name, child: givenName, isOwn: String(isOwn) };
    return notifyPerson(context, to, familyNotices.passwordCleared, values, path);
  };
  await notify(id, true, '/account');
  for (const { affiliateId } of await queries.listGuardians(context.db, child))
    await notify(affiliateId, false, `/account?for=${id}`);
}
