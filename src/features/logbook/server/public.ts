import * as z from 'zod';
import { deleteFilesLater } from '../../../platform/server/delete-files.ts';
import { defineJob } from '../../../platform/server/jobs.ts';
import { purgeDeleted } from './write-sql.ts';

export { notifyDecision } from './deciding/notifications.ts';
export { countDives } from './count-sql.ts';
export { findInstructor } from './sql.ts';
export { renumberFrom } from './write-sql.ts';
export { listTrainingDives, type TrainingDive } from './training-sql.ts';

/** What was deleted can be had back for a day, and then no more: neither the dives nor the files of their photos. */
export const purgeLogs = defineJob(
  'logbook.purge',
  { schema: z.object({}), cron: '47 * * * *' },
  async ({ database }) => {
    for (let purged = 1; purged > 0;) {
      purged = await database.inTransaction('logbook.purge', async (db) => {
        const [gone] = await purgeDeleted(db);
        await deleteFilesLater(db, gone?.files ?? []);
        return gone?.logs ?? 0;
      });
    }
  },
);
