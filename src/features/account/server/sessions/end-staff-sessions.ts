import * as z from 'zod';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { endSession } from './session.ts';
import { listInactiveStaffSessions } from './queries.ts';

/**
 * Ends staff sessions that are idle, too old or without a second factor, such as those of a person who has just become
 * staff. Without this job, an open page's live stream would outlast the limit. The account service has the same limits.
 */
export const endStaffSessions = defineJob(
  'account.end-staff-sessions',
  { schema: z.object({}), cron: '* * * * *' },
  async ({ database }) => {
    for (const session of await listInactiveStaffSessions(database.db))
      await database.inTransaction('account.end-staff-sessions', (db) => endSession(db, session));
  },
);
