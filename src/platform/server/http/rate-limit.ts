import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';
import { hashToken } from '#platform/server/crypto/secrets.ts';

/** A limit shared by all processes, for actions that could be guessed or flooded, such as sign-in attempts. */
export interface RateLimit {
  /** The counter name, such as `sign-in:account:<sub>`. Only its hash is stored. */
  key: string;
  limit: number;
  windowS: number;
}

export interface RateLimitResult {
  allowed: boolean;
  /** 0 when allowed. */
  retryAfterS: number;
}

/** The window starts with the first attempt. Rejected attempts do not extend it, so waiting always helps. */
const incrementCounter = query((db, p: Params<{ keyHash: string; windowS: number }>) =>
  db
    .with('swept', (db) =>
      db.deleteFrom('rate_counter').where('key_hash', 'in', (eb) =>
        eb
          .selectFrom('rate_counter')
          .select('key_hash')
          .where('ends_at', '<', sql<Date>`now() - interval '1 minute'`)
          .where('key_hash', '<>', p.keyHash)
          .limit(20)
          .forUpdate()
          .skipLocked(),
      ),
    )
    .insertInto('rate_counter')
    .values({
      key_hash: p.keyHash,
      taken: 1,
      ends_at: sql`clock_timestamp() + make_interval(secs => ${p.windowS})`,
    })
    .onConflict((conflict) =>
      conflict.column('key_hash').doUpdateSet({
        taken: sql`case when rate_counter.ends_at <= clock_timestamp() then 1 else least(rate_counter.taken, 1000000) + 1 end`,
        ends_at: sql`case when rate_counter.ends_at <= clock_timestamp() then excluded.ends_at else rate_counter.ends_at end`,
      }),
    )
    .returning(['taken', sql<number>`extract(epoch from ends_at - clock_timestamp())::float8`.as('leftS')]),
);
const decrementCounter = query((db, p: Params<{ keyHash: string }>) =>
  db
    .updateTable('rate_counter')
    .set((eb) => ({ taken: eb('taken', '-', 1) }))
    .where('key_hash', '=', p.keyHash)
    .where('taken', '>', 0),
);

/**
 * Counts one attempt. Requires the database's own `db`, not the transaction of the request: a rejected request is
 * rolled back, and the count would be lost.
 */
export async function takeRateLimitToken(db: Db, { key, limit, windowS }: RateLimit): Promise<RateLimitResult> {
  const row = await incrementCounter.first(db, { keyHash: hashToken(key), windowS });
  if (row === undefined) throw new Error('rate limit counter returned no row');
  const allowed = row.taken <= limit;
  return { allowed, retryAfterS: allowed ? 0 : Math.max(1, Math.ceil(row.leftS)) };
}

/** Uncounts an attempt that should not be limited, such as a successful sign-in. */
export async function returnRateLimitToken(db: Db, key: string): Promise<void> {
  await decrementCounter(db, { keyHash: hashToken(key) });
}
