import { type Db, statement } from '#platform/server/db/database.ts';
import type { Messages } from '#platform/server/i18n/messages.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import type { Notice } from '#features/notifications/shared/notice.ts';

export interface DemoNotification {
  to: number;
  notice: Notice;
  values: Record<string, string | number>;
  path: string;
  minutesAgo: number;
  isUnread?: boolean;
}

const locale = 'en-US';

const insertDemo = statement<
  unknown,
  [
    affiliateId: number,
    id: string,
    minutesAgo: number,
    isRead: boolean,
    name: string,
    url: string,
    message: string,
    kind: string,
    values: string,
    locale: string,
  ]
>(`
  insert into notification (affiliate_id, id, timestamp, read, name, url, message, kind, values, locale)
  values ($1, $2, now() - $3 * interval '1 minute', $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`);

export async function seedDemoNotifications(
  db: Db,
  messages: Messages,
  notifications: readonly DemoNotification[],
): Promise<void> {
  for (const { to, notice, values, path, minutesAgo, isUnread = false } of notifications) {
    const id = createUuidFromText(`demo ${to} ${notice.kind}`);
    const text = (part: string) => messages.format(locale, `${notice.template}.${part}`, values);
    const json = JSON.stringify(values);
    await insertDemo(db, to, id, minutesAgo, !isUnread, text('name'), path, text('message'), notice.kind, json, locale);
  }
}
