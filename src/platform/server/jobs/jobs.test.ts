import { Pool } from 'pg';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createTestDatabase } from '#platform/testing/database.ts';
import type { Services } from '#platform/server/http/context.ts';
import { defineJob, enqueue, installJobQueue, type Job, type JobWorkers, startJobWorkers } from './jobs.ts';
import { createPubSub } from '#platform/server/events/pubsub.ts';

const database = await createTestDatabase();
const { db } = database;
const onError = (error: unknown): never => {
  throw error;
};
const pubsub = await createPubSub({ connection: database.connection, onError });
afterAll(() => pubsub.close());
const services = { database, pubsub, env: { LOG_LEVEL: 'silent' } } as unknown as Services;
const schema = z.object({ text: z.string() });

const running: JobWorkers[] = [];
async function start(...jobs: Job[]): Promise<JobWorkers> {
  const workers = await startJobWorkers(services, jobs);
  running.push(workers);
  return workers;
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((workers) => workers.stop()));
});

/** A job that records its payloads. */
function recorder(name: string): { job: Job<{ text: string }>; ran: string[] } {
  const ran: string[] = [];
  return { ran, job: defineJob(name, { schema }, async (_ctx, { text }) => void ran.push(text)) };
}

describe('jobs', () => {
  test('runs a job when its transaction commits and not when it rolls back', async () => {
    const { job, ran } = recorder('transactional');
    await start(job);
    const failing = database.inTransaction('failing', async (tx) => {
      await enqueue(tx, job, { text: 'never' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await database.inTransaction('fine', (tx) => enqueue(tx, job, { text: 'it\'s $1 \\ ünd "this"' }));
    await expect.poll(() => ran).toEqual(['it\'s $1 \\ ünd "this"']);
  });

  test('accepts a job before any worker for it has started', async () => {
    const { job, ran } = recorder('early');
    await database.inTransaction('early', (tx) => enqueue(tx, job, { text: 'waiting' }));
    await start(job);
    await expect.poll(() => ran).toEqual(['waiting']);
  });

  test('creates one job per idempotency key', async () => {
    const { job, ran } = recorder('idempotent');
    for (const text of ['first', 'again']) await enqueue(db, job, { text }, { id: 'order:1' });
    await enqueue(db, job, { text: 'other' }, { id: 'order:2' });
    await start(job);
    await expect.poll(() => ran.toSorted()).toEqual(['first', 'other']);
    await enqueue(db, job, { text: 'after it ran' }, { id: 'order:1' });
    await enqueue(db, job, { text: 'last' });
    await expect.poll(() => ran.toSorted()).toEqual(['first', 'last', 'other']);
  });

  test('rejects a payload that does not match the schema', async () => {
    const { job } = recorder('strict');
    await expect(enqueue(db, job, { text: 5 } as never)).rejects.toThrow('expected string');
  });

  test('does not run a job before startAfter', async () => {
    const { job, ran } = recorder('later');
    await enqueue(db, job, { text: 'tomorrow' }, { startAfter: new Date(Date.now() + 86_400_000) });
    await enqueue(db, job, { text: 'now' });
    await start(job);
    await expect.poll(() => ran).toEqual(['now']);
    const { rows } = await database.pool.query(
      "select state::text from pgboss.job where name = 'later' order by start_after",
    );
    expect(rows.at(-1)).toEqual({ state: 'created' });
  });

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

  test('runs a job once when several processes compete for it', async () => {
    const { job, ran } = recorder('shared');
    await Promise.all([start(job), start(job), start(job)]);
    const texts = Array.from({ length: 30 }, (_, index) => `job ${index}`);
    await database.inTransaction('many', async (tx) => {
      for (const text of texts) await enqueue(tx, job, { text });
    });
    await expect.poll(() => ran.length).toBe(30);
    expect(ran.toSorted()).toEqual(texts.toSorted());
  });

  test('reassigns a job whose process was killed', async () => {
    const attempts: string[] = [];
    const job = defineJob('orphan', { schema, retryDelayS: 1 }, async (_ctx, { text }) => void attempts.push(text));
    await enqueue(db, job, { text: 'x' });
    await database.pool.query(`update pgboss.job set state = 'active', started_on = now() - interval '1 minute',
      heartbeat_on = now() - interval '1 minute' where name = 'orphan'`);
    await start(job);
    await expect.poll(() => attempts).toEqual(['x']);
  });

  test('finishes a running job before the process stops', async () => {
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    let isFinished = false;
    const job = defineJob('slow', { schema }, async () => {
      begun.resolve();
      await gate.promise;
      isFinished = true;
    });
    const workers = await start(job);
    await enqueue(db, job, { text: 'x' });
    await begun.promise;
    const stopped = workers.stop();
    gate.resolve();
    await stopped;
    expect(isFinished).toBe(true);
    const { rows } = await database.pool.query("select state::text from pgboss.job where name = 'slow'");
    expect(rows).toEqual([{ state: 'completed' }]);
  });
});

test('removes the schedule of a former job name', async () => {
  const everyHour = { schema, cron: '3 * * * *' };
  const work = async () => undefined;
  const before = await start(defineJob('old-name', everyHour, work));
  await before.stop();
  await start(defineJob('new-name', { ...everyHour, formerName: 'old-name' }, work));
  const { rows } = await database.pool.query("select name from pgboss.schedule where name like '%-name'");
  expect(rows).toEqual([{ name: 'new-name' }]);
});

test('installs the job queue once when processes start at the same time', async () => {
  await database.pool.query('drop schema pgboss cascade');
  const pools = Array.from({ length: 5 }, () => new Pool({ ...database.connection, max: 2 }));
  await Promise.all(pools.map((pool) => installJobQueue(pool)));
  await Promise.all(pools.map((pool) => pool.end()));
  const { job, ran } = recorder('after');
  await start(job);
  await enqueue(db, job, { text: 'works' });
  await expect.poll(() => ran).toEqual(['works']);
});
