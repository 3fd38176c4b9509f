import * as z from 'zod';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { deleteOldSteps } from './queries.ts';

/** Browsers never resend a step after a month. */
export const purgeSteps = defineJob(
  'learning.purge',
  { schema: z.object({}), cron: '7 4 * * *' },
  async ({ database }) => {
    await deleteOldSteps(database.db);
  },
);
