import type { Pool } from 'pg';
import { expect } from 'vitest';

/** Waits until this many transactions of the database wait for a lock of another. */
export async function waitForLockWaiters(pool: Pool, count = 1): Promise<void> {
  const waiting = `select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and cardinality(pg_blocking_pids(pid)) > 0`;
  await expect.poll(async () => (await pool.query(waiting)).rowCount, { timeout: 60_000 }).toBe(count);
}

/** Keeps what the statement locks until the returned function is called. */
export async function holdLock(pool: Pool, statement: string, values: unknown[] = []): Promise<() => Promise<void>> {
  const client = await pool.connect();
  await client.query('begin');
  await client.query(statement, values);
  return async () => {
    await client.query('rollback');
    client.release();
  };
}
