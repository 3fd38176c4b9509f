import type { Handlers } from '../../../platform/server/calls.ts';
import type { Context } from '../../../platform/server/context.ts';
import { takeToken } from '../../../platform/server/limits.ts';
import { createLink, peekLink } from '../../../platform/server/links.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { pickLocale } from '../../../platform/shared/locale.ts';
import { findPersonByEmail } from '../../account/server/public.ts';
import { dayOf, isMinor } from '../../account/shared/rules.ts';
import { notify } from '../../notifications/server/public.ts';
import { fail, type familyCalls, type Invite } from '../shared/contract.ts';
import { familyNotices } from '../shared/notices.ts';
import { maxGuardians } from '../shared/rules.ts';
import { demandChild } from './child.ts';
import * as sql from './sql.ts';
import { writeDown } from './writing-down.ts';

/** What something needs that is part of what somebody else does. */
export type Doing = Pick<Context, 'services' | 'db' | 'correlationId' | 'now'>;

export const invitePurpose = 'guardian';
const lifetimeS = 7 * 86_400;
/** Each sends a mail to an address that somebody typed. */
const limits = {
  inviter: { limit: 20, windowS: 3_600 },
  address: { limit: 10, windowS: 86_400 },
};

interface NewInvite {
  /** The child. */
  affiliateId: number;
  email: string;
  invitedBy: number;
  /** What waits for the guardian's signature. */
  draftId: string | null;
}

/**
 * Asks somebody by e-mail to be a guardian. The same open invitation is sent again rather than made twice. Whether who
 * asks may speak for the child is the caller's to know.
 */
export async function inviteGuardian(doing: Doing, given: NewInvite): Promise<Invite> {
  const { db, now } = doing;
  const [child] = await sql.lockPerson(db, given.affiliateId);
  if (child === undefined) throw failCall('not_found');
  await demandInvitable(doing, child, given.email);
  await slowDown(doing, given);
  const expiresAt = new Date(now.getTime() + lifetimeS * 1_000);
  const [known] = await sql.renewInvite(db, child.affiliateId, given.email, now, expiresAt, given.draftId);
  const invite = known ?? (await insertInvite(doing, given, expiresAt));
  await send(doing, child, invite, given.invitedBy);
  const data = { inviteId: invite.id, isAgain: known !== undefined };
  await writeDown(doing, given.invitedBy, 'guardian.invited', child.affiliateId, data);
  return toInvite(invite);
}

async function demandInvitable({ db, now }: Doing, child: sql.PersonRow, email: string): Promise<void> {
  const address = email.toLowerCase();
  if (!isMinor(child.birthdate, dayOf(now))) throw fail('family.not_a_minor');
  if (child.email?.toLowerCase() === address) throw fail('family.own_invite', { path: 'email' });
  const guardians = await sql.listGuardians(db, child.affiliateId);
  if (guardians.some((guardian) => guardian.email?.toLowerCase() === address))
    throw fail('family.already_guardian', { path: 'email' });
  if (guardians.length >= maxGuardians) throw fail('family.too_many');
}

async function insertInvite({ db, now }: Doing, given: NewInvite, expiresAt: Date): Promise<sql.InviteRow> {
  const { affiliateId, email, invitedBy, draftId } = given;
  const [open] = await sql.countOpenInvites(db, affiliateId, now);
  if ((open?.count ?? 0) >= maxGuardians) throw fail('family.too_many');
  const [invite] = await sql.insertInvite(db, affiliateId, email, invitedBy, draftId, now, expiresAt);
  if (invite === undefined) throw new Error('the invitation was not stored');
  return invite;
}

async function slowDown({ services }: Doing, { invitedBy, email }: NewInvite): Promise<void> {
  // Counted apart from the transaction: what is refused counts too.
  const counter = services.database.db;
  const taken = [
    await takeToken(counter, { key: `family.invite:${invitedBy}`, ...limits.inviter }),
    await takeToken(counter, { key: `family.invite:${email.toLowerCase()}`, ...limits.address }),
  ];
  const refused = taken.find(({ allowed }) => !allowed);
  if (refused) throw failCall('rate.limited', { retryAfterS: refused.retryAfterS });
}

