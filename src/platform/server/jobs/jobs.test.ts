import { Pool } from 'pg';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { openDatabase } from '#platform/server/db/database.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import type { Services } from '#platform/server/http/context.ts';
import { createJobQueues, defineJob, enqueue, type Job, type JobWorkers, startJobWorkers } from './jobs.ts';
import { createPubSub } from '#platform/server/events/pubsub.ts';

const database = await createTestDatabase();
const { db } = database;
const onError = (error: unknown): never => {
  throw error;
};
const pubsub = await createPubSub({ database, connection: database.connection, onError });
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

/** A job that records its payloads, with its queue. */
async function recorder(name: string): Promise<{ job: Job<{ text: string }>; ran: string[] }> {
  const ran: string[] = [];
  const job = defineJob(name, { schema }, async (_ctx, { text }) => void ran.push(text));
  await createJobQueues(database.pool, [job]);
  return { ran, job };
}

describe('jobs', () => {
  test('runs a job when its transaction commits and not when it rolls back', async () => {
    const { job, ran } = await recorder('transactional');
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
    const { job, ran } = await recorder('early');
    await database.inTransaction('early', (tx) => enqueue(tx, job, { text: 'waiting' }));
    await start(job);
    await expect.poll(() => ran).toEqual(['waiting']);
  });

  test('creates one job per idempotency key', async () => {
    const { job, ran } = await recorder('idempotent');
    for (const text of ['first', 'again']) await enqueue(db, job, { text }, { id: 'order:1' });
    await enqueue(db, job, { text: 'other' }, { id: 'order:2' });
    await start(job);
    await expect.poll(() => ran.toSorted()).toEqual(['first', 'other']);
    await enqueue(db, job, { text: 'after it ran' }, { id: 'order:1' });
    await enqueue(db, job, { text: 'last' });
    await expect.poll(() => ran.toSorted()).toEqual(['first', 'last', 'other']);
  });

  test('creates the job when the transaction with the same idempotency key was rolled back', async () => {
    const { job, ran } = await recorder('idempotent-rollback');
    const failing = database.inTransaction('failing', async (tx) => {
      await enqueue(tx, job, { text: 'never' }, { id: 'order:1' });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await database.inTransaction('fine', async (tx) => {
      for (const text of ['first', 'again']) await enqueue(tx, job, { text }, { id: 'order:1' });
    });
    await start(job);
    await expect.poll(() => ran).toEqual(['first']);
  });

  test('creates one job when two transactions with the same idempotency key overlap', async () => {
    const { job, ran } = await recorder('idempotent-overlap');
    const texts = ['one', 'two', 'three'];
    const inserts = texts.map((text) =>
      database.inTransaction(text, (tx) => enqueue(tx, job, { text }, { id: 'order:1' })),
    );
    await Promise.all(inserts);
    await enqueue(db, job, { text: 'last' });
    await start(job);
    await expect.poll(() => ran.length).toBe(2);
    expect(ran).toContain('last');
  });

  test('needs no second connection inside a transaction', async () => {
    const { job, ran } = await recorder('one-connection');
    const single = openDatabase({ connection: database.connection, poolSize: 1 });
    await createJobQueues(single.pool, [job]);
    await single.inTransaction('only', (tx) => enqueue(tx, job, { text: 'sent' }));
    await single.close();
    await start(job);
    await expect.poll(() => ran).toEqual(['sent']);
  });

  test('rejects a job without a queue', async () => {
    const job = defineJob('unknown', { schema }, async () => undefined);
    await expect(enqueue(db, job, { text: 'x' })).rejects.toThrow('Queue unknown does not exist');
  });

  test('rejects a payload that does not match the schema', async () => {
    const { job } = await recorder('strict');
    await expect(enqueue(db, job, { text: 5 } as never)).rejects.toThrow('expected string');
  });

  test('does not run a job before startAfter', async () => {
    const { job, ran } = await recorder('later');
    await enqueue(db, job, { text: 'tomorrow' }, { startAfter: new Date(Date.now() + 86_400_000) });
    await enqueue(db, job, { text: 'now' });
    await start(job);
    await expect.poll(() => ran).toEqual(['now']);
    const { rows } = await database.pool.query(
      "select state::text from pgboss.job where name = 'later' order by start_after",
    );
    expect(rows.at(-1)).toEqual({ state: 'created' });
  });

  test('runs a job once when several processes compete for it', async () => {
    const { job, ran } = await recorder('shared');
    await Promise.all([start(job), start(job), start(job)]);
    const texts = Array.from({ length: 30 }, (_, index) => `job ${index}`);
    await database.inTransaction('many', async (tx) => {
      for (const text of texts) await enqueue(tx, job, { text });
    });
    await expect.poll(() => ran.length).toBe(30);
    expect(ran.toSorted()).toEqual(texts.toSorted());
  });

  test('finishes a running job before the process stops', async () => {
    const started = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    let isFinished = false;
    const job = defineJob('slow', { schema }, async () => {
      started.resolve();
      await gate.promise;
      isFinished = true;
    });
    const workers = await start(job);
    await enqueue(db, job, { text: 'x' });
    await started.promise;
    const stopped = workers.stop();
    gate.resolve();
    await stopped;
    expect(isFinished).toBe(true);
    const { rows } = await database.pool.query("select state::text from pgboss.job where name = 'slow'");
    expect(rows).toEqual([{ state: 'completed' }]);
  });
});

test('installs the job queue once when processes start at the same time', async () => {
  const { job, ran } = await recorder('after');
  await database.pool.query('drop schema pgboss cascade');
  const pools = Array.from({ length: 5 }, () => new Pool({ ...database.connection, max: 2 }));
  await Promise.all(pools.map((pool) => createJobQueues(pool, [job])));
  await Promise.all(pools.map((pool) => pool.end()));
  await start(job);
  await enqueue(db, job, { text: 'works' });
  await expect.poll(() => ran).toEqual(['works']);
});
