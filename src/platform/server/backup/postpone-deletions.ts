import type { Database } from '#platform/server/db/database.ts';
import { deleteFilesJob, getPostponedStart } from '#platform/server/files/delete-files.ts';
import type { FileStore } from '#platform/server/files/file-store.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { isBackupRunning } from './backup-lock.ts';

/** Files that are deleted while a backup runs stay until it has ended, because rows in its snapshot may need them. */
export function postponeDeletionsDuringBackups(files: FileStore, { db }: Database): FileStore {
  return {
    ...files,
    async delete(key) {
      if (await isBackupRunning(db)) await enqueue(db, deleteFilesJob, { keys: [key] }, getPostponedStart());
      else await files.delete(key);
    },
  };
}
