import { sql } from 'kysely';
import type { ClientConfig } from 'pg';
import type { Db } from './database.ts';
import type { Params } from './query.ts';
import { notNull, rawQuery, text } from './raw-query.ts';

/** Timeouts for everything, because a hanging statement would block all users of a shared connection. */
export const sessionLimits = {
  lock_timeout: 10_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
} satisfies ClientConfig;

const readMissingLimits = rawQuery(
  { name: notNull(text) },
  (p: Params<{ names: string[] }>) => sql`
    select format('%s', name) as name from pg_settings where name = any(${p.names}::text[]) and setting = '0' order by 1`,
);

/** Through a pooler the timeouts are those of the role. Throws if one is missing. */
export async function assertRoleHasLimits(db: Db): Promise<void> {
  const missing = await readMissingLimits(db, { names: Object.keys(sessionLimits) });
  if (missing.length === 0) return;
  const statements = missing.map(
    ({ name }) => `alter role current_user set ${name} = ${sessionLimits[name as keyof typeof sessionLimits]};`,
  );
  throw new Error(`the role of DATABASE_URL has no timeouts, which a pooler needs; run: ${statements.join(' ')}`);
}
