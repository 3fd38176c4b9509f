import { appendAudit } from '../../../platform/server/audit.ts';
import type { Context } from '../../../platform/server/context.ts';
import { takeToken } from '../../../platform/server/limits.ts';
import { createLink, peekLink, useLink, type LinkData } from '../../../platform/server/links.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { sessionOf } from '../../account/server/public.ts';
import { fail } from '../shared/error-contract.ts';
import { isOwnAddress, listFamily } from './clearance/family.ts';
import { insertSentLink } from './clearance/sql.ts';
import * as sql from './physician-sql.ts';
import {
  demandOpen,
  findRecord,
  findStoredRecord,
  isOpen,
  lockRecord,
  openContent,
  type OpenRecord,
  type StoredRecord,
} from './records.ts';

const purpose = 'physician';
const lifetimeS = 30 * 86_400;
/** Each sends a mail to an address that somebody typed. */
const links = { limit: 10, windowS: 3_600 };

type Asked = Pick<StoredRecord, 'medicalStatus' | 'isConfirmationPending'>;

/** Whoever has nothing to clear may ask all the same: some applications want a physician's word of everybody. */
export function demandUndecided({ medicalStatus, isConfirmationPending }: Asked): void {
  if (isConfirmationPending) throw fail('forms.confirmation_pending');
  if (medicalStatus === 'none') throw fail('forms.no_physician_needed');
  if (medicalStatus === 'approved' || medicalStatus === 'refused') throw fail('forms.already_decided');
}

/** A page that somebody must look at first would keep from diving whom nothing keeps. */
export function demandNeeded(record: Asked): void {
  if (record.medicalStatus === 'clear' && !record.isConfirmationPending) throw fail('forms.no_physician_needed');
  demandUndecided(record);
}

/** Whose form it is, or their guardian: nobody else asks a physician for them. */
export async function demandOwnRecord(ctx: Context, recordId: string): Promise<OpenRecord> {
  const record = await findRecord(ctx, recordId);
  if (record.relation !== 'self' && record.relation !== 'guardian') throw failCall('not_found');
  return demandOpen(record);
}

/** Mailed to the physician and stored nowhere in the clear: nobody here sees it, the diver least of all. */
export async function sendPhysicianLink(
  ctx: Context,
  recordId: string,
  email: string,
): Promise<{ sentTo: string; sentDate: string; expiresDate: string }> {
  const { db, services, user, now } = ctx;
  const record = await demandOwnRecord(ctx, recordId);
  demandUndecided(record);
  if (await isOwnAddress(db, email, record)) throw fail('forms.own_address', { path: 'email' });
  const key = `forms.physician:${user.affiliateId}`;
  const { allowed, retryAfterS } = await takeToken(services.database.db, { key, ...links });
  if (!allowed) throw failCall('rate.limited', { retryAfterS });
  const { affiliateId } = record;
  const [counted] = await sql.countLink(db, affiliateId, recordId);
  const version = counted?.version ?? 0;
  const expiresAt = new Date(now.getTime() + lifetimeS * 1_000);
  const expiresDate = expiresAt.toISOString();
  const data = { affiliateId, recordId, version, expiresDate, isMailed: true, sentTo: email };
  const url = `${services.env.BASE_URL}/physician/${await createLink(db, { purpose, data, lifetimeS })}`;
  await insertSentLink(db, affiliateId, recordId, version, email, user.affiliateId, now, expiresAt);
  const { diver, store, member, packet } = openContent(services, record);
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
      date: expiresAt.getTime(),
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

/** Somebody with the link, who is known by nothing else. */
export type Anyone = Context<Context['user'] | null>;

/** What the link stands for while it can be answered: the newest one, of a form on which nobody has decided. */
export async function openPhysicianLink(
  ctx: Anyone,
  token: string,
): Promise<{ record: OpenRecord; expiresDate: string }> {
  const link = await peekLink(ctx.db, token, purpose);
  const record = link && (await findStoredRecord(ctx.db, String(link['recordId'])));
  return { record: await demandAnswerable(ctx, link, record), expiresDate: String(link?.['expiresDate']) };
}

/** Of two answers at the same moment one counts. */
export async function spendPhysicianLink(ctx: Anyone, token: string): Promise<{ record: OpenRecord; sentTo: string }> {
  const link = await useLink(ctx.db, token, purpose);
  const record = link && (await lockRecord(ctx.db, String(link['recordId'])));
  return { record: await demandAnswerable(ctx, link, record), sentTo: String(link?.['sentTo'] ?? '') };
}

async function demandAnswerable(ctx: Anyone, link: LinkData | null, record: StoredRecord | null): Promise<OpenRecord> {
  const { db } = ctx;
  if (link === null || record === null || !isOpen(record)) throw fail('forms.link_over');
  const [newest] = await sql.findLinkVersion(db, record.affiliateId, record.id);
  const isWanted = ['clear', 'physician', 'review'].includes(record.medicalStatus) && !record.isConfirmationPending;
  if (!isWanted || newest?.version !== link['version']) throw fail('forms.link_over');
  await demandSomebodyElse(ctx, record);
  return record;
}

/** Nobody is their own or their family's physician: whoever is signed in in that browser does not decide. */
async function demandSomebodyElse({ db, user, services, request }: Anyone, { affiliateId }: OpenRecord): Promise<void> {
  const session = await sessionOf(services.env, db, request);
  const family = await listFamily(db, affiliateId);
  const here = [user?.affiliateId, session?.affiliate_id];
  if (here.some((id) => id !== undefined && family.has(id))) throw fail('forms.own_physician');
}
