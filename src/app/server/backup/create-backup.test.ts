import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { isBackupRunning } from '#platform/server/backup/backup-lock.ts';
import { listBackupIds } from '#platform/server/backup/manifest.ts';
import type { FileStore } from '#platform/server/files/file-store.ts';
import { createFolderFileStore } from '#platform/server/files/folder-file-store.ts';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import { testPortal } from '#test/support/api/portal-testing.ts';
import { createBackup } from './create-backup.ts';
import { checkBackup } from './restore-backup.ts';

const { services } = await testPortal();
const backupKey = 'a key for backups in tests, long enough';
const folder = createFolderFileStore(join(await createTemporaryFolder(), 'backups'));
const { rows } = await services.database.pool.query<{ name: string }>('select current_database() as name');
const connection = { ...inject('postgres'), database: rows[0]?.name ?? '' };
const back = (target: FileStore, keep: number | null) =>
  createBackup(services, { connection, target, backupKey, keep, onMissingFile: (key) => expect.fail(key) });

it('deletes older backups before another backup can count on their chunks', async () => {
  await back(folder, null);
  await services.database.pool.query('update person set given_name = given_name || given_name');
  const isRunning: boolean[] = [];
  const watched: FileStore = {
    ...folder,
    async delete(key) {
      isRunning.push(await isBackupRunning(services.database.db));
      await folder.delete(key);
    },
  };
  const { manifest, pruned } = await back(watched, 1);
  expect(pruned.backups).toBe(1);
  expect(pruned.chunks).toBeGreaterThan(0);
  expect(isRunning).toEqual(Array.from({ length: pruned.backups + pruned.chunks }, () => true));
  expect(await isBackupRunning(services.database.db)).toBe(false);
  expect(await listBackupIds(folder)).toEqual([manifest.id]);
  await checkBackup(folder, backupKey, manifest);
});
