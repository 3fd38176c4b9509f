import type { Handlers } from '#platform/server/http/endpoints.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Context, TransactionContext } from '#platform/server/http/context.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { takeRateLimitToken } from '#platform/server/http/rate-limit.ts';
import { peekLink } from '#platform/server/auth/single-use-links.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { isSameMailbox } from '#platform/shared/mailbox.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import { fail, type familyEndpoints, type Invite } from '#features/family/shared/contract.ts';
import { inviteLifetimeMs, maxGuardians, vetoPeriodMs } from '#features/family/shared/rules.ts';
import { requireChild } from '#features/family/server/children/require-child.ts';
import { invitePurpose, releaseInvite, sendInvite, sendProposedInvite } from './invite-sending.ts';
import * as inviteQueries from './queries.ts';
import { notifyOfProposal } from '#features/family/server/notifications.ts';
import * as queries from '#features/family/server/queries.ts';
import { recordFamilyAudit } from '#features/family/server/audit.ts';

/** Rate limits, because each invitation sends a mail to an address that a user typed. */
export const inviteLimits = {
  inviter: { limit: 20, windowS: 3_600 },
  address: { limit: 10, windowS: 86_400 },
  resend: { limit: 3, windowS: 3_600 },
};

interface NewInvite {
  /** The child. */
  affiliateId: number;
  email: string;
  invitedBy: number;
  /** The form that needs the guardian's signature. */
  draftId: string | null;
  isByStaff?: boolean;
}

/**
 * Invites a guardian, or resends the open invitation to the same address. The caller checks that the inviter is related
 * to the child; whether they may still invite is checked here, while the child is locked.
 */
export async function inviteGuardian(context: TransactionContext, newInvite: NewInvite): Promise<Invite> {
  const { db, now } = context;
  const { affiliateId, email, invitedBy, isByStaff = false } = newInvite;
  const child = await queries.lockPerson.first(db, { affiliateId });
  if (child === undefined) throw failCall('not_found');
  const guardians = await queries.listGuardians(db, { affiliateId });
  assertInvitable(context, child, guardians, newInvite);
  if (!isByStaff) assertCanInvite(child, guardians, invitedBy);
  await assertRateLimit(context, `family.invite:${invitedBy}`, inviteLimits.inviter);
  await assertRateLimit(context, `family.invite:${email.toLowerCase()}`, inviteLimits.address);
  const known = await inviteQueries.findInviteTo.first(db, { affiliateId, email, now });
  if (known === undefined && !isByStaff) await assertNotVetoed(context, affiliateId, email, invitedBy);
  const invite = known ?? (await insertInvite(context, newInvite));
  const data = { inviteId: invite.id, isAgain: known !== undefined };
  await recordFamilyAudit(context, invitedBy, 'guardian.invited', affiliateId, data);
  if (invite.isSent) return toInvite(await resendInvite(context, child, invite, newInvite), invitedBy);
  // Inviting an address that another guardian has proposed counts as agreeing.
  if (known !== undefined && known.invitedBy !== invitedBy && !isByStaff)
    await inviteQueries.insertAgreement(db, { affiliateId, id: invite.id, guardianId: invitedBy, now });
  const undecided = await inviteQueries.listUndecided(db, invite);
  if (isByStaff || undecided.length === 0)
    return toInvite((await releaseInvite(context, child, invite)) ?? invite, invitedBy);
  if (known === undefined) await proposeInvite(context, child, invite, undecided);
  return toInvite(invite, invitedBy);
}

/** Asks the other guardians. Nothing is sent before `sendDate`. */
export async function proposeInvite(
  context: TransactionContext,
  child: queries.PersonRow,
  invite: inviteQueries.InviteRow,
  undecided: readonly { guardianId: number }[],
): Promise<void> {
  const { affiliateId, id } = invite;
  const startAfter = new Date(context.now.getTime() + vetoPeriodMs);
  const jobId = `invite ${id} ${invite.sendDate}`;
  await enqueue(context.db, sendProposedInvite, { affiliateId, inviteId: id }, { id: jobId, startAfter });
  await notifyOfProposal(context, child, invite, undecided);
}

async function resendInvite(
  context: TransactionContext,
  child: queries.PersonRow,
  { affiliateId, id, expiresDate }: inviteQueries.InviteRow,
  { draftId, isByStaff = false }: NewInvite,
): Promise<inviteQueries.InviteRow> {
  // The expiry isn't extended without everyone's agreement; after it, the invitation has to be proposed again.
  const undecided = await inviteQueries.listUndecided(context.db, { affiliateId, id });
  const isRenewed = isByStaff || undecided.length === 0;
  const expiresAt = isRenewed ? new Date(context.now.getTime() + inviteLifetimeMs) : new Date(expiresDate);
  const renewed = await inviteQueries.renewInvite.first(context.db, { affiliateId, id, expiresAt, draftId });
  if (renewed === undefined) throw fail('family.link_over');
  await sendInvite(context, child, renewed);
  return renewed;
}

function assertInvitable(
  { now }: TransactionContext,
  child: queries.PersonRow,
  guardians: readonly queries.PersonRow[],
  { email, isByStaff = false }: NewInvite,
): void {
  const address = email.toLowerCase();
  if (!isMinor(child.birthdate, toIsoDate(now))) throw fail('family.not_a_minor');
  if (isChildsMailbox(child, { email, isByStaff })) throw fail('family.own_invite', { path: 'email' });
  if (guardians.some((guardian) => guardian.email?.toLowerCase() === address))
    throw fail('family.already_guardian', { path: 'email' });
  if (guardians.length >= maxGuardians) throw fail('family.too_many');
}

