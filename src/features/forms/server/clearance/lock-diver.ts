import { sql } from 'kysely';
import type { Db } from '#platform/server/db/database.ts';
import { query, type Params } from '#platform/server/db/query.ts';

/** `no key update` doesn't block inserts that only reference the person. */
const lockPerson = query((db, p: Params<{ affiliateId: number }>) =>
  db.selectFrom('person').select('affiliate_id').where('affiliate_id', '=', p.affiliateId).forNoKeyUpdate(),
);
const readClock = query((db) => db.selectNoFrom(sql<Date>`clock_timestamp()`.as('now')));

/**
 * Lets changes of a diver's clearance run one after the other, and returns the context with a time after the lock: the
 * times of requests may have another order than their commits.
 */
export async function lockDiver<Locking extends { db: Db; now: Date }>(
  context: Locking,
  affiliateId: number,
): Promise<Locking> {
  await lockPerson(context.db, { affiliateId });
  const clock = await readClock.first(context.db);
  return { ...context, now: clock?.now ?? context.now };
}
