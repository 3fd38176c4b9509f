import * as z from 'zod';
import { loadBrand } from '#platform/server/config/brand.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { createLink } from '#platform/server/auth/single-use-links.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { findPersonByEmail } from '#features/account/server/public.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { isMinor } from '#domain/age.ts';
import type { TransactionContext } from '#platform/server/http/context.ts';
import { notify } from '#features/notifications/server/public.ts';
import { familyNotices } from '#features/family/shared/notices.ts';
import { inviteLifetimeMs } from '#features/family/shared/rules.ts';
import { describeFormToSign } from './form-to-sign.ts';
import * as inviteQueries from './queries.ts';
import * as queries from '#features/family/server/queries.ts';
import { recordFamilyAudit } from '#features/family/server/audit.ts';

export const invitePurpose = 'guardian';

/** Sends a proposed invitation that wasn't vetoed. A repeated run does nothing. */
export const sendProposedInvite = defineJob(
  'family.send-invite',
  { schema: z.object({ affiliateId: z.int(), inviteId: z.uuid() }) },
  async ({ services, database, now }, { affiliateId, inviteId }) => {
    const correlationId = 'family.send-invite';
    await database.inTransaction(correlationId, async (db) => {
      const context = { services, db, now, correlationId };
      const child = await queries.lockPerson.first(db, { affiliateId });
      const invite = await inviteQueries.findOpenInvite.first(db, { affiliateId, id: inviteId, now });
      if (child === undefined || invite === undefined || !isMinor(child.birthdate, toIsoDate(now))) return;
      if (invite.sendDate === null || Date.parse(invite.sendDate) > now.getTime()) return;
      await releaseInvite(context, child, invite);
    });
  },
);

/** Sends an invitation for the first time, or returns null if it was sent already. The caller has locked the child. */
export async function releaseInvite(
  context: TransactionContext,
  child: queries.PersonRow,
  { affiliateId, id }: inviteQueries.InviteRow,
): Promise<inviteQueries.InviteRow | null> {
  const { db, now } = context;
  const expiresAt = new Date(now.getTime() + inviteLifetimeMs);
  const sent = await inviteQueries.markSent.first(db, { affiliateId, id, now, expiresAt });
  if (sent === undefined) return null;
  await sendInvite(context, child, sent);
  await recordFamilyAudit(context, null, 'guardian.invite_sent', affiliateId, { inviteId: id });
  return sent;
}

/**
 * Written in the receiver's language if they have an account, otherwise in the inviter's. The link is sent by mail
 * only.
 */
export async function sendInvite(
  { db, services }: TransactionContext,
  child: queries.PersonRow,
  invite: inviteQueries.InviteRow,
): Promise<void> {
  const data = { affiliateId: child.affiliateId, inviteId: invite.id };
  const token = await createLink(db, { purpose: invitePurpose, data, lifetimeS: inviteLifetimeMs / 1_000 });
  const inviter = await queries.findPerson.first(db, { affiliateId: invite.invitedBy });
  const receiver = await findPersonByEmail.first(db, invite);
  const from = invite.isByStaff ? loadBrand(services.env.BRAND_FILE).name : (inviter?.name ?? '');
  const form = await describeFormToSign(db, invite);
  const values = { from, child: child.name, isOwn: String(invite.invitedBy === child.affiliateId) };
  await services.mail.sendMail(db, {
    to: invite.email,
    locale: pickLocale([receiver?.language ?? inviter?.language]),
    template: invite.hasDraft ? 'family.mail.invite_sign' : 'family.mail.invite',
    values: {
      ...values,
      ...form,
      date: invite.expiresDate.slice(0, 10),
      url: `${services.env.BASE_URL}/sign/${token}`,
    },
    ...(receiver && { affiliateId: receiver.affiliate_id }),
  });
  if (receiver)
    await notify(services, db, {
      to: receiver.affiliate_id,
      notice: familyNotices.guardianAsked,
      values,
      path: '/family',
      notifiesGuardians: false,
      key: `${invite.id} ${invite.expiresDate}`,
    });
}
