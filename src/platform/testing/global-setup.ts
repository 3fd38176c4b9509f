import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#platform/server/db/database.ts';
import { createJobQueues } from '#platform/server/jobs/jobs.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { startPostgres } from '#platform/server/postgres/postgres.ts';
import { createScratchFolder } from './scratch-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; user: string; database: string; port?: number };
    /** The folder with the files of the seeded demo. */
    seedFolder: string;
  }
}

const migrations = join(import.meta.dirname, '../../../migrations');

/** Starts one PostgreSQL for the whole run. Its database is migrated once and is the template of each test's copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await createScratchFolder();
  const postgres = await startPostgres({
    dataDir: join(folder, 'postgres'),
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  });
  const template = openDatabase({ connection: postgres.connection, poolSize: 2 });
  await migrate(template.pool, migrations);
  await createJobQueues(template.pool, []);
  await template.close();
  project.provide('postgres', postgres.connection);
  project.provide('seedFolder', join(folder, 'seed'));
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
