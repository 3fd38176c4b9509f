import type { Context } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { takeRateLimitToken } from '#platform/server/http/rate-limit.ts';
import type { Principal } from '#platform/server/auth/access-tokens.ts';
import { fail } from '#platform/shared/errors.ts';
import * as queries from './queries.ts';

export const rateLimits = {
  /** Limits the guessing of uids; a dive shop's shared address stays far below. */
  calls: { limit: 600, windowS: 300 },
  /** A mail provider's servers send one-click requests for all its users, so only failed ones count. */
  misses: { limit: 100, windowS: 300 },
  /**
   * The holder of a link could opt in and out in turn, and each choice is stored forever. A plain opt-out is never
   * limited.
   */
  changes: { limit: 60, windowS: 3_600 },
} as const;

type LinkedContext = Pick<Context<Principal | null>, 'db' | 'services' | 'request'>;

/** Returns the person of a link, whose uid is the only authorization. */
export async function requireLinkedPerson(
  { db, services, request }: LinkedContext,
  globalUid: string,
): Promise<number> {
  await assertWithinRateLimit(services.database.db, 'calls', request.ip);
  const row = await queries.findPersonByGlobalUid.first(db, { globalUid });
  if (row === undefined) throw fail('not_found');
  return row.affiliateId;
}

/** Counted outside the request's transaction, so rejected requests count too. */
export async function assertWithinRateLimit(db: Db, bucket: keyof typeof rateLimits, caller: string): Promise<void> {
  const { allowed, retryAfterS } = await takeRateLimitToken(db, {
    key: `preferences:${bucket}:${caller}`,
    ...rateLimits[bucket],
  });
  if (!allowed) throw fail('rate.limited', { retryAfterS });
}
