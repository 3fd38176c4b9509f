import type { Db } from '#platform/server/db/database.ts';
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

export async function seedDemoNotifications(
  db: Db,
  messages: Messages,
  notifications: readonly DemoNotification[],
): Promise<void> {
  for (const { to, notice, values, path, minutesAgo, isUnread = false } of notifications) {
    const id = createUuidFromText(`demo ${to} ${notice.kind}`);
    const text = (part: string) => messages.format(locale, `${notice.template}.${part}`, values);
    await db
      .insertInto('notification')
      .values({
        affiliate_id: to,
        id,
        timestamp: new Date(Date.now() - minutesAgo * 60_000),
        read: !isUnread,
        name: text('name'),
        url: path,
        message: text('message'),
        kind: notice.kind,
        values: JSON.stringify(values),
        locale,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
