import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { type Job as FetchedJob, PgBoss } from 'pg-boss';
import { pino } from 'pino';
import type * as z from 'zod';
import type { Services } from '#platform/server/http/context.ts';
import { getQueryRunner } from '#platform/server/db/connection.ts';
import type { Database, Db } from '#platform/server/db/database.ts';
import { declareJobs, recordJob } from '#platform/server/observability/metrics.ts';
import { publish } from '#platform/server/events/pubsub.ts';
import { createLoggerOptions } from '#platform/server/observability/telemetry.ts';
import { traceWork } from '#platform/server/observability/tracing.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';

export interface JobContext {
  database: Database;
  services: Services;
  log: FastifyBaseLogger;
  now: Date;
  /** A failure of this attempt is final. */
  isLastTry: boolean;
}

export interface JobOptions<Payload> {
  schema: z.ZodType<Payload>;
  retryLimit?: number;
  /** Seconds before the first retry. The delay doubles with each further retry. */
  retryDelayS?: number;
  retryDelayMaxS?: number;
  /** A job that runs longer than this is assigned to another worker. */
  expireInS?: number;
  /** Schedule (five fields, UTC). The job runs once across all processes, with an empty payload. */
  cron?: string;
  /** The number of these jobs that one process runs at a time. */
  concurrency?: number;
}

/** The part of a job that is needed to enqueue it. Another feature may implement it. */
export interface JobKind<Payload = unknown> extends JobOptions<Payload> {
  name: string;
}

export interface Job<Payload = unknown> extends JobKind<Payload> {
  run(ctx: JobContext, payload: Payload): Promise<void>;
}

export interface EnqueueOptions {
  /** Idempotency key: a second job with the same name and key is not created. */
  id?: string;
  startAfter?: Date;
}

/** Defines a job. Its work must be idempotent, because a job runs again after a crash. */
export function defineJob<Payload>(
  name: string,
  options: JobOptions<Payload>,
  run: (ctx: JobContext, payload: Payload) => Promise<void>,
): Job<Payload> {
  return { name, ...options, run };
}

const jobChannel = 'jobs';
const defaultRetryLimit = 5;

/** Inserts the job in the caller's transaction: the job runs only if the transaction commits. */
export async function enqueue<Payload>(
  db: Db,
  job: JobKind<Payload>,
  payload: Payload,
  { id, startAfter }: EnqueueOptions = {},
): Promise<void> {
  const sender = await getSender(getQueryRunner(db).pool);
  const jobId = await sender.send(job.name, job.schema.parse(payload) as object, {
    db: { executeSql: (text, values = []) => getQueryRunner(db).run(text, values) },
    id: id === undefined ? randomUUID() : createUuidFromText(`${job.name} ${id}`),
    ...(startAfter === undefined ? {} : { startAfter }),
  });
  if (jobId !== null && startAfter === undefined) await publish(db, jobChannel, job.name);
}

function queueOptions(job: JobKind) {
  return {
    retryLimit: job.retryLimit ?? defaultRetryLimit,
    retryDelay: job.retryDelayS ?? 5,
    retryBackoff: true,
    retryDelayMax: job.retryDelayMaxS ?? 3_600,
    expireInSeconds: job.expireInS ?? 300,
    heartbeatSeconds: heartbeatS,
  } as const;
}

export interface JobWorkers {
  /** Waits for running jobs. Jobs that exceed the timeout are assigned to another process. */
  stop(): Promise<void>;
}

const bossSchema = 'pgboss';
/** Polling picks up retries and missed events. A new job wakes its workers through an event. */
const pollS = 5;
/** Only one worker of a queue polls at the fast rate. The others are woken by events. */
const slowPollS = 30;
/** A job without a heartbeat for this long is assigned to another process. */
const heartbeatS = 30;
const stopTimeoutMs = 25_000;

const senders = new WeakMap<pg.Pool, Promise<PgBoss>>();

/**
 * A pg-boss instance that only sends jobs and creates queues. It is stopped after it has installed the tables and read
 * the queues: sending needs neither its timers nor a connection of its own.
 */
