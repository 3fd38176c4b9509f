import * as z from 'zod';
import type { Db } from '#platform/server/db/database.ts';
import { enqueue, type JobKind } from '#platform/server/jobs/jobs.ts';
import { publishSessionEnd } from '#platform/server/auth/session-ended.ts';
import { revokeAccountGrants } from '#features/identity/server/provider/queries.ts';
import { endSessions, readClock } from './queries.ts';

/** Job for the portal: notifies the tabs of an account's sessions that began before `until`. */
export const endSessionsJob: JobKind<{ sub: string; until: string }> = {
  name: 'account.end-sessions',
  schema: z.object({ sub: z.string(), until: z.string() }),
  retryLimit: 40,
};

/**
 * Ends every session of an account in the caller's transaction: tokens are rejected and streams close when it commits.
 */
export async function signOutEverywhere(db: Db, sub: string): Promise<void> {
  await revokeAccountGrants(db, { sub });
  const clock = await readClock.first(db);
  if (clock === undefined) throw new Error('clock_timestamp() returned no row');
  for (const { id, email } of await endSessions(db, { sub })) await publishSessionEnd(db, id, { sub, email });
  await enqueue(db, endSessionsJob, { sub, until: clock.now });
}
