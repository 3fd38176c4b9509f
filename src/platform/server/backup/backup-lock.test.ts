import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { JobContext } from '#platform/server/jobs/jobs.ts';
import { createJobQueues } from '#platform/server/jobs/jobs.ts';
import { deleteFilesJob } from '#platform/server/files/delete-files.ts';
import { createFolderFileStore } from '#platform/server/files/folder-file-store.ts';
import { createTestDatabase } from '#platform/testing/database.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { acquireBackupLock, isBackupRunning } from './backup-lock.ts';
import { postponeDeletionsDuringBackups } from './postpone-deletions.ts';

const { connection, ...database } = await createTestDatabase();
await createJobQueues(database.pool, [deleteFilesJob]);
const folder = createFolderFileStore(join(await createTemporaryFolder(), 'files'));
const files = postponeDeletionsDuringBackups(folder, database);
const runJob = (keys: string[]) =>
  deleteFilesJob.run({ services: { files }, database } as unknown as JobContext, { keys });

async function listPostponed(): Promise<string[]> {
  const { rows } = await database.pool.query<{ keys: string[] }>(
    "delete from pgboss.job where name = 'files.delete' and start_after > now() returning data -> 'keys' as keys",
  );
  return rows.flatMap(({ keys }) => keys);
}

it('postpones the deletion of files while a backup runs', async () => {
  for (const key of ['a', 'b', 'c', 'd']) await folder.put(key, Buffer.from('x'), 'text/plain');
  const lock = await acquireBackupLock(connection);
  expect(await isBackupRunning(database.db)).toBe(true);
  await files.delete('a');
  await runJob(['b', 'c']);
  expect((await Array.fromAsync(folder.list(''))).toSorted()).toEqual(['a', 'b', 'c', 'd']);
  expect((await listPostponed()).toSorted()).toEqual(['a', 'b', 'c']);
  await lock.assertHeld();
  await lock.release();
  await runJob(['b', 'c']);
  await files.delete('a');
  expect(await Array.fromAsync(folder.list(''))).toEqual(['d']);
  expect(await listPostponed()).toEqual([]);
});

it('notices that the lock was lost', async () => {
  const lock = await acquireBackupLock(connection);
  // Waits until the other connection has ended.
  await database.pool.query(
    "select pg_terminate_backend(pid, 15000) from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  );
  await expect(lock.assertHeld()).rejects.toThrow('the database connection was lost');
  expect(await isBackupRunning(database.db)).toBe(false);
});

it('allows one backup at a time', async () => {
  const lock = await acquireBackupLock(connection);
  await expect(acquireBackupLock(connection)).rejects.toThrow('another backup of this database is running');
  await lock.release();
}, 20_000);
