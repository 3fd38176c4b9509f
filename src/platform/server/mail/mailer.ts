import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Transporter } from 'nodemailer';
import * as z from 'zod';
import { intlTag, type Locale } from '#platform/shared/locale.ts';
import type { Db } from '#platform/server/db/database.ts';
import { query, toJson, type Params, type Row } from '#platform/server/db/query.ts';
import type { ColumnTypes } from '#platform/server/db/table-types.ts';
import type { Env } from '#platform/server/config/env.ts';
import { defineJob, enqueue, type Job, type JobContext } from '#platform/server/jobs/jobs.ts';
import { renderMailHtml, renderMailText, type MailContent, type MailFooter } from './layout.ts';
import { hasQuotePlaceholder, splitQuotes, extractQuotes } from './quotes.ts';
import type { Messages, MessageValues } from '#platform/server/i18n/messages.ts';

export interface Mail {
  to: string;
  locale: Locale;
  /** The messages `<template>.subject` and `<template>.body`, and `<template>.action` for a button to `values.url`. */
  template: string;
  values: MessageValues;
  affiliateId?: number;
  /** A code for the recipient to type in, shown in large type above the text. */
  code?: string;
  /** For mails that can be turned off: shown below the text, and as one-click unsubscribe in the mail program. */
  footer?: MailFooter;
  /** Adds text around the text of the template. */
  wrap?: (text: MailText) => MailText;
}

interface MailText {
  subject: string;
  body: string;
}

/** A mail as the recipient will see it. */
interface ComposedMail {
  locale: Locale;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Renders a mail without sending it, also for previews. */
  compose(mail: Pick<Mail, 'locale' | 'template' | 'values' | 'wrap' | 'code' | 'footer'>): ComposedMail;
  /** Inserts the mail in the caller's transaction, so it is sent only if the transaction commits. */
  sendMail(db: Db, mail: Mail): Promise<{ id: string }>;
  /** Delivers the mails of the outbox. Must be passed to startJobWorkers. */
  job: Job<{ id: string }>;
  close(): void;
}

export interface MailerOptions {
  env: Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'BASE_URL'>;
  messages: Messages;
  brandName: string;
}

type MailState = ColumnTypes['mail_outbox.state'];

const Address = z.email().max(254);
const smtpTimeoutMs = 30_000;
/**
 * The sending process renews its claim on a mail. The claim of a process that died expires before the queue assigns the
 * job to another process.
 */
const claimS = 20;
const renewClaimMs = 5_000;

interface NewMail extends ComposedMail {
  id: string;
  affiliateId: number | null;
  to: string;
  headers: Record<string, string>;
}

const insertMail = query((db, p: Params<NewMail>) =>
  db.insertInto('mail_outbox').values({
    id: p.id,
    // Two mails with one id would be in one partition, which rejects the second.
    created_at: sql`uuid_time(${p.id}::uuid)`,
    affiliate_id: p.affiliateId,
    to_address: p.to,
    locale: p.locale,
    subject: p.subject,
    text: p.text,
    html: p.html,
    headers: toJson(p.headers),
  }),
);
const claimEnd = sql<Date>`now() + make_interval(secs => ${sql.lit(claimS)})`;
/** Only one of several concurrent processes gets the claim. */
const claimMail = query((db, p: Params<{ id: string }>) =>
  db
    .with('claimed', (db) =>
      db
        .updateTable('mail_outbox')
        .set({ claimed_until: claimEnd })
        .where('id', '=', p.id)
        .where('state', '=', 'waiting')
        .where(sql<boolean>`coalesce(claimed_until < now(), true)`)
        .returning('id'),
    )
    .selectFrom('mail_outbox')
    .select((eb) => [
      'to_address',
      'subject',
      'text',
      'html',
      'headers',
      'state',
      eb.exists(eb.selectFrom('claimed')).as('isClaimed'),
    ])
    .where('id', '=', p.id),
);
const renewClaim = query((db, p: Params<{ id: string }>) =>
  db.updateTable('mail_outbox').set({ claimed_until: claimEnd }).where('id', '=', p.id).where('state', '=', 'waiting'),
);
/**
 * The text of a sent or rejected mail is deleted, because it may contain a link that is still valid. An attempt that
 * outlived its claim changes nothing.
 */
const recordAttempt = query((db, p: Params<{ id: string; state: MailState; error: string | null }>) => {
  const emptyAtEnd = (column: 'text' | 'html') =>
    sql<string>`case when ${p.state}::text in ('sent', 'refused') then '' else ${sql.ref(column)} end`;
  return db
    .updateTable('mail_outbox')
    .set({
      state: p.state,
      last_error: p.error,
      claimed_until: null,
      attempts: sql`attempts + case when ${p.state}::text = 'kept' then 0 else 1 end`,
      sent_at: sql`case when ${p.state}::text = 'sent' then now() end`,
      text: emptyAtEnd('text'),
      html: emptyAtEnd('html'),
    })
    .where('id', '=', p.id)
    .where('state', '=', 'waiting');
});
const deleteOldRows = query((db) =>
  db
    .with('gone', (db) =>
      db
        .deleteFrom('mail_outbox')
        .where('created_at', '<', sql<Date>`now() - interval '30 days'`)
        .returning('id'),
    )
    .selectFrom('gone')
    .select((eb) => eb.fn.countAll<number>().as('count')),
);

