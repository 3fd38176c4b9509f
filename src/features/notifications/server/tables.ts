import type { NoticeValues } from '#features/notifications/shared/notice.ts';
import type { TableAccess } from '#platform/server/db/table-types.ts';

export const tables = {
  owns: ['notification', 'notification_choice'],
  reads: ['guardian_link', 'person'],
} satisfies TableAccess;

declare module '#platform/server/db/table-types.ts' {
  interface ColumnTypes {
    'notification.values': NoticeValues;
  }
}
