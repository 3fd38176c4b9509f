import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { query, type Params, type Row } from './query.ts';

/** An arbitrary number that no other advisory lock uses. */
const migrationLock = 718_281_828;

const listMigrations = query((db) => db.selectFrom('migration').select(['name', 'hash']));
const insertMigration = query((db, p: Params<{ name: string; hash: string }>) =>
  db.insertInto('migration').values({ name: p.name, hash: p.hash }),
);

/**
 * Applies new SQL files in the order of their names, each in a separate transaction. Applied files must never change.
 */
export async function migrate(pool: pg.Pool, folder: string): Promise<string[]> {
  const client = await pool.connect();
  try {
    // Migrations of large tables are slow, and so is waiting for another process that migrates.
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await client.query(`select pg_advisory_lock(${migrationLock})`);
    await client.query(
      'create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<Row<typeof listMigrations>>(listMigrations.text);
    const applied = new Map(rows.map((row) => [row.name, row.hash]));
    const fresh: string[] = [];
    for (const name of readdirSync(folder)
      .filter((file) => file.endsWith('.sql'))
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

async function applyMigration(client: pg.PoolClient, name: string, text: string, hash: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(text);
    await client.query(insertMigration.text, insertMigration.toValues({ name, hash }));
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${name}: ${(error as Error).message}`, { cause: error });
  }
}
