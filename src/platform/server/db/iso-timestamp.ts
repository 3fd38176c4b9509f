import { sql, type RawBuilder } from 'kysely';

/** Formats a timestamp as JavaScript's `toISOString` does, whatever the time zone of the database. */
export function isoTimestamp(moment: string | RawBuilder<unknown>, fraction: 'MS' | 'US' = 'MS'): RawBuilder<string> {
  const format = sql.lit(`YYYY-MM-DD"T"HH24:MI:SS.${fraction}"Z"`);
  return sql`to_char(${typeof moment === 'string' ? sql.ref(moment) : moment} at time zone 'utc', ${format})`;
}

/** The same for a column that can be null. */
export function isoTimestampOrNull(column: string): RawBuilder<string | null> {
  return isoTimestamp(column);
}