function getSender(pool: pg.Pool): Promise<PgBoss> {
  let sender = senders.get(pool);
  if (sender === undefined) {
    sender = installSender(pool);
    senders.set(pool, sender);
    sender.catch(() => senders.delete(pool));
  }
  return sender;
}

async function installSender(pool: pg.Pool): Promise<PgBoss> {
  const boss = new PgBoss({ schema: bossSchema, db: toPgBossDatabase(pool), supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false, close: false });
  return boss;
}

/**
 * Creates or upgrades the queue tables and creates the missing queues. A process calls it at start, because a job cannot
 * be enqueued without its queue. Processes that start at the same time wait for each other.
 */
export async function createJobQueues(pool: pg.Pool, jobs: readonly JobKind[]): Promise<void> {
  const boss = await getSender(pool);
  const existing = new Set((await boss.getQueues()).map(({ name }) => name));
  const missing = jobs.filter((job) => !existing.has(job.name));
  if (missing.length === 0) return;
  for (const job of missing) await boss.createQueue(job.name, queueOptions(job));
  // The sender reads the new queues now, because reading them while it sends would take a second connection.
  senders.delete(pool);
  await getSender(pool);
}

export async function startJobWorkers(
  services: Services,
  jobs: readonly Job[],
  log: FastifyBaseLogger = pino(createLoggerOptions(services.env)),
): Promise<JobWorkers> {
  const { database, pubsub } = services;
  const boss = new PgBoss({
    schema: bossSchema,
    db: toPgBossDatabase(database.pool),
    superviseIntervalSeconds: heartbeatS,
    monitorIntervalSeconds: heartbeatS,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue error'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'));
  await boss.start();
  await createJobQueues(database.pool, jobs);
  declareJobs(jobs.map(({ name }) => name));

  const workers = new Map<string, string[]>();
  const wake = (name: string): void => {
    for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
  };
  const context = (job: Job, { id, retryCount }: FetchedJob<object>): JobContext => ({
    database,
    services,
    log: log.child({ job: job.name, jobId: id }),
    now: new Date(),
    isLastTry: retryCount >= (job.retryLimit ?? defaultRetryLimit),
  });

  async function work(job: Job, [fetched]: FetchedJob<object>[]): Promise<void> {
    if (fetched === undefined) return;
    const ctx = context(job, fetched);
    const startedAt = performance.now();
    try {
      await traceWork(`job ${job.name}`, () => job.run(ctx, job.schema.parse(fetched.data)));
      recordJob(job.name, 'completed', performance.now() - startedAt);
    } catch (error) {
      recordJob(job.name, 'failed', performance.now() - startedAt);
      ctx.log.error({ err: error, attempt: fetched.retryCount + 1 }, 'job failed');
      throw error;
    } finally {
      // Further jobs may be queued, so the worker does not wait for the next poll.
      wake(job.name);
    }
  }

  const stopListening = [
    pubsub.on<string>(jobChannel, wake),
    pubsub.onReconnect(() => {
      for (const name of workers.keys()) wake(name);
    }),
  ];
  for (const job of jobs) {
    await boss.updateQueue(job.name, queueOptions(job));
    const ids: string[] = [];
    workers.set(job.name, ids);
    for (let count = 0; count < (job.concurrency ?? 2); count++) {
      const pollingIntervalSeconds = count === 0 ? pollS : slowPollS;
      ids.push(await boss.work<object>(job.name, { pollingIntervalSeconds }, (batch) => work(job, batch)));
    }
    if (job.cron !== undefined) await boss.schedule(job.name, job.cron, {});
  }
  // Jobs of a killed process are reassigned now instead of in the first supervisor round.
  await boss.supervise();
  return {
    async stop() {
      for (const stop of stopListening) stop();
      await boss.stop({ graceful: true, close: false, timeout: stopTimeoutMs });
    },
  };
}

function toPgBossDatabase(pool: pg.Pool) {
  return { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) };
}
