import * as z from 'zod';
import { type Db, statement } from '../../../platform/server/db.ts';
import { enqueue, type JobKind } from '../../../platform/server/jobs.ts';
import { forgetAccount } from './adapter.ts';

/** All sessions of an account that began until then are to end. The portal, which keeps them, does that. */
export const sessionsToEnd: JobKind<{ sub: string; until: string }> = {
  name: 'account.end-sessions',
  schema: z.object({ sub: z.string(), until: z.string() }),
  retryLimit: 40,
};

/** By the clock of the database, as sessions begin: who signs in with the new password stays. */
const selectNow = statement<{ now: string }, []>('select clock_timestamp()::text as now');

/** Whoever is signed in to an account, rightly or not, is signed out exactly if what changed has. */
export async function signOutEverywhere(db: Db, sub: string): Promise<void> {
  await forgetAccount(db, sub);
  const [clock] = await selectNow(db);
  if (clock === undefined) throw new Error('the database has no clock');
  await enqueue(db, sessionsToEnd, { sub, until: clock.now });
}
