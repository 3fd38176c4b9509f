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
  /** The previous name of a scheduled job. Its old schedule is removed. */
  formerName?: string;
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

/** Inserts the job in the caller's transaction, so the job runs only if the transaction commits. */
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
    // The queue is missing because no worker for this job has started yet.
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

/** Creates or upgrades the queue tables. Processes that start at the same time wait for each other. */
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
  boss.on('error', (error) => log.error({ err: error }, 'job queue error'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'));
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
