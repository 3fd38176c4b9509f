import { defineJob } from '#platform/server/jobs/jobs.ts';
import { recordSecurityEvent } from '#platform/server/auth/security-events.ts';
import { endSessionsJob } from '#features/identity/server/public.ts';
import { endSession } from './session.ts';
import { findPersonBySub } from '#features/account/server/people/queries.ts';
import { listSessionsUntil } from './queries.ts';

const noRequest = { ip: '', id: endSessionsJob.name, headers: {} };

/** Also ends sessions that are never checked with the account service, such as those that began with a link. */
export const endSessions = defineJob(endSessionsJob.name, endSessionsJob, async ({ database }, { sub, until }) => {
  await database.inTransaction(endSessionsJob.name, async (db) => {
    const person = await findPersonBySub.first(db, { sub });
    if (!person) return;
    const sessions = await listSessionsUntil(db, { affiliateId: person.affiliate_id, until });
    for (const { id } of sessions) await endSession(db, { ...person, id });
    if (sessions.length === 0) return;
    await recordSecurityEvent(db, noRequest, {
      kind: 'session.ended_elsewhere',
      affiliateId: person.affiliate_id,
      data: { sessions: sessions.length },
    });
  });
});
