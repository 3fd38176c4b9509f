import type { TableAccess } from '#platform/server/db/tables.ts';

export const tables = {
  owns: ['notification', 'notification_choice'],
  reads: ['guardian_link', 'person'],
} satisfies TableAccess;

declare module '#platform/server/db/tables.ts' {
  interface ColumnTypes {
    'notification.values': Record<string, string | number>;
  }
}
