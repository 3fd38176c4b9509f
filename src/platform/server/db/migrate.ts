import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { query, type Params, type Row } from './query.ts';

/** An arbitrary number that no other advisory lock uses. */
const migrationLock = 718_281_828;

const listMigrations = query((db) => db.selectFrom('migration').select(['name', 'hash']));
const insertMigration = query((db, p: Params<{ name: string; hash: string }>) =>
  db.insertInto('migration').values({ name: p.name, hash: p.hash }),
);

/** Others wait for a lock at most this long behind a migration that waits for it. */
const lockTimeoutMs = 500;
const firstRetryMs = 500;
const lastRetryMs = 10_000;
const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';

/** The schema that marks a database whose restore has not ended. */
export const restoreMarker = 'halocline_restore';

/** A client or a pool. */
interface Queryable {
  query(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Throws if the database contains only a part of a backup. */
export async function assertRestoreEnded(client: Queryable): Promise<void> {
  if (await hasRestoreMarker(client))
    throw new Error('a restore into this database is running or was interrupted: run `npm run restore` again');
}

export async function hasRestoreMarker(client: Queryable): Promise<boolean> {
  const { rows } = await client.query('select from pg_namespace where nspname = $1', [restoreMarker]);
  return rows.length > 0;
}

/**
 * Applies new SQL files in the order of their names, each in a separate transaction, while processes of the former version
 * read and write (decision 060). Applied files must never change. A restore applies only the files of its backup.
 */
export async function migrate(
  pool: pg.Pool,
  folder: string,
  { restoredNames }: { restoredNames?: ReadonlySet<string> } = {},
): Promise<string[]> {
  const client = await pool.connect();
  try {
    // Migrations of large tables are slow.
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await lockMigrations(client);
    if (restoredNames === undefined) await assertRestoreEnded(client);
    await client.query(
      'create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<Row<typeof listMigrations>>(listMigrations.text);
    const applied = new Map(rows.map((row) => [row.name, row.hash]));
    const fresh: string[] = [];
    for (const name of readdirSync(folder)
      .filter((file) => file.endsWith('.sql') && restoredNames?.has(file) !== false)
      .toSorted()) {
      const text = readFileSync(join(folder, name), 'utf8');
      const hash = createHash('sha256').update(text).digest('hex');
      const before = applied.get(name);
      if (before !== undefined && before !== hash)
        throw new Error(`migration ${name} was changed after it was applied`);
      if (before === undefined) {
        await applyMigration(client, name, text, hash);
        fresh.push(name);
      }
    }
    return fresh;
  } finally {
    await client.query(`select pg_advisory_unlock(${migrationLock})`).catch(() => undefined);
    // The connection is closed instead of reused, because its timeouts are disabled.
    client.release(true);
  }
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

async function applyMigration(client: pg.PoolClient, name: string, text: string, hash: string): Promise<void> {
  try {
    if (isOutsideTransaction(text)) {
      for (const statement of splitStatements(text)) await client.query(statement);
      await client.query(insertMigration.text, insertMigration.toValues({ name, hash }));
    } else {
      for (let retryMs = firstRetryMs; !(await tryMigration(client, name, text, hash)); retryMs *= 2)
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
async function tryMigration(client: pg.PoolClient, name: string, text: string, hash: string): Promise<boolean> {
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