export function createMailer({ env, messages, brandName }: MailerOptions): Mailer {
  const { SMTP_URL: url } = env;
  let transport: Promise<Transporter> | undefined;
  const connect = url === undefined ? null : () => (transport ??= openTransport(url));
  const host = new URL(env.BASE_URL).hostname;
  const job = defineJob(
    'mail',
    // Retries for about two days, because a mail server can be down over a weekend.
    { schema: z.object({ id: z.uuid() }), retryLimit: 60, retryDelayS: 5, retryDelayMaxS: 3_600, expireInS: 120 },
    (ctx, { id }) => deliverMail(ctx, connect, id),
  );
  const composeMail: Mailer['compose'] = (mail) => renderMail(messages, brandName, mail);
  return {
    job,
    compose: composeMail,
    async sendMail(db, mail) {
      const id = randomUUIDv7();
      const to = Address.parse(mail.to);
      const composed = composeMail(mail);
      const headers = {
        From: `${JSON.stringify(brandName)} <${env.MAIL_FROM}>`,
        'Message-ID': `<${id}@${host}>`,
        'Content-Language': intlTag(composed.locale),
        'Auto-Submitted': 'auto-generated',
        ...(mail.footer && {
          'List-Unsubscribe': `<${mail.footer.unsubscribe.url}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      };
      await insertMail(db, { id, affiliateId: mail.affiliateId ?? null, to, headers, ...composed });
      await enqueue(db, job, { id }, { id });
      return { id };
    },
    close: () => void transport?.then((open) => open.close()),
  };
}

/** Deletes mails that are too old to be retried, whatever their state. */
export async function deleteOldMails(db: Db): Promise<number> {
  const row = await deleteOldRows.first(db);
  return row?.count ?? 0;
}

async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const timeouts = { connectionTimeout: smtpTimeoutMs, greetingTimeout: smtpTimeoutMs, socketTimeout: smtpTimeoutMs };
  const address = new URL(url);
  return createTransport({
    pool: true,
    maxConnections: 2,
    host: address.hostname,
    port: Number(address.port) || (address.protocol === 'smtps:' ? 465 : 587),
    secure: address.protocol === 'smtps:',
    requireTLS: address.searchParams.get('requireTLS') === 'true',
    ...(address.username
      ? { auth: { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) } }
      : {}),
    ...timeouts,
  });
}

function renderMail(
  messages: Messages,
  brandName: string,
  { locale, template, values: rawValues, wrap = (text) => text, code, footer }: Parameters<Mailer['compose']>[0],
): ComposedMail {
  const { values, quotes } = extractQuotes(rawValues);
  const formatPart = (part: string): string =>
    messages.format(locale, `${template}.${part}`, { ...values, brand: brandName });
  const hasAction = messages.has(`${template}.action`);
  const url = values['url'];
  if (hasAction && typeof url !== 'string') throw new Error(`mail template ${template} has an action but no url`);
  const { subject, body } = wrap({ subject: formatPart('subject'), body: formatPart('body') });
  if (hasQuotePlaceholder(subject)) throw new Error(`the subject of mail template ${template} contains a quote`);
  const content: MailContent = {
    locale: messages.localeOf(locale, `${template}.body`),
    brandName,
    // A line break would end the mail header.
    subject: subject.replaceAll(/\s+/g, ' ').trim(),
    parts: splitQuotes(body, quotes),
    ...(code === undefined ? {} : { code }),
    ...(hasAction ? { action: { label: formatPart('action'), url: String(url) } } : {}),
    ...(footer === undefined ? {} : { footer }),
  };
  return {
    locale: content.locale,
    subject: content.subject,
    text: renderMailText(content),
    html: renderMailHtml(content),
  };
}

/**
 * Sends a mail once. Only a crash between the acceptance by the mail server and our update can repeat it, and then with
 * the same Message-ID, by which mail programs detect duplicates.
 */
async function deliverMail(
  { database: { db }, log }: JobContext,
  connect: (() => Promise<Transporter>) | null,
  id: string,
): Promise<void> {
  const mail = await claimMail.first(db, { id });
  if (mail === undefined || mail.state !== 'waiting') return;
  if (!mail.isClaimed) throw new Error('another process is sending this mail');
  if (connect === null) return void (await recordAttempt(db, { id, state: 'kept', error: null }));
  const renewTimer = setInterval(() => {
    renewClaim(db, { id }).catch((error: unknown) => log.warn({ mailId: id, err: error }, 'mail claim renewal failed'));
  }, renewClaimMs);
  try {
    const transport = await connect();
    await transport.sendMail(toTransportMessage(mail)).finally(() => clearInterval(renewTimer));
  } catch (error) {
    const isRefused = Number((error as { responseCode?: number }).responseCode) >= 500;
    const message = (error as Error).message.slice(0, 1_000);
    await recordAttempt(db, { id, state: isRefused ? 'refused' : 'waiting', error: message });
    if (!isRefused) throw error;
    log.warn({ mailId: id, err: error }, 'mail rejected by the mail server');
    return;
  }
  await recordAttempt(db, { id, state: 'sent', error: null });
}

function toTransportMessage({ to_address: address, subject, text, html, headers }: Row<typeof claimMail>) {
  const { From: from, 'Message-ID': messageId, ...others } = headers;
  return {
    // An address object, because a comma in a string could add a second recipient.
    to: { name: '', address },
    ...(from === undefined ? {} : { from }),
    ...(messageId === undefined ? {} : { messageId }),
    subject,
    text,
    html,
    headers: others,
    disableUrlAccess: true,
    disableFileAccess: true,
  };
}
