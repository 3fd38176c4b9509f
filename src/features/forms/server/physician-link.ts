import { appendAudit } from '../../../platform/server/audit.ts';
import type { Context } from '../../../platform/server/context.ts';
import { takeToken } from '../../../platform/server/limits.ts';
import { createLink, peekLink, useLink, type LinkData } from '../../../platform/server/links.ts';
import { fail as failCall } from '../../../platform/shared/errors.ts';
import { sessionOf } from '../../account/server/public.ts';
import { fail } from '../shared/contract.ts';
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
/** Each may send a mail to an address that somebody typed. */
const links = { limit: 20, windowS: 3_600 };

/** Whoever has nothing to clear may ask all the same: some applications want a physician's word of everybody. */
export function demandUndecided({ medicalStatus }: Pick<StoredRecord, 'medicalStatus'>): void {
  if (medicalStatus === 'none') throw fail('forms.no_physician_needed');
  if (medicalStatus === 'approved' || medicalStatus === 'refused') throw fail('forms.already_decided');
}

/** A page that somebody must look at first would keep from diving whom nothing keeps. */
export function demandNeeded(record: Pick<StoredRecord, 'medicalStatus'>): void {
  if (record.medicalStatus === 'clear') throw fail('forms.no_physician_needed');
  demandUndecided(record);
}

/** Whose form it is, or their guardian: nobody else asks a physician for them. */
export async function demandOwnRecord(ctx: Context, recordId: string): Promise<OpenRecord> {
  const record = await findRecord(ctx, recordId);
  if (record.relation !== 'self' && record.relation !== 'guardian') throw failCall('not_found');
  return demandOpen(record);
}

export async function makePhysicianLink(
  ctx: Context,
  recordId: string,
  email: string | null,
): Promise<{ url: string | null; expiresDate: string }> {
  const { db, services, user, now } = ctx;
  const record = await demandOwnRecord(ctx, recordId);
  demandUndecided(record);
  const key = `forms.physician:${user.affiliateId}`;
  const { allowed, retryAfterS } = await takeToken(services.database.db, { key, ...links });
  if (!allowed) throw failCall('rate.limited', { retryAfterS });
  const { affiliateId } = record;
  const [counted] = await sql.countLink(db, affiliateId, recordId);
  const until = now.getTime() + lifetimeS * 1_000;
  const expiresDate = new Date(until).toISOString();
  const isMailed = email !== null;
  const data = { affiliateId, recordId, version: counted?.version, expiresDate, isMailed };
  const url = `${services.env.BASE_URL}/physician/${await createLink(db, { purpose, data, lifetimeS })}`;
  if (isMailed)
    await services.mail.sendMail(db, {
      to: email,
      locale: ctx.locale,
      template: 'forms.mail.physician_link',
      values: { diver: openContent(services, record).diver.name, date: until, url },
    });
  await appendAudit(db, {
    actor: user.affiliateId,
    action: 'forms.physician_link',
    subject: `person:${affiliateId}`,
    data: { documentId: recordId, isSent: isMailed },
    correlationId: ctx.correlationId,
  });
  return { url: isMailed ? null : url, expiresDate };
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
export async function spendPhysicianLink(
  ctx: Anyone,
  token: string,
): Promise<{ record: OpenRecord; isMailed: boolean }> {
  const link = await useLink(ctx.db, token, purpose);
  const record = link && (await lockRecord(ctx.db, String(link['recordId'])));
  return { record: await demandAnswerable(ctx, link, record), isMailed: link?.['isMailed'] === true };
}

async function demandAnswerable(ctx: Anyone, link: LinkData | null, record: StoredRecord | null): Promise<OpenRecord> {
  const { db } = ctx;
  if (link === null || record === null || !isOpen(record)) throw fail('forms.link_over');
  const [newest] = await sql.findLinkVersion(db, record.affiliateId, record.id);
  const isWanted = ['clear', 'physician', 'review'].includes(record.medicalStatus);
  if (!isWanted || newest?.version !== link['version']) throw fail('forms.link_over');
  await demandSomebodyElse(ctx, record);
  return record;
}

/** Nobody is their own physician, nor their child's: whoever is signed in in that browser does not decide. */
async function demandSomebodyElse({ db, user, services, request }: Anyone, { affiliateId }: OpenRecord): Promise<void> {
  const session = await sessionOf(services.env, db, request);
  const here = new Set([user?.affiliateId, session?.affiliate_id]);
  const own = await sql.listOwn(db, affiliateId);
  if (own.some(({ id }) => here.has(id))) throw fail('forms.own_physician');
}
