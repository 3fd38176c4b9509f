import * as z from 'zod';
import { loadBrand } from '#platform/server/config/brand.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { createLink } from '#platform/server/auth/single-use-links.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { findPersonByEmail } from '#features/account/server/public.ts';
import { toIsoDate, isMinor } from '#features/account/shared/rules.ts';
import { notify } from '#features/notifications/server/public.ts';
import { familyNotices } from '#features/family/shared/notices.ts';
import { inviteLifetimeMs } from '#features/family/shared/rules.ts';
import type { TransactionContext } from './invites.ts';
import * as invitesSql from './queries.ts';
import * as sql from '#features/family/server/queries.ts';
import { recordFamilyAudit } from '#features/family/server/audit.ts';

export const invitePurpose = 'guardian';

/** Sends a proposed invitation when nobody has vetoed it. Run again it does nothing. */
export const sendProposedInvite = defineJob(
  'family.send-invite',
  { schema: z.object({ affiliateId: z.int(), inviteId: z.uuid() }) },
  async ({ services, database, now }, { affiliateId, inviteId }) => {
    const correlationId = 'family.send-invite';
    await database.inTransaction(correlationId, async (db) => {
      const doing = { services, db, now, correlationId };
      const [child] = await sql.lockPerson(db, affiliateId);
      const [invite] = await invitesSql.findOpenInvite(db, affiliateId, inviteId, now);
      if (child === undefined || invite === undefined || !isMinor(child.birthdate, toIsoDate(now))) return;
      if (invite.sendDate === null || Date.parse(invite.sendDate) > now.getTime()) return;
      await releaseInvite(doing, child, invite);
    });
  },
);

/** Sends an invitation for the first time; null where that was done already. The child is locked by the caller. */
export async function releaseInvite(
  doing: TransactionContext,
  child: sql.PersonRow,
  { affiliateId, id }: invitesSql.InviteRow,
): Promise<invitesSql.InviteRow | null> {
  const expiresAt = new Date(doing.now.getTime() + inviteLifetimeMs);
  const [sent] = await invitesSql.markSent(doing.db, affiliateId, id, doing.now, expiresAt);
  if (sent === undefined) return null;
  await sendInvite(doing, child, sent);
  await recordFamilyAudit(doing, null, 'guardian.invite_sent', affiliateId, { inviteId: id });
  return sent;
}

/** In the language of the receiver where they have an account, else of the inviter. The link goes by mail only. */
export async function sendInvite(
  { db, services }: TransactionContext,
  child: sql.PersonRow,
  invite: invitesSql.InviteRow,
): Promise<void> {
  const data = { affiliateId: child.affiliateId, inviteId: invite.id };
  const token = await createLink(db, { purpose: invitePurpose, data, lifetimeS: inviteLifetimeMs / 1_000 });
  const [inviter] = await sql.findPerson(db, invite.invitedBy);
  const receiver = await findPersonByEmail(db, invite.email);
  const from = invite.isByStaff ? loadBrand(services.env.BRAND_FILE).name : (inviter?.name ?? '');
  const values = { from, child: child.name, isOwn: String(invite.invitedBy === child.affiliateId) };
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
