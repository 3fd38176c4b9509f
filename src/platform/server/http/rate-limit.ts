import { type Db, statement } from '#platform/server/db/database.ts';
import { hashToken } from '#platform/server/crypto/secrets.ts';

/** Counters that every process shares, for what a person could guess or flood: passwords, codes, reset mails. */
export interface RateLimit {
  /** What is counted, such as `sign-in:account:<sub>`; only its hash is stored. */
  key: string;
  limit: number;
  windowS: number;
}

export interface RateLimitResult {
  allowed: boolean;
  /** 0 when allowed. */
  retryAfterS: number;
}

/** The window opens with the first try and is not prolonged by refused ones, so waiting always helps. */
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
 * Counts one try. Give it the database's own `db`, not the transaction of the call: a refused call is rolled back,
 * and the count would go with it.
 */
export async function takeRateLimitToken(db: Db, { key, limit, windowS }: RateLimit): Promise<RateLimitResult> {
  const [row] = await incrementCounter(db, hashToken(key), windowS);
  if (row === undefined) throw new Error('the counter answered nothing');
  const allowed = row.taken <= limit;
  return { allowed, retryAfterS: allowed ? 0 : Math.max(1, Math.ceil(row.left_s)) };
}

/** A try that turned out to be none of those that are to be slowed. */
export async function returnRateLimitToken(db: Db, key: string): Promise<void> {
  await decrementCounter(db, hashToken(key));
}
