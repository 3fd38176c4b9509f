import { defineJob } from '../../../platform/server/jobs.ts';
import { recordSecurityEvent } from '../../../platform/server/security-events.ts';
import { sessionsToEnd } from '../../identity/server/public.ts';
import { endSession } from './session.ts';
import { findPersonBySub, listSessionsUntil } from './sql.ts';

const noRequest = { ip: '', id: sessionsToEnd.name, headers: {} };

/** Of sessions that the account service is never asked about too, such as those that began with a link. */
export const endSessions = defineJob(sessionsToEnd.name, sessionsToEnd, async ({ database }, { sub, until }) => {
  await database.inTransaction(sessionsToEnd.name, async (db) => {
    const person = await findPersonBySub(db, sub);
    if (!person) return;
    const sessions = await listSessionsUntil(db, person.affiliate_id, until);
    for (const { id } of sessions) await endSession(db, { ...person, id });
    if (sessions.length === 0) return;
    await recordSecurityEvent(db, noRequest, {
      kind: 'session.ended_elsewhere',
      affiliateId: person.affiliate_id,
      data: { sessions: sessions.length },
    });
  });
});
