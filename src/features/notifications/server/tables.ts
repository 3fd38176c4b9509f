declare module '#platform/server/db/tables.ts' {
  interface ColumnTypes {
    'notification.values': Record<string, string | number>;
  }
}
