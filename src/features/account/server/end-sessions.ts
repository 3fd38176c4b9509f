import { defineJob } from '../../../platform/server/jobs.ts';
import { sessionsToEnd } from '../../identity/server/public.ts';
import { endSession } from './session.ts';
import { findPersonBySub, listSessionsUntil } from './sql.ts';

/** Of sessions that the account service is never asked about too, such as those that began with a link. */
export const endSessions = defineJob(
  sessionsToEnd.name,
  sessionsToEnd,
  async ({ services, database }, { sub, until }) => {
    await database.inTransaction(sessionsToEnd.name, async (db) => {
      const person = await findPersonBySub(db, sub);
      if (!person) return;
      for (const { id } of await listSessionsUntil(db, person.affiliate_id, until))
        await endSession(services, db, { ...person, id });
    });
  },
);
