import { randomUUID } from 'node:crypto';
import { appendAudit } from '../../../platform/server/audit.ts';
import type { Context } from '../../../platform/server/context.ts';
import { takeToken } from '../../../platform/server/limits.ts';
import { createLink, peekLink, useLink, type LinkData } from '../../../platform/server/links.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { pickLocale } from '../../../platform/shared/locale.ts';
import { findPersonByEmail } from '../../account/server/public.ts';
import { notify } from '../../notifications/server/public.ts';
import { failCode } from '../shared/codes-contract.ts';
import { learningNotices } from '../shared/notices.ts';
import * as sql from './codes-sql.ts';
import { publishChange } from './events.ts';
import { redeemOfClub } from './redeeming.ts';

const purpose = 'learning.code';
const lifetimeS = 30 * 86_400;
/** Each sends a mail to an address that somebody typed. A store may well hand out a class’s codes in an hour. */
const shares = { limit: 60, windowS: 3_600 };

/** Sends the code to an address. Until it is claimed, or the link is over, nobody can redeem it. */
export async function share(ctx: Context, code: string, email: string): Promise<void> {
  const { db, services, user, now } = ctx;
  const [sharer] = await sql.findPerson(db, user.affiliateId);
  if (sharer?.email?.toLowerCase() === email.toLowerCase()) throw failCode('learning.share_to_self', { path: 'email' });
  const shareId = randomUUID();
  const [row] = await sql.shareCode(db, code, user.affiliateId, shareId, lifetimeS);
  if (row === undefined) throw await whyNotShared(ctx, code);
  const key = `learning.share:${user.affiliateId}`;
  const { allowed, retryAfterS } = await takeToken(services.database.db, { key, ...shares });
  if (!allowed) throw failCall('rate.limited', { retryAfterS });
  const data = { affiliateId: user.affiliateId, code, shareId };
  const token = await createLink(db, { purpose, data, lifetimeS });
  const receiver = await findPersonByEmail(db, email);
  const values = { from: sharer?.name ?? '', course: row.certificationName };
  await services.mail.sendMail(db, {
    to: email,
    locale: pickLocale([receiver?.language ?? sharer?.language]),
    template: 'learning.mail.code_link',
    values: {
      ...values,
      date: now.getTime() + lifetimeS * 1_000,
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
  await writeDown(ctx, 'shared', row);
  await publishChange(ctx, user.affiliateId, row.packageId, 'codes');
}

/** That there is a code which somebody else holds is not told. */
async function whyNotShared({ db, user }: Context, code: string): Promise<Error> {
  const [row] = await sql.findCode(db, code);
  if (row?.redeemedBy === user.affiliateId) return failCode('225');
  if (row === undefined || row.holderId !== user.affiliateId) return failCode('learning.code_not_yours');
  return failCode('226');
}

const shareOf = (link: LinkData | null) => [String(link?.['code']), String(link?.['shareId'])] as const;

/** What a link stands for, while it does. */
export async function openLink({ db }: Context, token: string): Promise<sql.CodeRow & { from: string }> {
  const link = await peekLink(db, token, purpose);
  const [row] = link === null ? [] : await sql.findShared(db, ...shareOf(link));
  if (row === undefined) throw failCode('learning.link_over');
  return row;
}

/** Whoever claims it holds it from now on. Of two at the same moment one gets it. */
export async function claim(ctx: Context, token: string): Promise<sql.CodeRow> {
  const { db, user } = ctx;
  const link = await useLink(db, token, purpose);
  const [row] = link === null ? [] : await sql.claimCode(db, ...shareOf(link), user.affiliateId);
  if (row === undefined) throw failCode('learning.link_over');
  if (row.givenBy === user.affiliateId) throw failCode('learning.share_to_self');
  await writeDown(ctx, 'claimed', row);
  for (const one of [user.affiliateId, row.givenBy])
    if (one !== null) await publishChange(ctx, one, row.packageId, 'codes');
  await redeemOfClub(ctx, row);
  return row;
}

/** Only how it ends: as long as nobody has redeemed it, whoever reads it could. */
async function writeDown(ctx: Context, step: 'shared' | 'claimed', { code, packageId }: sql.CodeRow): Promise<void> {
  await appendAudit(ctx.db, {
    actor: ctx.user.affiliateId,
    action: `learning.code_${step}`,
    subject: `person:${ctx.user.affiliateId}`,
    data: { code: `…${code.slice(-4)}`, packageId },
    correlationId: ctx.correlationId,
  });
}
