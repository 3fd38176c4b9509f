import * as z from 'zod';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { deleteOldNotifications } from './queries.ts';

export { createMailChoices, type MailChoices } from './mail-choice.ts';
export { createMailFooter } from './mail-footer.ts';
export { notify } from './notify.ts';

/** Purges notifications a day after they were deleted; until then they can be restored. */
export const purgeNotifications = defineJob(
  'notifications.purge',
  { schema: z.object({}), cron: '7 * * * *' },
  async ({ database }) => {
    await deleteOldNotifications(database.db);
  },
);
