import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Context } from '#platform/server/http/context.ts';
import { takeRateLimitToken } from '#platform/server/http/rate-limit.ts';
import { createLink, peekLink, redeemLink, type LinkData } from '#platform/server/auth/single-use-links.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { canActForDiver } from '#features/forms/shared/policy.ts';
import { findCurrentSession, listFamilyIds } from '#features/account/server/public.ts';
import { fail } from '#features/forms/shared/error-contract.ts';
import { lockDiver } from './lock-diver.ts';
import { isOwnAddress } from './own-address.ts';
import { insertSentLink } from './queries.ts';
import * as queries from './physician-queries.ts';
import {
  requireRetained,
  findRecord,
  findStoredRecord,
  isRetained,
  lockRecord,
  decryptRecordContent,
  type RetainedRecord,
  type StoredRecord,
} from '#features/forms/server/records/record-access.ts';

const purpose = 'physician';
const lifetimeS = 30 * 86_400;
/** Each link is mailed to an address that a user typed. */
const linkLimit = { limit: 10, windowS: 3_600 };

type MedicalState = Pick<StoredRecord, 'medicalStatus' | 'isConfirmationPending'>;

/** A diver whose answers need no physician may still ask, because some applications require a clearance. */
export function assertUndecided({ medicalStatus, isConfirmationPending }: MedicalState): void {
  if (isConfirmationPending) throw fail('forms.confirmation_pending');
  if (medicalStatus === 'none') throw fail('forms.no_physician_needed');
  if (medicalStatus === 'approved' || medicalStatus === 'refused') throw fail('forms.already_decided');
}

/** Pages are accepted only if a physician is needed, because a page in review would block a cleared diver. */
export function assertPhysicianNeeded(record: MedicalState): void {
  if (record.medicalStatus === 'clear' && !record.isConfirmationPending) throw fail('forms.no_physician_needed');
  assertUndecided(record);
}

/** Only the diver or their guardian may ask a physician. */
export async function requireOwnRecord(ctx: Context, recordId: string): Promise<RetainedRecord> {
  const record = await findRecord(ctx, recordId);
  if (!canActForDiver(record.relation)) throw failCall('not_found');
  return requireRetained(record);
}

/** The link is mailed to the physician and stored only as a hash, so the diver can't read it. */
export async function sendPhysicianLink(
  ctx: Context,
  recordId: string,
  email: string,
): Promise<{ sentTo: string; sentDate: string; expiresDate: string }> {
  const { db, services, user, now } = ctx;
  const record = await requireOwnRecord(ctx, recordId);
  assertUndecided(record);
  if (await isOwnAddress(db, email, record)) throw fail('forms.own_address', { path: 'email' });
  const key = `forms.physician:${user.affiliateId}`;
  const { allowed, retryAfterS } = await takeRateLimitToken(services.database.db, { key, ...linkLimit });
  if (!allowed) throw failCall('rate.limited', { retryAfterS });
  const { affiliateId } = record;
  const counted = await queries.incrementLinkVersion.first(db, { affiliateId, recordId });
  const version = counted?.version ?? 0;
  const expiresAt = new Date(now.getTime() + lifetimeS * 1_000);
  const expiresDate = expiresAt.toISOString();
  const data = { affiliateId, recordId, version, expiresDate, isMailed: true, sentTo: email };
  const url = `${services.env.BASE_URL}/physician/${await createLink(db, { purpose, data, lifetimeS })}`;
  const link = { affiliateId, recordId, version, sentTo: email, sentBy: user.affiliateId, sentAt: now, expiresAt };
  await insertSentLink(db, link);
  const { diver, store, member, packet } = decryptRecordContent(services, record);
  const named = store?.name ?? member?.name ?? '';
  await services.mail.sendMail(db, {
    to: email,
    locale: ctx.locale,
    template: 'forms.mail.physician_request',
    values: {
      diver: diver.name,
      packet,
      named,
      isNamed: named === '' ? 'no' : 'yes',
      date: toIsoDate(expiresAt),
      url,
    },
  });
  await appendAudit(db, {
    actor: user.affiliateId,
    action: 'forms.physician_link',
    subject: `person:${affiliateId}`,
    data: { documentId: recordId, version },
    correlationId: ctx.correlationId,
  });
  return { sentTo: email, sentDate: now.toISOString(), expiresDate };
}

/** The bearer of the link, who may also be signed in. */
export type AnonymousContext = Context<Context['user'] | null>;

/** Returns the record of a valid link: the newest one, of a form without a decision. */
export async function openPhysicianLink(
  ctx: AnonymousContext,
  token: string,
): Promise<{ record: RetainedRecord; expiresDate: string }> {
  const link = await peekLink(ctx.db, token, purpose);
  const record = link ? await findStoredRecord.first(ctx.db, { id: String(link['recordId']) }) : undefined;
  return { record: await requireAnswerable(ctx, link, record), expiresDate: String(link?.['expiresDate']) };
}

/** The diver and the record are locked, so only one of two concurrent answers counts. */
export async function redeemPhysicianLink(
  request: AnonymousContext,
  token: string,
): Promise<{ ctx: AnonymousContext; record: RetainedRecord; sentTo: string }> {
  const link = await redeemLink(request.db, token, purpose);
  const ctx = link ? await lockDiver(request, Number(link['affiliateId'])) : request;
  const record = link ? await lockRecord.first(ctx.db, { id: String(link['recordId']) }) : undefined;
  return { ctx, record: await requireAnswerable(ctx, link, record), sentTo: String(link?.['sentTo'] ?? '') };
}

async function requireAnswerable(
  ctx: AnonymousContext,
  link: LinkData | null,
  record: StoredRecord | undefined,
): Promise<RetainedRecord> {
  const { db } = ctx;
  if (link === null || record === undefined || !isRetained(record)) throw fail('forms.link_over');
  const { affiliateId, id: recordId } = record;
  const newest = await queries.findLinkVersion.first(db, { affiliateId, recordId });
  const isWanted = ['clear', 'physician', 'review'].includes(record.medicalStatus) && !record.isConfirmationPending;
  if (!isWanted || newest?.version !== link['version']) throw fail('forms.link_over');
  await assertNotFamily(ctx, record);
  return record;
}

/** The physician must not be the diver or their family, so a family member's session in that browser is rejected. */
async function assertNotFamily(
  { db, user, services, request }: AnonymousContext,
  { affiliateId }: RetainedRecord,
): Promise<void> {
  const session = await findCurrentSession(services.env, db, request);
  const family = await listFamilyIds(db, affiliateId);
  const here = [user?.affiliateId, session?.affiliate_id];
  if (here.some((id) => id !== undefined && family.has(id))) throw fail('forms.own_physician');
}
