import { randomUUID } from 'node:crypto';
import type { Services } from '../../../platform/server/context.ts';
import type { Db } from '../../../platform/server/db.ts';
import type { MessageValues } from '../../../platform/server/messages.ts';
import { uuidOf } from '../../../platform/server/uuid.ts';
import { pickLocale } from '../../../platform/shared/locale.ts';
import { channelsOf, type Notice } from '../shared/notice.ts';
import { channelName } from './events.ts';
import * as sql from './sql.ts';

export interface News {
  to: number;
  notice: Notice;
  /** What the words need; kept, so that another language can say the same. */
  values?: Record<string, string | number>;
  /** A path of the portal to go to. A guardian who is written to in a child's place gets it with `?for=`. */
  path?: string;
  /** Where the mail leads instead: a link that works for whoever has it, which the portal does not keep. */
  mailPath?: string;
  /** Guardians are written to where a child has no address of its own, unless they are told by themselves. */
  tellsGuardians?: boolean;
  /** The same key tells the same person once, however often the cause is repeated. */
  key?: string;
}

/**
 * The one way to tell somebody something. It takes the transaction of what happened: the notification, the event for
 * open pages and the mail exist exactly if that does. False where the key has told them before.
 */
export async function notify(
  services: Pick<Services, 'env' | 'mail' | 'messages' | 'pubsub'>,
  db: Db,
  { to, notice, values = {}, path = '/training/dashboard', mailPath, tellsGuardians = true, key }: News,
): Promise<boolean> {
  if (!db.isTransaction) throw new Error('a notification is written in the transaction of what it tells');
  const [receiver] = await sql.findReceiver(db, to, notice.kind);
  if (receiver === undefined) throw new Error(`there is no person ${to} to tell`);
  const { in_portal: inPortal, by_mail: byMail } = receiver;
  const chosen = inPortal === null || byMail === null ? null : { in_portal: inPortal, by_mail: byMail };
  const channels = channelsOf(notice, chosen);
  const id = key === undefined ? randomUUID() : uuidOf(`${to} ${notice.kind} ${key}`);
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
    !channels.portal,
  );
  if (row === undefined) return false;
  if (channels.portal) await services.pubsub.publish(db, channelName('create', to), row);
  for (const address of channels.mail ? receiver.addresses : []) {
    const isOwn = address.affiliateId === to;
    const leadsTo = mailPath ?? (isOwn ? path : pathFor(path, to));
    if (isOwn || tellsGuardians) await mailTo(services, db, address, notice, values, leadsTo);
  }
  return true;
}

function pathFor(path: string, child: number): string {
  return `${path}${path.includes('?') ? '&' : '?'}for=${child}`;
}

async function mailTo(
  { env, mail }: Pick<Services, 'env' | 'mail'>,
  db: Db,
  address: sql.Receiver['addresses'][number],
  notice: Notice,
  values: MessageValues,
  path: string,
): Promise<void> {
  const locale = pickLocale([address.language]);
  const query = new URLSearchParams({ global_uid: address.globalUuid, kind: notice.kind });
  await mail.sendMail(db, {
    to: address.email,
    locale,
    template: notice.template,
    values: { ...values, name: address.name, url: `${env.BASE_URL}${path}` },
    affiliateId: address.affiliateId,
    ...(notice.isRequired ? {} : { unsubscribeUrl: `${env.BASE_URL}/unsubscribed/${locale}?${query}` }),
  });
}
