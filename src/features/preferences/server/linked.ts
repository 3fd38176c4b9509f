import type { Context } from '../../../platform/server/context.ts';
import type { Db } from '../../../platform/server/db.ts';
import { takeToken } from '../../../platform/server/limits.ts';
import type { Principal } from '../../../platform/server/token.ts';
import { fail } from '../../../platform/shared/errors.ts';
import * as sql from './sql.ts';

export const buckets = {
  /** Nobody guesses a random uid, but nobody should try by the thousand either; a dive shop stays far below. */
  calls: { limit: 600, windowS: 300 },
  /** The servers of a mail provider press for everybody who has their mail there: only what is wrong counts. */
  misses: { limit: 100, windowS: 300 },
  /** Whoever holds a link can say yes and no in turn, and each is kept for ever. A mere no is never refused. */
  changes: { limit: 60, windowS: 3_600 },
} as const;

type LinkedContext = Pick<Context<Principal | null>, 'db' | 'services' | 'request'>;

/** The person a link is for: its uid is the authority. */
export async function demandLinked({ db, services, request }: LinkedContext, globalUid: string): Promise<number> {
  await slow(services.database.db, 'calls', request.ip);
  const [row] = await sql.findByUid(db, globalUid);
  if (row === undefined) throw fail('not_found');
  return row.affiliateId;
}

/** Counted outside the transaction of the call, so that a refused one counts too. */
export async function slow(db: Db, bucket: keyof typeof buckets, whose: string): Promise<void> {
  const { allowed, retryAfterS } = await takeToken(db, { key: `preferences:${bucket}:${whose}`, ...buckets[bucket] });
  if (!allowed) throw fail('rate.limited', { retryAfterS });
}
