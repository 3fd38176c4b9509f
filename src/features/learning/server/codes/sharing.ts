import { randomUUID } from 'node:crypto';
import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Context } from '#platform/server/http/context.ts';
import { takeRateLimitToken } from '#platform/server/http/rate-limit.ts';
import { createLink, peekLink, redeemLink, type LinkData } from '#platform/server/auth/single-use-links.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { pickLocale } from '#platform/shared/locale.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { findPersonByEmail } from '#features/account/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import { failCode } from '#features/learning/shared/codes-contract.ts';
import { learningNotices } from '#features/learning/shared/notices.ts';
import * as queries from './queries.ts';
import { publishChange } from '#features/learning/server/events.ts';
import { formatCertificationName } from './certification-name.ts';
import { redeemClubCode } from './redeem.ts';

const purpose = 'learning.code';
const lifetimeS = 30 * 86_400;
/**
 * Every share sends an email to a typed address, so it is limited. The limit allows a store to share a class's codes
 * within an hour.
 */
const shareLimit = { limit: 60, windowS: 3_600 };

/** Sends the code to an address. It cannot be redeemed until it is claimed or the link expires. */
export async function shareCode(ctx: Context, code: string, email: string): Promise<void> {
  const { db, services, now } = ctx;
  const { affiliateId } = ctx.user;
  const sharer = await queries.findPerson.first(db, { affiliateId });
  if (sharer?.email?.toLowerCase() === email.toLowerCase()) throw failCode('learning.share_to_self', { path: 'email' });
  const shareId = randomUUID();
  const row = await queries.shareCode.first(db, { code, affiliateId, shareId, lifetimeS });
  if (row === undefined) throw await findShareError(ctx, code);
  const key = `learning.share:${affiliateId}`;
  const { allowed, retryAfterS } = await takeRateLimitToken(services.database.db, { key, ...shareLimit });
  if (!allowed) throw failCall('rate.limited', { retryAfterS });
  const data = { affiliateId, code, shareId };
  const token = await createLink(db, { purpose, data, lifetimeS });
  const receiver = await findPersonByEmail.first(db, { email });
  const locale = pickLocale([receiver?.language ?? sharer?.language]);
  const values = { from: sharer?.name ?? '', course: formatCertificationName(services, locale, row) };
  await services.mail.sendMail(db, {
    to: email,
    locale,
    template: 'learning.mail.code_link',
    values: {
      ...values,
      date: toIsoDate(new Date(now.getTime() + lifetimeS * 1_000)),
      url: `${services.env.BASE_URL}/training/claim/${token}`,
    },
    ...(receiver && { affiliateId: receiver.affiliate_id }),
  });
  if (receiver)
    await notify(services, db, {
      to: receiver.affiliate_id,
      notice: learningNotices.codeShared,
      values,
      key: shareId,
    });
  await recordCodeAudit(ctx, 'shared', row);
  await publishChange(ctx, affiliateId, row.packageId, 'codes');
}

/** Does not reveal that a code exists if someone else holds it. */
async function findShareError({ db, user }: Context, code: string): Promise<Error> {
  const row = await queries.findCode.first(db, { code });
  if (row?.redeemedBy === user.affiliateId) return failCode('225');
  if (row === undefined || row.holderId !== user.affiliateId) return failCode('learning.code_not_yours');
  return failCode('226');
}

const toShareKeys = (link: LinkData) => ({ code: String(link['code']), shareId: String(link['shareId']) });

/** Returns the shared code of a link that is still valid. */
export async function openShareLink({ db }: Context, token: string): Promise<queries.SharedCodeRow> {
  const link = await peekLink(db, token, purpose);
  const row = link === null ? undefined : await queries.findSharedCode.first(db, toShareKeys(link));
  if (row === undefined) throw failCode('learning.link_over');
  return row;
}

/** Makes the caller the holder of the code. Only one of two concurrent claims succeeds. */
export async function claimSharedCode(ctx: Context, token: string): Promise<queries.CodeRow> {
  const { affiliateId } = ctx.user;
  const link = await redeemLink(ctx.db, token, purpose);
  const row = link === null ? undefined : await queries.claimCode.first(ctx.db, { ...toShareKeys(link), affiliateId });
  if (row === undefined) throw failCode('learning.link_over');
  if (row.givenBy === affiliateId) throw failCode('learning.share_to_self');
  await recordCodeAudit(ctx, 'claimed', row);
  for (const personId of [affiliateId, row.givenBy])
    if (personId !== null) await publishChange(ctx, personId, row.packageId, 'codes');
  await redeemClubCode(ctx, row);
  return row;
}

/** Records only the last characters, because anyone who reads an unredeemed code could redeem it. */
async function recordCodeAudit(
  ctx: Context,
  step: 'shared' | 'claimed',
  { code, packageId }: queries.CodeRow,
): Promise<void> {
  await appendAudit(ctx.db, {
    actor: ctx.user.affiliateId,
    action: `learning.code_${step}`,
    subject: `person:${ctx.user.affiliateId}`,
    data: { code: `…${code.slice(-4)}`, packageId },
    correlationId: ctx.correlationId,
  });
}
