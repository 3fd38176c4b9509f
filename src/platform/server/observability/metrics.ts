import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { fail } from '#platform/shared/errors.ts';
import { isSameSecret } from '#platform/server/crypto/secrets.ts';
import type { Services } from '#platform/server/http/context.ts';

const registry = new Registry();
collectDefaultMetrics({ register: registry });

const requestDuration = new Histogram({
  name: 'halocline_request_duration_seconds',
  help: 'How long requests took, by route template.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
});
/** Caches the observer of each series, because prom-client is slow to hash labels. */
const requestObservers = new Map<string, ReturnType<typeof requestDuration.labels>>();
function getObserver(method: string, route: string, status: number) {
  const key = `${method} ${status} ${route}`;
  let observer = requestObservers.get(key);
  if (observer === undefined)
    requestObservers.set(key, (observer = requestDuration.labels(method, route, String(status))));
  return observer;
}
const jobDuration = new Histogram({
  name: 'halocline_job_duration_seconds',
  help: 'How long jobs took, by name and result.',
  labelNames: ['job', 'result'],
  buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
  registers: [registry],
});
const jobFinishedAt = new Gauge({
  name: 'halocline_job_finished_timestamp_seconds',
  help: 'When a job last finished, by name and result. 0 if it has not since the process started.',
  labelNames: ['job', 'result'],
  registers: [registry],
});
const jobResults = ['completed', 'failed'] as const;
const declaredJobs = new Set<string>();

/**
 * Creates the series of the jobs, because alerts can't compare series that don't exist, and the first failure of a process
 * would create its series without an increase.
 */
export function declareJobs(names: Iterable<string>): void {
  for (const job of names) {
    if (declaredJobs.has(job)) continue;
    declaredJobs.add(job);
    for (const result of jobResults) {
      jobDuration.zero({ job, result });
      jobFinishedAt.set({ job, result }, 0);
    }
  }
}

export function recordJob(job: string, result: (typeof jobResults)[number], durationMs: number): void {
  declareJobs([job]);
  jobDuration.observe({ job, result }, durationMs / 1_000);
  jobFinishedAt.set({ job, result }, Date.now() / 1_000);
}

/** Measures every request and serves `GET /metrics`. Must be called before the routes are registered. */
export function registerMetrics(app: FastifyInstance, { env, database }: Pick<Services, 'env' | 'database'>): void {
  const { pool, repeats } = database;
  registry.removeSingleMetric('halocline_pool_connections');
  registry.registerMetric(
    new Gauge({
      name: 'halocline_pool_connections',
      help: 'Connections of the write pool, and callers waiting for one.',
      labelNames: ['state'],
      registers: [],
      collect() {
        this.set({ state: 'open' }, pool.totalCount);
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'waiting' }, pool.waitingCount);
      },
    }),
  );
  registry.removeSingleMetric('halocline_transactions_repeated_total');
  registry.registerMetric(
    new Counter({
      name: 'halocline_transactions_repeated_total',
      help: 'Transactions that ran again after a deadlock (40P01) or a serialization failure (40001).',
      labelNames: ['sqlstate'],
      registers: [],
      collect() {
        this.reset();
        for (const [sqlstate, count] of Object.entries(repeats)) this.inc({ sqlstate }, count);
      },
    }),
  );
  const { replica } = database;
  registry.removeSingleMetric('halocline_replica_used');
  if (replica !== null)
    registry.registerMetric(
      new Gauge({
        name: 'halocline_replica_used',
        help: 'Whether the replica is used (1) or left out (0).',
        registers: [],
        collect() {
          this.set(replica.isUsed ? 1 : 0);
        },
      }),
    );
  app.addHook('onResponse', (request, reply, done) => {
    // The route template is used, because URLs would create a series for every id.
    getObserver(request.method, request.routeOptions.url ?? 'none', reply.statusCode).observe(
      reply.elapsedTime / 1_000,
    );
    done();
  });
  app.get('/metrics', async (request, reply) => {
    if (!canReadMetrics(request, env.METRICS_TOKEN)) throw fail('not_found');
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}

/** Allows scrapers with the token and local ones. A local proxy forwards external requests, so it is rejected. */
function canReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const { authorization } = request.headers;
  if (authorization !== undefined) return token !== undefined && isSameSecret(authorization, `Bearer ${token}`);
  const address = request.socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(::ffff:)?127\./.test(address);
  return isLoopback && request.headers['x-forwarded-for'] === undefined && request.headers['forwarded'] === undefined;
}
