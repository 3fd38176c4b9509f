import { familyNotices } from '#features/family/shared/notices.ts';
import type { TransactionContext } from './invites/invites.ts';
import type { InviteRow } from './invites/queries.ts';
import * as sql from './queries.ts';
import { notifyPerson } from './notify-family.ts';

/** Each other guardian can agree with a proposed invitation, or veto it. */
export async function notifyOfProposal(
  doing: TransactionContext,
  child: sql.PersonRow,
  invite: InviteRow,
  undecided: readonly { guardianId: number }[],
): Promise<void> {
  const [inviter] = await sql.findPerson(doing.db, invite.invitedBy);
  const values = {
    guardian: inviter?.name ?? '',
    child: child.givenName,
    email: invite.email,
    time: Date.parse(invite.sendDate ?? invite.createdDate),
  };
  const key = `${invite.id} ${invite.sendDate}`;
  for (const { guardianId } of undecided)
    await notifyPerson(doing, guardianId, familyNotices.inviteProposed, values, '/family', key);
}

/** The guardian who made the proposal learns that it ends here, and so do the others. */
export async function notifyOfVeto(
  doing: TransactionContext & { user: { affiliateId: number } },
  child: sql.PersonRow,
  invite: InviteRow,
): Promise<void> {
  const by = doing.user.affiliateId;
  const guardians = await sql.listGuardians(doing.db, child.affiliateId);
  const guardian = guardians.find(({ affiliateId }) => affiliateId === by)?.name ?? '';
  const values = { guardian, child: child.givenName, email: invite.email };
  for (const { affiliateId } of guardians)
    if (affiliateId !== by)
      await notifyPerson(doing, affiliateId, familyNotices.inviteVetoed, values, '/family', invite.id);
}

/** Guardians learn whom the association has invited. */
export async function notifyOfStaffInvite(
  doing: TransactionContext,
  child: sql.PersonRow,
  email: string,
): Promise<void> {
  const values = { child: child.givenName, email };
  for (const { affiliateId } of await sql.listGuardians(doing.db, child.affiliateId))
    await notifyPerson(doing, affiliateId, familyNotices.inviteByStaff, values, '/family');
}

export async function notifyOfRemovalRequest(
  doing: TransactionContext,
  child: sql.PersonRow,
  requester: sql.PersonRow,
  guardianId: number,
  id: string,
): Promise<void> {
  const values = { guardian: requester.name, child: child.givenName };
  await notifyPerson(doing, guardianId, familyNotices.removalRequested, values, '/family', id);
}

export async function notifyOfDecline(
  doing: TransactionContext,
  child: sql.PersonRow,
  guardian: sql.PersonRow,
  requestedBy: number,
  id: string,
): Promise<void> {
  const values = { guardian: guardian.name, child: child.givenName };
  await notifyPerson(doing, requestedBy, familyNotices.removalDeclined, values, '/family', id);
}

/** The former guardian learns how the review ended; a restored link is news for the whole family. */
export async function notifyOfUphold(
  doing: TransactionContext,
  child: sql.PersonRow,
  guardianId: number,
): Promise<void> {
  await notifyPerson(doing, guardianId, familyNotices.removalUpheld, { child: child.name }, '/family');
}

/** A former guardian set the password: the child and the remaining guardians learn that a new one is needed. */
export async function notifyOfClearedPassword(
  doing: TransactionContext,
  child: sql.PersonRow,
  guardian: sql.PersonRow,
): Promise<void> {
  const { affiliateId: id, givenName } = child;
  const notify = (to: number, isOwn: boolean, path: string) => {
    const values = { guardian: guardian.name, child: givenName, isOwn: String(isOwn) };
    return notifyPerson(doing, to, familyNotices.passwordCleared, values, path);
  };
  await notify(id, true, '/account');
  for (const { affiliateId } of await sql.listGuardians(doing.db, id))
    await notify(affiliateId, false, `/account?for=${id}`);
}
