import { undoWindowMs } from '#platform/shared/undo.ts';
import { runSql } from './database.ts';

/**
 * Starts the jobs that are due after an undo window. Otherwise a notification of a decision takes up to 16 seconds: the
 * undo window and the time until the next poll of the job queue.
 */
export async function startDelayedJobs(): Promise<void> {
  await runSql(
    `with due as (
       update pgboss.job set start_after = now()
       where state = 'created' and start_after between now() and now() + make_interval(secs => $1) returning name)
     select pg_notify('halocline', json_build_object('channel', 'jobs', 'payload', name)::text) from due`,
    [undoWindowMs / 1_000 + 5],
  );
}
