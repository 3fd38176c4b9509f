import * as z from 'zod';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { deleteOldLogs } from './logs/queries.ts';

export { notifyDecision } from './verification/notify-decision.ts';
export { countDives } from './dive-count-queries.ts';
export { instructorInfo } from './logs/log-json.ts';
export { findInstructor } from './queries.ts';
export { listPendingDiveNumbers, listTrainingDives, type TrainingDive } from './training-dive-queries.ts';

/** Deleted logs can be restored for a day. Afterwards they are purged together with their photo files. */
export const purgeLogs = defineJob(
  'logbook.purge',
  { schema: z.object({}), cron: '47 * * * *' },
  async ({ database }) => {
    for (let purged = 1; purged > 0;) {
      purged = await database.inTransaction('logbook.purge', async (db) => {
        const gone = await deleteOldLogs.first(db);
        await enqueueFileDeletion(db, gone?.files ?? []);
        return gone?.logs ?? 0;
      });
    }
  },
);
