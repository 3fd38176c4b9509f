import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { findDifference, type Migration, readMigrations } from './migration-files.ts';
import { query, type Params, type Row } from './query.ts';
import { assertRestoreEnded, UnusableDatabaseError } from './unusable-database.ts';

/** An arbitrary number that no other advisory lock uses. */
const migrationLock = 718_281_828;

const listMigrations = query((db) => db.selectFrom('migration').select(['name', 'hash']));
const insertMigration = query((db, p: Params<{ name: string; hash: string }>) =>
  db.insertInto('migration').values({ name: p.name, hash: p.hash }),
);

type MigrationFile = ReturnType<typeof readMigrations>[number];

/** Others wait for a lock at most this long behind a migration that waits for it. */
const lockTimeoutMs = 500;
const firstRetryMs = 500;
const lastRetryMs = 10_000;
const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';

/**
 * Applies new SQL files in the order of their names, each in a separate transaction, while others read and write
 * (decision 060). Refuses a database of another schema (decision 062). A restore applies them to its marked database.
 */
export async function migrate(
  pool: pg.Pool,
  folder: string,
  { isRestore = false }: { isRestore?: boolean } = {},
): Promise<string[]> {
  const client = await pool.connect();
  try {
    // Migrations of large tables are slow.
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await lockMigrations(client);
    if (!isRestore) await assertRestoreEnded(client);
    const migrations = readMigrations(folder);
    const applied = await listApplied(client);
    assertSameSchema(applied, migrations);
    const fresh = migrations.slice(applied.length);
    for (const migration of fresh) await applyMigration(client, migration);
    return fresh.map(({ name }) => name);
  } finally {
    await client.query(`select pg_advisory_unlock(${migrationLock})`).catch(() => undefined);
    // The connection is closed instead of reused, because its timeouts are disabled.
    client.release(true);
  }
}

async function listApplied(client: pg.PoolClient): Promise<Migration[]> {
  await client.query(
    'create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<Row<typeof listMigrations>>(listMigrations.text);
  return rows;
}

/** Whether migrations were applied that are not those of the folder. */
export async function hasOtherSchema(pool: pg.Pool, folder: string): Promise<boolean> {
  const { rows: tables } = await pool.query("select where to_regclass('migration') is not null");
  if (tables.length === 0) return false;
  const { rows } = await pool.query<Row<typeof listMigrations>>(listMigrations.text);
  return findDifference(rows, readMigrations(folder)) !== null;
}

function assertSameSchema(applied: readonly Migration[], own: readonly Migration[]): void {
  const different = findDifference(applied, own);
  if (different !== null)
    throw new UnusableDatabaseError(
      `the database has a different schema (${different}), which this version can't use: set DATABASE_URL to an empty ` +
        "database, or run `npm run demo:reset` if it is the demo's data folder",
    );
}

/** Asks again and again, because an index that is created concurrently waits for every statement that runs. */
async function lockMigrations(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isLocked: boolean }>(
      `select pg_try_advisory_lock(${migrationLock}) as "isLocked"`,
    );
    if (rows[0]?.isLocked === true) return;
    await sleep(100);
  }
}

async function applyMigration(client: pg.PoolClient, migration: MigrationFile): Promise<void> {
  const { name, text, hash } = migration;
  try {
    if (isOutsideTransaction(text)) {
      for (const statement of splitStatements(text)) await client.query(statement);
      await client.query(insertMigration.text, insertMigration.toValues({ name, hash }));
    } else {
      for (let retryMs = firstRetryMs; !(await tryMigration(client, migration)); retryMs *= 2)
        await sleep(Math.min(retryMs, lastRetryMs));
    }
  } catch (error) {
    throw new Error(`migration ${name}: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Returns false if a lock was not available. Everyone who uses a table waits behind a migration that waits for its lock,
 * and a backup may hold it for an hour.
 */
async function tryMigration(client: pg.PoolClient, { name, text, hash }: MigrationFile): Promise<boolean> {
  await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`);
  try {
    await client.query(text);
    await client.query(insertMigration.text, insertMigration.toValues({ name, hash }));
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    const { code } = error as { code?: string };
    if (code !== lockNotAvailable && code !== deadlockDetected) throw error;
    return false;
  }
}

/** Migrations that create indexes concurrently and validate constraints. They can be repeated after a failure. */
export const isOutsideTransaction = (text: string) => text.startsWith('-- Outside a transaction');

/** Statements of a migration outside a transaction, which contains no functions and no texts with a semicolon. */
export function splitStatements(text: string): string[] {
  return text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}
