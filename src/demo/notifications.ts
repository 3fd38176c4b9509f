import type { Db } from '#platform/server/db/database.ts';
import type { Messages } from '#platform/server/i18n/messages.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import type { Timeline } from './world/timeline.ts';
import type { Notice, NoticeValues } from '#features/notifications/shared/notice.ts';

export interface DemoNotification {
  to: number;
  notice: Notice;
  values: NoticeValues;
  path: string;
  minutesAgo: number;
  isUnread?: boolean;
}

const locale = 'en-US';

export async function seedDemoNotifications(
  db: Db,
  messages: Messages,
  { now }: Timeline,
  notifications: readonly DemoNotification[],
): Promise<void> {
  await db
    .insertInto('notification')
    .values(
      notifications.map(({ to, notice, values, path, minutesAgo, isUnread = false }, index) => {
        const text = (part: string) => messages.format(locale, `${notice.template}.${part}`, values);
        return {
          affiliate_id: to,
          id: createUuidFromText(`demo ${to} ${notice.kind} ${index}`),
          timestamp: new Date(now.getTime() - minutesAgo * 60_000),
          read: !isUnread,
          name: text('name'),
          url: path,
          message: text('message'),
          kind: notice.kind,
          values: JSON.stringify(values),
          locale,
        };
      }),
    )
    .execute();
}
