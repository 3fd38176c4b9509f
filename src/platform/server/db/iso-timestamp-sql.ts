/** Formats a timestamp as JavaScript's `toISOString` does, whatever the time zone of the database. */
export function isoTimestampSql(column: string, fraction: 'MS' | 'US' = 'MS'): string {
  return `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.${fraction}"Z"')`;
}