/**
 * Whether an invited address reaches the child, who could accept it with a second account and sign as their own
 * guardian. Staff, who check a family that shares a mailbox, may invite any other address.
 */
export function isChildsMailbox(
  child: Pick<queries.PersonRow, 'email'>,
  { email, isByStaff }: { email: string; isByStaff: boolean },
): boolean {
  if (child.email === null) return false;
  return isByStaff ? child.email.toLowerCase() === email.toLowerCase() : isSameMailbox(child.email, email);
}

/** Allows a guardian, or a minor who never had one. */
function assertCanInvite(child: queries.PersonRow, guardians: readonly queries.PersonRow[], invitedBy: number): void {
  if (guardians.some(({ affiliateId }) => affiliateId === invitedBy)) return;
  if (invitedBy !== child.affiliateId) throw failCall('not_found');
  if (guardians.length > 0) throw fail('family.invite_by_guardian');
  if (child.hadGuardian) throw fail('family.invite_by_staff');
}

/** A vetoed address can be invited only by the guardian who vetoed it, or by staff. */
export async function assertNotVetoed(
  { db }: TransactionContext,
  affiliateId: number,
  email: string,
  invitedBy: number,
): Promise<void> {
  const vetoes = await inviteQueries.listVetoes(db, { affiliateId, email, invitedBy });
  if (vetoes.length > 0) throw fail('family.invite_vetoed', { path: 'email' });
}

async function insertInvite({ db, now }: TransactionContext, newInvite: NewInvite): Promise<inviteQueries.InviteRow> {
  const { affiliateId, isByStaff = false } = newInvite;
  const open = await inviteQueries.countOpenInvites.first(db, { affiliateId, now });
  if ((open?.count ?? 0) >= maxGuardians) throw fail('family.too_many');
  const sendAfter = new Date(now.getTime() + vetoPeriodMs);
  const expiresAt = new Date(sendAfter.getTime() + inviteLifetimeMs);
  const row = { ...newInvite, isByStaff, now, sendAfter, expiresAt };
  const invite = await inviteQueries.insertInvite.first(db, row);
  if (invite === undefined) throw new Error('guardian invitation insert returned no row');
  return invite;
}

/** Counted outside the transaction, so rejected requests count as well. */
export async function assertRateLimit(
  { services }: TransactionContext,
  key: string,
  limit: { limit: number; windowS: number },
): Promise<void> {
  const { allowed, retryAfterS } = await takeRateLimitToken(services.database.db, { key, ...limit });
  if (!allowed) throw failCall('rate.limited', { retryAfterS });
}

/** The invitation as `reader`, who has just changed it, sees it. */
export function toInvite(row: inviteQueries.InviteRow, reader: number): Invite {
  const { id, email, createdDate, expiresDate, isSent, sendDate } = row;
  return {
    id,
    email,
    createdDate,
    expiresDate,
    state: isSent ? 'sent' : 'proposed',
    sendDate,
    invitedBy: '',
    isYours: row.invitedBy === reader,
    needsYou: false,
  };
}

/** Returns the invitation of a link while it is open and the child is a minor. */
export async function findInviteByToken(
  { db, now }: Pick<TransactionContext, 'db' | 'now'>,
  token: string,
): Promise<{ invite: inviteQueries.InviteRow; child: queries.PersonRow }> {
  const link = await peekLink(db, token, invitePurpose);
  const affiliateId = Number(link?.['affiliateId']);
  const invite =
    link && (await inviteQueries.findOpenInvite.first(db, { affiliateId, id: String(link['inviteId']), now }));
  const child = invite && (await queries.findPerson.first(db, { affiliateId }));
  if (!invite?.isSent || !child || !isMinor(child.birthdate, toIsoDate(now))) throw fail('family.link_over');
  return { invite, child };
}

export const inviteHandlers: Pick<
  Handlers<typeof familyEndpoints>,
  'POST Invites' | 'GET Invites/token/{token}' | 'POST Invites/token/{token}/resend'
> = {
  'POST Invites': async (ctx, { body: { affiliateId, email } }) => {
    await requireChild(ctx, affiliateId);
    return inviteGuardian(ctx, { affiliateId, email, invitedBy: ctx.user.affiliateId, draftId: null });
  },

  'GET Invites/token/{token}': async (ctx, { params: { token } }) => {
    const { invite, child } = await findInviteByToken(ctx, token);
    const inviter = await queries.findPerson.first(ctx.db, { affiliateId: invite.invitedBy });
    const association = loadBrand(ctx.services.env.BRAND_FILE).name;
    return {
      childName: child.name,
      invitedBy: invite.isByStaff ? association : (inviter?.name ?? ''),
      email: invite.email,
      isForSignature: invite.hasDraft,
    };
  },

  'POST Invites/token/{token}/resend': async (ctx, { params: { token } }) => {
    const { invite, child } = await findInviteByToken(ctx, token);
    await assertRateLimit(ctx, `family.resend:${ctx.user.affiliateId}`, inviteLimits.resend);
    await assertRateLimit(ctx, `family.invite:${invite.email.toLowerCase()}`, inviteLimits.address);
    await sendInvite(ctx, child, invite);
    await recordFamilyAudit(ctx, ctx.user.affiliateId, 'guardian.invite_resent', child.affiliateId, {
      inviteId: invite.id,
    });
    return null;
  },
};

/** Returns the child of an invitation, to that child or its guardians. */
export async function requireInviteChildId(ctx: Context, id: string): Promise<number> {
  const row = await inviteQueries.findInviteChild.first(ctx.db, { id });
  if (row === undefined) throw failCall('not_found');
  await requireChild(ctx, row.affiliateId);
  return row.affiliateId;
}
