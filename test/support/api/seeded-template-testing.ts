import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Client, type ClientConfig } from 'pg';
import { inject } from 'vitest';
import { syncCatalogue } from '#features/shop/server/public.ts';
import { loadBrand } from '#platform/server/config/brand.ts';
import { readEnv, type Env } from '#platform/server/config/env.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/database.ts';
import { loadDemo } from '#demo/load-demo.ts';
import { openServices } from '#app/server/services.ts';

/** The demo data is signed and encrypted with these settings, so other values need their own seed. */
const seedSettings = ['NODE_ENV', 'BASE_URL', 'SECRET_KEY', 'BRAND_FILE', 'TAX_FILE', 'DEMO', 'OIDC_ISSUER'];
/** An arbitrary number that no other advisory lock of the tests uses. */
const seedingLock = 314_159_265;

export function readTestEnv(dataDir: string, settings: Record<string, string> = {}): Env {
  return readEnv({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    BASE_URL: 'http://localhost:3999',
    SECRET_KEY: 'only-for-tests-only-for-tests-only-for-tests',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MIN: '100000',
    // Each connection loads the catalogues again, which took a third of the database's time.
    DATABASE_POOL: '4',
    // Tests block the event loop with work such as loading courses.
    LOOP_DELAY_LIMIT_MS: '0',
    ...settings,
  });
}

/** A database with the demo accounts for portals that a test spawns, which would seed the whole demo and draw its pictures. */
export async function createSeededDatabase(): Promise<TestDatabase> {
  const { template } = await getSeed(readTestEnv(inject('seedFolder')));
  return createTestDatabase(template);
}

interface Seed {
  /** The name of the template database. */
  template: string;
  /** The files of its demo. */
  folder: string;
}

/**
 * A template database with the catalogue and the demo data for these settings. Seeding takes longer than most test files,
 * so the first test file that needs it seeds it for all workers.
 */
export async function getSeed(env: Env, settings: Record<string, string> = {}): Promise<Seed> {
  const key = createHash('sha256').update(JSON.stringify(seedSettings.map((name) => settings[name] ?? null)));
  const template = `seeded_${key.digest('hex').slice(0, 12)}`;
  const folder = join(inject('seedFolder'), template);
  const base = inject('postgres');
  const client = new Client({ ...base, database: 'postgres' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [seedingLock]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      // The database is renamed when complete, so a worker that dies while seeding leaves no partial template.
      const partial = `${template}_partial`;
      await client.query(`drop database if exists ${partial} with (force)`);
      await client.query(`create database ${partial} template ${base.database} strategy file_copy`);
      await seedDatabase({ ...env, DATA_DIR: folder }, { ...base, database: partial });
      await client.query(`alter database ${partial} rename to ${template}`);
    }
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
  return { template, folder };
}

async function seedDatabase(env: Env, connection: ClientConfig): Promise<void> {
  const services = await openServices(env, loadBrand(env.BRAND_FILE), connection);
  try {
    await syncCatalogue(services);
    await loadDemo(services, { size: 'accounts' });
  } finally {
    await services.close();
  }
}
