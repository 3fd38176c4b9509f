import { randomUUID } from 'node:crypto';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Mail } from '#platform/server/mail/mailer.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { type Locale, pickLocale } from '#platform/shared/locale.ts';
import { resolveChannels, type Notice, type NoticeValues } from '#features/notifications/shared/notice.ts';
import { createMailFooter } from './mail-footer.ts';
import { channelName } from './events.ts';
import * as queries from './queries.ts';

export interface NewNotification {
  to: number;
  notice: Notice;
  values?: NoticeValues;
  /** The portal path to open. Guardians who are mailed in a child's place get a path that they can open. */
  path?: string;
  /** The mail's path, if it differs: a link that works without a session and is not stored. */
  mailPath?: string;
  /** False if another mail already tells the person about the same event. */
  isMailed?: boolean;
  /** Guardians are mailed if a child has no email address, unless the caller notifies them separately. */
  notifiesGuardians?: boolean;
  /** A person is notified once per key, however often the cause is repeated. */
  key?: string;
}

type NotifyServices = Pick<Services, 'env' | 'mail' | 'messages' | 'pubsub'>;

/**
 * Notifies a person. It must run in the transaction of its cause, so the notification, the event for open pages
 * and the mail exist exactly if the cause does. Returns false if the key was used before.
 */
export async function notify(services: NotifyServices, db: Db, notification: NewNotification): Promise<boolean> {
  const { to, notice, values = {}, path = '/training/dashboard', mailPath, key } = notification;
  const { isMailed = true, notifiesGuardians = true } = notification;
  if (!db.isTransaction) throw new Error('notify must run in the transaction of its cause');
  const recipient = await queries.findRecipient.first(db, { affiliateId: to, kind: notice.kind });
  if (recipient === undefined) throw new Error(`person ${to} not found for a notification`);
  const { portal: isInPortal } = resolveChannels(notice, recipient.choice);
  const id = key === undefined ? randomUUID() : createUuidFromText(`${to} ${notice.kind} ${key}`);
  const locale = pickLocale([recipient.language]);
  const text = (part: string) => services.messages.format(locale, `${notice.template}.${part}`, values);
  // The row is inserted even if it is only mailed, read and deleted, because the key also limits the mail.
  const row = await queries.insertNotification.first(db, {
    affiliateId: to,
    id,
    name: text('name'),
    url: path,
    message: text('message'),
    kind: notice.kind,
    values,
    locale,
    isHidden: !isInPortal,
  });
  if (row === undefined) return false;
  if (isInPortal) await services.pubsub.publish(db, channelName('create', to), row);
  for (const address of isMailed ? recipient.addresses : []) {
    const isOwn = address.affiliateId === to;
    if (!resolveChannels(notice, address.choice).mail || !(isOwn || notifiesGuardians)) continue;
    const targetPath = mailPath ?? (isOwn ? path : guardianPath(path, to));
    const locale = pickLocale([address.language]);
    const footer = createMailFooter(services, locale, notice, address.globalUuid);
    await services.mail.sendMail(db, {
      to: address.email,
      locale,
      template: notice.template,
      values: { ...values, name: recipient.name, url: `${services.env.BASE_URL}${targetPath}` },
      affiliateId: address.affiliateId,
      ...(!isOwn && { wrap: wrapForGuardian(services, locale, address.name, recipient.name) }),
      ...(footer && { footer }),
    });
  }
  return true;
}

/** The pages that a guardian can open for a child; others are replaced by the family page. */
const guardianPages =
  /^\/(account|profile|certifications|preferences\/subscriber|training\/(forms-applications|medical-form|my-promos))\b/;

function guardianPath(path: string, child: number): string {
  if (!guardianPages.test(path)) return '/family';
  return `${path}${path.includes('?') ? '&' : '?'}for=${child}`;
}

/** The mail addresses the child, so a guardian gets an explanation first. */
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
