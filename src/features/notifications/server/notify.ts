import { randomUUID } from 'node:crypto';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Mail } from '#platform/server/mail/mailer.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { type Locale, pickLocale } from '#platform/shared/locale.ts';
import { resolveChannels, type Notice } from '#features/notifications/shared/notice.ts';
import { channelName } from './events.ts';
import * as sql from './queries.ts';

export interface NewNotification {
  to: number;
  notice: Notice;
  /** What the words need; kept, so that another language can say the same. */
  values?: Record<string, string | number>;
  /** A path of the portal to go to. A guardian who is written to in a child's place is led to what they can open. */
  path?: string;
  /** Where the mail leads instead: a link that works for whoever has it, which the portal does not keep. */
  mailPath?: string;
  /** Guardians are written to where a child has no address of its own, unless they are told by themselves. */
  tellsGuardians?: boolean;
  /** The same key tells the same person once, however often the cause is repeated. */
  key?: string;
}

type NotifyServices = Pick<Services, 'env' | 'mail' | 'messages' | 'pubsub'>;

/**
 * The one way to tell somebody something. It takes the transaction of what happened: the notification, the event for
 * open pages and the mail exist exactly if that does. False where the key has told them before.
 */
export async function notify(
  services: NotifyServices,
  db: Db,
  { to, notice, values = {}, path = '/training/dashboard', mailPath, tellsGuardians = true, key }: NewNotification,
): Promise<boolean> {
  if (!db.isTransaction) throw new Error('a notification is written in the transaction of what it tells');
  const [receiver] = await sql.findRecipient(db, to, notice.kind);
  if (receiver === undefined) throw new Error(`there is no person ${to} to tell`);
  const { portal: isInPortal } = resolveChannels(notice, receiver.choice);
  const id = key === undefined ? randomUUID() : createUuidFromText(`${to} ${notice.kind} ${key}`);
  const locale = pickLocale([receiver.language]);
  const text = (part: string) => services.messages.format(locale, `${notice.template}.${part}`, values);
  // Kept even when it is only mailed, already read and out of sight: the key makes the mail go out once as well.
  const [row] = await sql.insertNotification(
    db,
    to,
    id,
    text('name'),
    path,
    text('message'),
    notice.kind,
    JSON.stringify(values),
    locale,
    !isInPortal,
  );
  if (row === undefined) return false;
  if (isInPortal) await services.pubsub.publish(db, channelName('create', to), row);
  for (const address of receiver.addresses) {
    const isOwn = address.affiliateId === to;
    if (!resolveChannels(notice, address.choice).mail || !(isOwn || tellsGuardians)) continue;
    const leadsTo = mailPath ?? (isOwn ? path : guardianPath(path, to));
    const locale = pickLocale([address.language]);
    const query = new URLSearchParams({ global_uid: address.globalUuid, kind: notice.kind });
    await services.mail.sendMail(db, {
      to: address.email,
      locale,
      template: notice.template,
      values: { ...values, name: receiver.name, url: `${services.env.BASE_URL}${leadsTo}` },
      affiliateId: address.affiliateId,
      ...(!isOwn && { wrap: wrapForGuardian(services, locale, address.name, receiver.name) }),
      ...(!notice.isRequired && { unsubscribeUrl: `${services.env.BASE_URL}/unsubscribed/${locale}?${query}` }),
    });
  }
  return true;
}

/** The pages that a guardian opens for a child; what else there is for them is on the page of the family. */
const guardianPages =
  /^\/(account|profile|certifications|preferences\/subscriber|training\/(forms-applications|medical-form))\b/;

function guardianPath(path: string, child: number): string {
  if (!guardianPages.test(path)) return '/family';
  return `${path}${path.includes('?') ? '&' : '?'}for=${child}`;
}

/** A mail speaks to the child; whoever reads it in the child's place is told so first. */
function wrapForGuardian(
  { messages }: NotifyServices,
  locale: Locale,
  name: string,
  child: string,
): NonNullable<Mail['wrap']> {
  return ({ subject, body }) => ({
    subject: messages.format(locale, 'notifications.for_guardian.subject', { child, subject }),
    body: `${messages.format(locale, 'notifications.for_guardian.body', { name, child })}\n\n${body}`,
  });
}
