import * as z from 'zod';
import type { Db } from '#platform/server/db/database.ts';
import { defineJob, enqueue } from '#platform/server/jobs/jobs.ts';

const keysPerJob = 500;

/** Files go after the rows that named them, and not before: a row whose file is gone would be a broken one. */
export const deleteFilesJob = defineJob(
  'files.delete',
  { schema: z.object({ keys: z.array(z.string()) }), retryLimit: 20 },
  async ({ services }, { keys }) => {
    for (const key of keys) await services.files.delete(key);
  },
);

/** Written in the caller's transaction: the files are deleted exactly if the change was made. */
export async function enqueueFileDeletion(db: Db, keys: readonly string[]): Promise<void> {
  for (let start = 0; start < keys.length; start += keysPerJob)
    await enqueue(db, deleteFilesJob, { keys: keys.slice(start, start + keysPerJob) });
}
