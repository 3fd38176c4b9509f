import type { Handlers } from '#platform/server/http/endpoints.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Context } from '#platform/server/http/context.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { takeRateLimitToken } from '#platform/server/http/rate-limit.ts';
import { peekLink } from '#platform/server/auth/single-use-links.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { toIsoDate, isMinor } from '#features/account/shared/rules.ts';
import { fail, type familyCalls, type Invite } from '#features/family/shared/contract.ts';
import { inviteLifetimeMs, maxGuardians, vetoPeriodMs } from '#features/family/shared/rules.ts';
import { requireChild } from '#features/family/server/children/require-child.ts';
import { invitePurpose, releaseInvite, sendInvite, sendProposedInvite } from './invite-sending.ts';
import * as invitesSql from './queries.ts';
import { notifyOfProposal } from '#features/family/server/notifications.ts';
import * as sql from '#features/family/server/queries.ts';
import { recordFamilyAudit } from '#features/family/server/audit.ts';

/** What something needs that is part of what somebody else does. */
export type TransactionContext = Pick<Context, 'services' | 'db' | 'correlationId' | 'now'>;

/** Each sends a mail to an address that somebody typed. */
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
  /** What needs the guardian's signature. */
  draftId: string | null;
  isByStaff?: boolean;
}

/**
 * Invites a guardian. The same open invitation is sent again rather than made twice. Whether the inviter has to do with
 * the child at all is checked by the caller; that they may still invite, here, while the child is locked.
 */
export async function inviteGuardian(doing: TransactionContext, given: NewInvite): Promise<Invite> {
  const { db, now } = doing;
  const { affiliateId, email, invitedBy, isByStaff = false } = given;
  const [child] = await sql.lockPerson(db, affiliateId);
  if (child === undefined) throw failCall('not_found');
  const guardians = await sql.listGuardians(db, affiliateId);
  assertInvitable(doing, child, guardians, email);
  if (!isByStaff) assertCanInvite(child, guardians, invitedBy);
  await assertRateLimit(doing, `family.invite:${invitedBy}`, inviteLimits.inviter);
  await assertRateLimit(doing, `family.invite:${email.toLowerCase()}`, inviteLimits.address);
  const [known] = await invitesSql.findInviteTo(db, affiliateId, email, now);
  if (known === undefined && !isByStaff) await assertNotVetoed(doing, affiliateId, email, invitedBy);
  const invite = known ?? (await insertInvite(doing, given));
  const data = { inviteId: invite.id, isAgain: known !== undefined };
  await recordFamilyAudit(doing, invitedBy, 'guardian.invited', affiliateId, data);
  if (invite.isSent) return toInvite(await resendInvite(doing, child, invite, given), invitedBy);
  // Somebody who invites the address that another guardian has proposed agrees with that.
  if (known !== undefined && known.invitedBy !== invitedBy && !isByStaff)
    await invitesSql.insertAgreement(db, affiliateId, invite.id, invitedBy, now);
  const undecided = await invitesSql.listUndecided(db, affiliateId, invite.id);
  if (isByStaff || undecided.length === 0)
    return toInvite((await releaseInvite(doing, child, invite)) ?? invite, invitedBy);
  if (known === undefined) await proposeInvite(doing, child, invite, undecided);
  return toInvite(invite, invitedBy);
}

/** Asks the other guardians. Nothing is sent before `sendDate`. */
export async function proposeInvite(
  doing: TransactionContext,
  child: sql.PersonRow,
  invite: invitesSql.InviteRow,
  undecided: readonly { guardianId: number }[],
): Promise<void> {
  const { affiliateId, id } = invite;
  const startAfter = new Date(doing.now.getTime() + vetoPeriodMs);
  const jobId = `invite ${id} ${invite.sendDate}`;
  await enqueue(doing.db, sendProposedInvite, { affiliateId, inviteId: id }, { id: jobId, startAfter });
  await notifyOfProposal(doing, child, invite, undecided);
}

async function resendInvite(
  doing: TransactionContext,
  child: sql.PersonRow,
  { affiliateId, id, expiresDate }: invitesSql.InviteRow,
  { draftId, isByStaff = false }: NewInvite,
): Promise<invitesSql.InviteRow> {
  // Where others have not agreed, it ends when it was going to end, and is proposed to them again after that.
  const undecided = await invitesSql.listUndecided(doing.db, affiliateId, id);
  const isRenewed = isByStaff || undecided.length === 0;
  const expiresAt = isRenewed ? new Date(doing.now.getTime() + inviteLifetimeMs) : new Date(expiresDate);
  const [renewed] = await invitesSql.renewInvite(doing.db, affiliateId, id, expiresAt, draftId);
  if (renewed === undefined) throw fail('family.link_over');
  await sendInvite(doing, child, renewed);
  return renewed;
}

