import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';

/** An arbitrary number that no other advisory lock uses. */
const migrationLock = 718_281_828;

/**
 * Applies new SQL files in the order of their names, each in a separate transaction. Applied files must never change.
 */
export async function migrate(pool: pg.Pool, folder: string): Promise<string[]> {
  const client = await pool.connect();
  try {
    // Migrations of large tables are slow, and so is waiting for another process that migrates.
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      'create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migration');
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
    await client.query('select pg_advisory_unlock($1)', [migrationLock]).catch(() => undefined);
    // The connection is closed instead of reused, because its timeouts are disabled.
    client.release(true);
  }
}

async function applyMigration(client: pg.PoolClient, name: string, text: string, hash: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(text);
    await client.query('insert into migration (name, hash) values ($1, $2)', [name, hash]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${name}: ${(error as Error).message}`, { cause: error });
  }
}
