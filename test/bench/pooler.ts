/**
 * `node test/bench/pooler.ts`: what unnamed statements cost. Runs reads of the desk and a write on the demo data, directly
 * and through PgBouncer, and prints the CPU time of PostgreSQL and of this process per call. `PGBOUNCER` is another one
 * than that of the machine.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openServices } from '#app/server/services.ts';
import { loadDemo } from '#demo/load-demo.ts';
import { findPersonFile, listPeople } from '#features/association/server/people-queries.ts';
import { syncCatalogue } from '#features/shop/server/public.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import { readEnv } from '#platform/server/config/env.ts';
import { openDatabase, type Database } from '#platform/server/db/database.ts';
import type { StatementMode } from '#platform/server/db/connection.ts';
import { publish } from '#platform/server/events/pubsub.ts';
import { startPostgres } from '#platform/server/postgres/postgres.ts';
import { readPgBouncerVersion, startPgBouncer } from '#platform/testing/pgbouncer.ts';

const calls = 4_000;
const concurrency = 8;
const ticksPerSecond = 100;
const command = process.env['PGBOUNCER'] || '/usr/sbin/pgbouncer';
const folder = await mkdtemp(join(tmpdir(), 'halocline-pooler-'));
const postgres = await startPostgres({ dataDir: join(folder, 'postgres') });
const env = readEnv({ DATA_DIR: folder, NODE_ENV: 'test', LOG_LEVEL: 'silent' });
const services = await openServices(env, loadBrand(env.BRAND_FILE), postgres.connection);
await syncCatalogue(services);
await loadDemo(services, { size: 'accounts' });

/** CPU seconds of the server processes of the database. A backend's time counts as long as it is connected. */
async function readServerCpu(): Promise<number> {
  const { rows } = await services.database.pool.query<{ pid: number }>('select pid from pg_stat_activity');
  const times = rows.map(({ pid }) => {
    const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
    const [user = 0, system = 0] = rest.split(' ').slice(11, 13).map(Number);
    return user + system;
  });
  return times.reduce((sum, time) => sum + time, 0) / ticksPerSecond;
}

const work: Record<string, (database: Database) => Promise<unknown>> = {
  'a person for staff (21 tables)': ({ db }) => findPersonFile.first(db, { affiliateId: 400_001 }),
  'a page of people': ({ db }) => listPeople(db, { ids: [400_001, 400_002, 400_003, 400_004, 400_005] }),
  'an event in a transaction': ({ inTransaction }) =>
    inTransaction('bench', (db) => publish(db, 'bench', { depth: 18 })),
};

async function measure(label: string, database: Database): Promise<void> {
  for (const [name, run] of Object.entries(work)) {
    const runMany = async (count: number) => {
      let left = count;
      await Promise.all(
        Array.from({ length: concurrency }, async () => {
          while (left-- > 0) await run(database);
        }),
      );
    };
    await runMany(200);
    const [before, own] = [await readServerCpu(), process.cpuUsage()];
    const startedAt = performance.now();
    await runMany(calls);
    const seconds = (performance.now() - startedAt) / 1_000;
    const server = (((await readServerCpu()) - before) * 1e6) / calls;
    const { user, system } = process.cpuUsage(own);
    const ownUs = (user + system) / calls;
    console.log(
      `${label.padEnd(28)} ${name.padEnd(32)} PostgreSQL ${server.toFixed(0).padStart(5)} µs, Node ${ownUs.toFixed(0).padStart(4)} µs, ${(calls / seconds).toFixed(0).padStart(5)} calls/s`,
    );
  }
  await database.close();
}

const version = await readPgBouncerVersion(command);
const modes: StatementMode[] = version[0] > 1 || version[1] >= 21 ? ['named', 'unnamed'] : ['unnamed'];
for (let round = 1; round <= 2; round++) {
  for (const statements of ['named', 'unnamed'] as const)
    await measure(`direct, ${statements}`, openDatabase({ connection: postgres.connection, poolSize: 10, statements }));
  for (const statements of modes) {
    const settings = { default_pool_size: 8, ...(statements === 'named' && { max_prepared_statements: 200 }) };
    const pgbouncer = await startPgBouncer({ command, server: postgres.connection, settings });
    const pooler = pgbouncer.connection;
    await measure(
      `PgBouncer ${version.join('.')}, ${statements}`,
      openDatabase({ connection: postgres.connection, pooler, poolSize: 10, statements }),
    );
    await pgbouncer.stop();
  }
}
await services.close();
await postgres.stop();
await rm(folder, { recursive: true, force: true });