function assertInvitable(
  { now }: TransactionContext,
  child: sql.PersonRow,
  guardians: readonly sql.PersonRow[],
  email: string,
): void {
  const address = email.toLowerCase();
  if (!isMinor(child.birthdate, toIsoDate(now))) throw fail('family.not_a_minor');
  if (child.email?.toLowerCase() === address) throw fail('family.own_invite', { path: 'email' });
  if (guardians.some((guardian) => guardian.email?.toLowerCase() === address))
    throw fail('family.already_guardian', { path: 'email' });
  if (guardians.length >= maxGuardians) throw fail('family.too_many');
}

/** A guardian, or a minor who never had one. */
function assertCanInvite(child: sql.PersonRow, guardians: readonly sql.PersonRow[], invitedBy: number): void {
  if (guardians.some(({ affiliateId }) => affiliateId === invitedBy)) return;
  if (invitedBy !== child.affiliateId) throw failCall('not_found');
  if (guardians.length > 0) throw fail('family.invite_by_guardian');
  if (child.hadGuardian) throw fail('family.invite_by_staff');
}

/** A veto holds: the address is invited by the guardian who vetoed it, or by staff. */
export async function assertNotVetoed(
  { db }: TransactionContext,
  affiliateId: number,
  email: string,
  by: number,
): Promise<void> {
  const vetoes = await invitesSql.listVetoes(db, affiliateId, email, by);
  if (vetoes.length > 0) throw fail('family.invite_vetoed', { path: 'email' });
}

async function insertInvite({ db, now }: TransactionContext, given: NewInvite): Promise<invitesSql.InviteRow> {
  const { affiliateId, email, invitedBy, draftId, isByStaff = false } = given;
  const [open] = await invitesSql.countOpenInvites(db, affiliateId, now);
  if ((open?.count ?? 0) >= maxGuardians) throw fail('family.too_many');
  const sendAfter = new Date(now.getTime() + vetoPeriodMs);
  const expiresAt = new Date(sendAfter.getTime() + inviteLifetimeMs);
  const [invite] = await invitesSql.insertInvite(
    db,
    affiliateId,
    email,
    invitedBy,
    isByStaff,
    draftId,
    now,
    sendAfter,
    expiresAt,
  );
  if (invite === undefined) throw new Error('the invitation was not stored');
  return invite;
}

/** Counted apart from the transaction: what is refused counts too. */
export async function assertRateLimit(
  { services }: TransactionContext,
  key: string,
  limit: { limit: number; windowS: number },
): Promise<void> {
  const { allowed, retryAfterS } = await takeRateLimitToken(services.database.db, { key, ...limit });
  if (!allowed) throw failCall('rate.limited', { retryAfterS });
}

/** As the person who has just changed it sees it. */
export function toInvite(row: invitesSql.InviteRow, reader: number): Invite {
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

/** What a link is for, while it can be used: the invitation is open, and the child a minor. */
export async function findInviteByToken(
  { db, now }: Pick<TransactionContext, 'db' | 'now'>,
  token: string,
): Promise<{ invite: invitesSql.InviteRow; child: sql.PersonRow }> {
  const link = await peekLink(db, token, invitePurpose);
  const affiliateId = Number(link?.['affiliateId']);
  const [invite] = link === null ? [] : await invitesSql.findOpenInvite(db, affiliateId, String(link['inviteId']), now);
  const [child] = invite === undefined ? [] : await sql.findPerson(db, affiliateId);
  if (!invite?.isSent || child === undefined || !isMinor(child.birthdate, toIsoDate(now)))
    throw fail('family.link_over');
  return { invite, child };
}

export const inviteHandlers: Pick<
  Handlers<typeof familyCalls>,
  'POST Invites' | 'GET Invites/token/{token}' | 'POST Invites/token/{token}/resend'
> = {
  'POST Invites': async (ctx, { body: { affiliateId, email } }) => {
    await requireChild(ctx, affiliateId);
    return inviteGuardian(ctx, { affiliateId, email, invitedBy: ctx.user.affiliateId, draftId: null });
  },

  'GET Invites/token/{token}': async (ctx, { params: { token } }) => {
    const { invite, child } = await findInviteByToken(ctx, token);
    const [inviter] = await sql.findPerson(ctx.db, invite.invitedBy);
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

/** An invitation is there for the child that it is about, and for the guardians. */
export async function requireInviteChildId(ctx: Context, id: string): Promise<number> {
  const [row] = await invitesSql.findInviteChild(ctx.db, id);
  if (row === undefined) throw failCall('not_found');
  await requireChild(ctx, row.affiliateId);
  return row.affiliateId;
}
