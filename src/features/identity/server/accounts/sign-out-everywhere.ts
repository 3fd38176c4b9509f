import * as z from 'zod';
import { type Db, statement } from '#platform/server/db/database.ts';
import { enqueue, type JobKind } from '#platform/server/jobs/jobs.ts';
import { publishSessionEnd } from '#platform/server/auth/session-ended.ts';
import { revokeAccountGrants } from '#features/identity/server/provider/oidc-adapter.ts';

/** Job for the portal: notifies the tabs of an account's sessions that began before `until`. */
export const endSessionsJob: JobKind<{ sub: string; until: string }> = {
  name: 'account.end-sessions',
  schema: z.object({ sub: z.string(), until: z.string() }),
  retryLimit: 40,
};

/** The database's clock, which sessions use as well: a session that starts with the new password stays open. */
const selectNow = statement<{ now: string }, []>('select clock_timestamp()::text as now');

/** Updates the portal's table directly, because a stranger's session would stay open while a job is queued. */
const endSessions = statement<{ id: string; email: string | null }, [sub: string]>(`
  update session set ended_at = clock_timestamp(), refresh_token = null from person
  where person.sub = $1 and session.affiliate_id = person.affiliate_id and session.ended_at is null
  returning session.id, person.email`);

/**
 * Ends every session of an account in the caller's transaction: tokens are rejected and streams close when it commits.
 */
export async function signOutEverywhere(db: Db, sub: string): Promise<void> {
  await revokeAccountGrants(db, sub);
  const [clock] = await selectNow(db);
  if (clock === undefined) throw new Error('clock_timestamp() returned no row');
  for (const { id, email } of await endSessions(db, sub)) await publishSessionEnd(db, id, { sub, email });
  await enqueue(db, endSessionsJob, { sub, until: clock.now });
}
