import * as z from 'zod';
import { statement } from '#platform/server/db/database.ts';
import { defineJob } from '#platform/server/jobs/jobs.ts';
import { endSession } from './session.ts';
import { isActiveStaffSessionSql } from '#features/account/server/queries.ts';

const selectExpired = statement<{ affiliate_id: number; id: string; sub: string; email: string | null }, []>(`
  select s.affiliate_id, s.id, p.sub, p.email from session s join person p using (affiliate_id)
  where p.affiliate_type_id = 9 and s.ended_at is null and s.expires_at > now() and s.origin <> 'command'
    and not (${isActiveStaffSessionSql('s')})`);

/**
 * Ends staff sessions that are idle, too old or without a second factor, such as those of a person who has just become
 * staff. Without this job, an open page's live stream would outlast the limit. The account service has the same limits.
 */
export const endStaffSessions = defineJob(
  'account.end-staff-sessions',
  { schema: z.object({}), cron: '* * * * *' },
  async ({ database }) => {
    for (const session of await selectExpired(database.db))
      await database.inTransaction('account.end-staff-sessions', (db) => endSession(db, session));
  },
);
