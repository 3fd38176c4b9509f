import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createTestDatabase } from '#platform/testing/database.ts';
import type { Services } from '#platform/server/http/context.ts';
import { createPubSub } from '#platform/server/events/pubsub.ts';
import { createJobQueues, defineJob, enqueue, type Job, type JobWorkers, startJobWorkers } from './jobs.ts';

const database = await createTestDatabase();
const { db } = database;
const onError = (error: unknown): never => {
  throw error;
};
const pubsub = await createPubSub({ database, connection: database.connection, onError });
const services = { database, pubsub, env: { LOG_LEVEL: 'silent' } } as unknown as Services;
const schema = z.object({ text: z.string() });

const running: JobWorkers[] = [];
async function start(job: Job): Promise<void> {
  running.push(await startJobWorkers(services, [job]));
}
afterAll(async () => {
  await Promise.all(running.map((workers) => workers.stop()));
  await pubsub.close();
});

// Concurrent, because each test takes as long as a retry delay.
describe.concurrent('job retries', () => {
  test('retries a failed job with backoff until it succeeds', async () => {
    const attempts: string[] = [];
    const job = defineJob('flaky', { schema, retryDelayS: 1 }, async (_ctx, { text }) => {
      attempts.push(text);
      if (attempts.length < 2) throw new Error('not yet');
    });
    await start(job);
    await enqueue(db, job, { text: 'x' });
    await expect.poll(() => attempts).toEqual(['x', 'x']);
    const { rows } = await database.pool.query(
      "select retry_backoff, retry_limit from pgboss.job where name = 'flaky'",
    );
    expect(rows).toEqual([{ retry_backoff: true, retry_limit: 5 }]);
  });

  test('sets isLastTry on the last attempt', async () => {
    const tries: boolean[] = [];
    const job = defineJob('doomed', { schema, retryLimit: 1, retryDelayS: 1 }, async ({ isLastTry }) => {
      tries.push(isLastTry);
      throw new Error('never');
    });
    await start(job);
    await enqueue(db, job, { text: 'x' });
    await expect.poll(() => tries).toEqual([false, true]);
  });

  test('reassigns a job whose process was killed', async () => {
    const attempts: string[] = [];
    const job = defineJob('orphan', { schema, retryDelayS: 1 }, async (_ctx, { text }) => void attempts.push(text));
    await createJobQueues(database.pool, [job]);
    await enqueue(db, job, { text: 'x' });
    await database.pool.query(`update pgboss.job set state = 'active', started_on = now() - interval '1 minute',
      heartbeat_on = now() - interval '1 minute' where name = 'orphan'`);
    await start(job);
    // The workers of another test may have checked this queue already; the next check is after 30 s.
    await expect.poll(() => attempts, { timeout: 45_000 }).toEqual(['x']);
  });
});
