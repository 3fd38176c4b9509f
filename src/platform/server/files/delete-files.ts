import * as z from 'zod';
import { isBackupRunning } from '#platform/server/backup/backup-lock.ts';
import type { Db } from '#platform/server/db/database.ts';
import { defineJob, enqueue } from '#platform/server/jobs/jobs.ts';

const keysPerJob = 500;
const postponedByMs = 60_000;

/** Deletes files after the rows that referenced them, because a row without its file would be broken. */
export const deleteFilesJob = defineJob(
  'files.delete',
  { schema: z.object({ keys: z.array(z.string()) }), retryLimit: 20 },
  async ({ services, database: { db } }, { keys }) => {
    // One job for all keys. The file store would enqueue one for each.
    if (await isBackupRunning(db)) await enqueue(db, deleteFilesJob, { keys }, getPostponedStart());
    else for (const key of keys) await services.files.delete(key);
  },
);

/** When a deletion is tried again that found a backup running. */
export function getPostponedStart(): { startAfter: Date } {
  return { startAfter: new Date(Date.now() + postponedByMs) };
}

/** Enqueues in the caller's transaction, so the files are deleted only if the transaction commits. */
export async function enqueueFileDeletion(db: Db, keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += keysPerJob)
    await enqueue(db, deleteFilesJob, { keys: keys.slice(start, start + keysPerJob) });
}