/** In the language of who is written to, if they are known, else of who asks. The link itself goes by mail only. */
async function send({ db, services }: Doing, child: sql.PersonRow, invite: sql.InviteRow, by: number): Promise<void> {
  const data = { affiliateId: child.affiliateId, inviteId: invite.id };
  const token = await createLink(db, { purpose: invitePurpose, data, lifetimeS });
  const [inviter] = await sql.findPerson(db, by);
  const receiver = await findPersonByEmail(db, invite.email);
  const isOwn = by === child.affiliateId;
  const values = { from: inviter?.name ?? '', child: child.name, isOwn: String(isOwn) };
  await services.mail.sendMail(db, {
    to: invite.email,
    locale: pickLocale([receiver?.language ?? inviter?.language]),
    template: invite.hasDraft ? 'family.mail.invite_sign' : 'family.mail.invite',
    values: { ...values, date: Date.parse(invite.expiresDate), url: `${services.env.BASE_URL}/sign/${token}` },
    ...(receiver && { affiliateId: receiver.affiliate_id }),
  });
  if (receiver)
    await notify(services, db, {
      to: receiver.affiliate_id,
      notice: familyNotices.guardianAsked,
      values,
      path: '/family',
      tellsGuardians: false,
      key: `${invite.id} ${invite.expiresDate}`,
    });
}

function toInvite({ id, email, createdDate, expiresDate }: sql.InviteRow): Invite {
  return { id, email, createdDate, expiresDate };
}

/** What a link stands for, while it does: the invitation is open, and the child a minor. */
export async function findInvited(
  { db, now }: Pick<Doing, 'db' | 'now'>,
  token: string,
): Promise<{ invite: sql.InviteRow; child: sql.PersonRow }> {
  const link = await peekLink(db, token, invitePurpose);
  const affiliateId = Number(link?.['affiliateId']);
  const [invite] = link === null ? [] : await sql.findOpenInvite(db, affiliateId, String(link['inviteId']), now);
  const [child] = invite === undefined ? [] : await sql.findPerson(db, affiliateId);
  if (invite === undefined || child === undefined || !isMinor(child.birthdate, dayOf(now)))
    throw fail('family.link_over');
  return { invite, child };
}

export const inviteHandlers: Pick<
  Handlers<typeof familyCalls>,
  'POST Invites' | 'DELETE Invites/{id}' | 'POST Invites/{id}/restore' | 'GET Invites/token/{token}'
> = {
  'POST Invites': async (ctx, { body: { affiliateId, email } }) => {
    await demandChild(ctx, affiliateId);
    return inviteGuardian(ctx, { affiliateId, email, invitedBy: ctx.user.affiliateId, draftId: null });
  },

  'DELETE Invites/{id}': async (ctx, { params: { id } }) => {
    const affiliateId = await demandInviteOf(ctx, id);
    const [gone] = await sql.withdrawInvite(ctx.db, affiliateId, id, ctx.now);
    if (gone === undefined) throw failCall('not_found');
    await writeDown(ctx, ctx.user.affiliateId, 'guardian.invite_withdrawn', affiliateId, { inviteId: id });
    return null;
  },

  'POST Invites/{id}/restore': async (ctx, { params: { id } }) => {
    const affiliateId = await demandInviteOf(ctx, id);
    const [back] = await sql.restoreInvite(ctx.db, affiliateId, id, ctx.now);
    if (back === undefined) throw failCall('not_found');
    await writeDown(ctx, ctx.user.affiliateId, 'guardian.invite_restored', affiliateId, { inviteId: id });
    return toInvite(back);
  },

  'GET Invites/token/{token}': async (ctx, { params: { token } }) => {
    const { invite, child } = await findInvited(ctx, token);
    const [inviter] = await sql.findPerson(ctx.db, invite.invitedBy);
    return {
      childName: child.name,
      invitedBy: inviter?.name ?? '',
      email: invite.email,
      isForSignature: invite.hasDraft,
    };
  },
};

/** An invitation is there for the child it is about, and for its guardians. */
async function demandInviteOf(ctx: Context, id: string): Promise<number> {
  const [row] = await sql.findInviteChild(ctx.db, id);
  if (row === undefined) throw failCall('not_found');
  await demandChild(ctx, row.affiliateId);
  return row.affiliateId;
}
