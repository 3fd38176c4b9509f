import { type Db, statement } from '#platform/server/db/database.ts';
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
const incrementCounter = statement<{ taken: number; left_s: number }, [string, number]>(`
  with swept as (
    delete from rate_counter where key_hash in (
      select key_hash from rate_counter where ends_at < now() - interval '1 minute' and key_hash <> $1
      limit 20 for update skip locked
    )
  )
  insert into rate_counter as counter (key_hash, taken, ends_at)
  values ($1, 1, clock_timestamp() + make_interval(secs => $2))
  on conflict (key_hash) do update set
    taken = case when counter.ends_at <= clock_timestamp() then 1 else least(counter.taken, 1000000) + 1 end,
    ends_at = case when counter.ends_at <= clock_timestamp() then excluded.ends_at else counter.ends_at end
  returning taken, extract(epoch from ends_at - clock_timestamp())::float8 as left_s`);
const decrementCounter = statement<unknown, [string]>(
  'update rate_counter set taken = taken - 1 where key_hash = $1 and taken > 0',
);

/**
 * Counts one attempt. Requires the database's own `db`, not the transaction of the request: a rejected request is
 * rolled back, and the count would be lost.
 */
export async function takeRateLimitToken(db: Db, { key, limit, windowS }: RateLimit): Promise<RateLimitResult> {
  const [row] = await incrementCounter(db, hashToken(key), windowS);
  if (row === undefined) throw new Error('rate limit counter returned no row');
  const allowed = row.taken <= limit;
  return { allowed, retryAfterS: allowed ? 0 : Math.max(1, Math.ceil(row.left_s)) };
}

/** Uncounts an attempt that should not be limited, such as a successful sign-in. */
export async function returnRateLimitToken(db: Db, key: string): Promise<void> {
  await decrementCounter(db, hashToken(key));
}
