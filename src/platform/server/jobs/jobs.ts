import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { type Job as FetchedJob, PgBoss } from 'pg-boss';
import { pino } from 'pino';
import type * as z from 'zod';
import type { Services } from '#platform/server/http/context.ts';
import { type Database, type Db, statement } from '#platform/server/db/database.ts';
import { recordJobDuration } from '#platform/server/observability/metrics.ts';
import { publish } from '#platform/server/events/pubsub.ts';
import { createLoggerOptions } from '#platform/server/observability/telemetry.ts';
import { traceWork } from '#platform/server/observability/tracing.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';

export interface JobContext {
  database: Database;
  services: Services;
  log: FastifyBaseLogger;
  now: Date;
  /** When this one fails, nobody tries again. */
  isLastTry: boolean;
}

export interface JobOptions<Payload> {
  schema: z.ZodType<Payload>;
  retryLimit?: number;
  /** Seconds before the first retry; each further one waits twice as long. */
  retryDelayS?: number;
  retryDelayMaxS?: number;
  /** A job that runs longer is given to another worker. */
  expireInS?: number;
  /** Runs by itself at these times (five fields, UTC), once for all processes together, with an empty payload. */
  cron?: string;
  /** What it was called when its times were last set, so that nobody is called by that name any more. */
  formerName?: string;
  /** How many of them one process runs at a time. */
  concurrency?: number;
}

/** What it takes to ask for a job; who does it may be another area's business. */
export interface JobKind<Payload = unknown> extends JobOptions<Payload> {
  name: string;
}

export interface Job<Payload = unknown> extends JobKind<Payload> {
  run(ctx: JobContext, payload: Payload): Promise<void>;
}

export interface EnqueueOptions {
  /** Idempotency key: a second job of this name with the same key is not made. */
  id?: string;
  startAfter?: Date;
}

/** A job may run again after a crash: what it does must be safe to do twice. */
export function defineJob<Payload>(
  name: string,
  options: JobOptions<Payload>,
  run: (ctx: JobContext, payload: Payload) => Promise<void>,
): Job<Payload> {
  return { name, ...options, run };
}

const jobChannel = 'jobs';
const defaultRetryLimit = 5;

const insertJob = statement<
  { is_known: boolean; is_made: boolean },
  [name: string, id: string, data: string, startAfter: Date | null]
>(`
  with queue as (select * from pgboss.queue where name = $1),
  made as (
    insert into pgboss.job (name, id, data, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit,
      retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select $1, $2::uuid, $3::jsonb, coalesce($4::timestamptz, now()),
      coalesce($4::timestamptz, now()) + retention_seconds * interval '1 second', expire_seconds, deletion_seconds,
      retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds
    from queue
    on conflict do nothing
    returning 1
  )
  select exists (select from queue) as is_known, exists (select from made) as is_made`);
const createQueue = statement<unknown, [name: string, options: string]>('select pgboss.create_queue($1, $2::jsonb)');

/** Written in the caller's transaction: the job is run exactly if the change was made. */
export async function enqueue<Payload>(
  db: Db,
  job: JobKind<Payload>,
  payload: Payload,
  { id, startAfter }: EnqueueOptions = {},
): Promise<void> {
  const row = [
    job.name,
    id === undefined ? randomUUID() : createUuidFromText(`${job.name} ${id}`),
    JSON.stringify(job.schema.parse(payload)),
    startAfter ?? null,
  ] as const;
  let [made] = await insertJob(db, ...row);
  if (made?.is_known === false) {
    // No worker of this kind has started yet.
    await createQueue(db, job.name, JSON.stringify({ policy: 'standard', ...queueOptions(job) }));
    [made] = await insertJob(db, ...row);
  }
  if (made?.is_made && startAfter === undefined) await publish(db, jobChannel, job.name);
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
  /** Lets the jobs that run finish; those that do not in time are given to another process. */
  stop(): Promise<void>;
}

const bossSchema = 'pgboss';
/** A safety net, and for what is tried again: a job that was just written wakes its workers by an event. */
const pollS = 5;
/** One worker of a queue looks that often; the others are woken. */
const slowPollS = 30;
/** A job whose process has not been heard of for so long is given to another. */
const heartbeatS = 30;
const stopTimeoutMs = 25_000;

/** Creates or upgrades the tables of the queue. Processes that start at the same moment wait for each other. */
export async function installJobQueue(pool: pg.Pool): Promise<void> {
  const boss = new PgBoss({ schema: bossSchema, db: toPgBossDatabase(pool), supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false, close: false });
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
  boss.on('error', (error) => log.error({ err: error }, 'job queue'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue'));
  await boss.start();

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
      recordJobDuration(job.name, 'completed', performance.now() - startedAt);
    } catch (error) {
      recordJobDuration(job.name, 'failed', performance.now() - startedAt);
      ctx.log.error({ err: error, attempt: fetched.retryCount + 1 }, 'job failed');
      throw error;
    } finally {
      // There may be more: do not wait for the next poll.
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
    await boss.createQueue(job.name, queueOptions(job));
    await boss.updateQueue(job.name, queueOptions(job));
    const ids: string[] = [];
    workers.set(job.name, ids);
    for (let count = 0; count < (job.concurrency ?? 2); count++) {
      const pollingIntervalSeconds = count === 0 ? pollS : slowPollS;
      ids.push(await boss.work<object>(job.name, { pollingIntervalSeconds }, (batch) => work(job, batch)));
    }
    if (job.cron !== undefined) await boss.schedule(job.name, job.cron, {});
    if (job.formerName !== undefined) await boss.unschedule(job.formerName);
  }
  // What a killed process left behind need not wait for the first round of the supervisor.
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
