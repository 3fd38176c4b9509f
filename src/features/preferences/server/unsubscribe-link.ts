import type { Context } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { takeRateLimitToken } from '#platform/server/http/rate-limit.ts';
import type { Principal } from '#platform/server/auth/access-tokens.ts';
import { fail } from '#platform/shared/errors.ts';
import * as sql from './queries.ts';

export const rateLimits = {
  /** Nobody guesses a random uid, but nobody should try by the thousand either; a dive shop stays far below. */
  calls: { limit: 600, windowS: 300 },
  /** The servers of a mail provider press for everybody who has their mail there: only what is wrong counts. */
  misses: { limit: 100, windowS: 300 },
  /** Whoever holds a link can say yes and no in turn, and each is kept for ever. A mere no is never refused. */
  changes: { limit: 60, windowS: 3_600 },
} as const;

type LinkedContext = Pick<Context<Principal | null>, 'db' | 'services' | 'request'>;

/** The person a link is for: its uid is the authority. */
export async function requireLinkedPerson(
  { db, services, request }: LinkedContext,
  globalUid: string,
): Promise<number> {
  await assertWithinRateLimit(services.database.db, 'calls', request.ip);
  const [row] = await sql.findPersonByGlobalUid(db, globalUid);
  if (row === undefined) throw fail('not_found');
  return row.affiliateId;
}

/** Counted outside the transaction of the call, so that a refused one counts too. */
export async function assertWithinRateLimit(db: Db, bucket: keyof typeof rateLimits, whose: string): Promise<void> {
  const { allowed, retryAfterS } = await takeRateLimitToken(db, {
    key: `preferences:${bucket}:${whose}`,
    ...rateLimits[bucket],
  });
  if (!allowed) throw fail('rate.limited', { retryAfterS });
}
