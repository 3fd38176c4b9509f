import * as z from 'zod';
import { type Db, statement } from '#platform/server/db/database.ts';
import { enqueue, type JobKind } from '#platform/server/jobs/jobs.ts';
import { publishSessionEnd } from '#platform/server/auth/session-ended.ts';
import { revokeAccountGrants } from '#features/identity/server/provider/oidc-adapter.ts';

/** The tabs of an account's sessions that began until then are to be told, which the portal does. */
export const endSessionsJob: JobKind<{ sub: string; until: string }> = {
  name: 'account.end-sessions',
  schema: z.object({ sub: z.string(), until: z.string() }),
  retryLimit: 40,
};

/** By the clock of the database, as sessions begin: who signs in with the new password stays. */
const selectNow = statement<{ now: string }, []>('select clock_timestamp()::text as now');

/** In the portal's table, because a job would leave a stranger's session open for as long as it is queued. */
const endSessions = statement<{ id: string; email: string | null }, [sub: string]>(`
  update session set ended_at = clock_timestamp(), refresh_token = null from person
  where person.sub = $1 and session.affiliate_id = person.affiliate_id and session.ended_at is null
  returning session.id, person.email`);

/** Ends every session of an account in the caller's transaction: tokens are refused and streams close as it commits. */
export async function signOutEverywhere(db: Db, sub: string): Promise<void> {
  await revokeAccountGrants(db, sub);
  const [clock] = await selectNow(db);
  if (clock === undefined) throw new Error('the database has no clock');
  for (const { id, email } of await endSessions(db, sub)) await publishSessionEnd(db, id, { sub, email });
  await enqueue(db, endSessionsJob, { sub, until: clock.now });
}
