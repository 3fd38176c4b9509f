import type { Pool } from 'pg';
import { expect, onTestFinished } from 'vitest';

/** Resolves when so many statements in the pool's database wait for a lock. Other tests use other databases of the same cluster. */
export async function waitForLockWaits(pool: Pool, count = 1): Promise<void> {
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBeGreaterThanOrEqual(count);
}

/** Opens a transaction that keeps the locks of a statement until it ends, at the latest with the test. */
export async function holdLocks(pool: Pool, statement: string, values: unknown[] = []) {
  const client = await pool.connect();
  let isOpen = true;
  const end = async (command: 'commit' | 'rollback') => {
    if (!isOpen) return;
    isOpen = false;
    await client.query(command).finally(() => client.release());
  };
  onTestFinished(() => end('rollback'));
  await client.query('begin');
  await client.query(statement, values);
  return {
    query: (text: string, parameters: unknown[] = []) => client.query(text, parameters),
    commit: () => end('commit'),
    rollback: () => end('rollback'),
  };
}
