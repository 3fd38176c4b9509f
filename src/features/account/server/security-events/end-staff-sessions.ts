import * as z from 'zod';
import { statement } from '../../../../platform/server/db.ts';
import { defineJob } from '../../../../platform/server/jobs.ts';
import { endSession } from '../session.ts';
import { isLivingForStaff } from '../sql.ts';

const selectOver = statement<{ affiliate_id: number; id: string; sub: string; email: string | null }, []>(`
  select s.affiliate_id, s.id, p.sub, p.email from session s join person p using (affiliate_id)
  where p.affiliate_type_id = 9 and s.ended_at is null and s.expires_at > now() and s.origin <> 'command'
    and not (${isLivingForStaff('s')})`);

/** An open page makes no calls of its own: without this its live stream would outlast the idle limit. */
export const endStaffSessions = defineJob(
  'account.end-staff-sessions',
  { schema: z.object({}), cron: '*/5 * * * *' },
  async ({ services, database }) => {
    for (const session of await selectOver(database.db))
      await database.inTransaction('account.end-staff-sessions', (db) => endSession(services, db, session));
  },
);
