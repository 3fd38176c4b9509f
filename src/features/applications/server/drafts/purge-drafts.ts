import * as z from 'zod';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { deleteOldDrafts } from './queries.ts';

/** A deleted draft can be restored for a day. Afterwards it is purged together with its proof files. */
export const purgeDrafts = defineJob(
  'applications.purge',
  { schema: z.object({}), cron: '53 * * * *' },
  async ({ services: { database }, now }) => {
    for (let purged = 1; purged > 0;) {
      purged = await database.inTransaction('applications.purge', async (db) => {
        const gone = await deleteOldDrafts.first(db, { now });
        await enqueueFileDeletion(db, gone?.files ?? []);
        return gone?.drafts ?? 0;
      });
    }
  },
);
