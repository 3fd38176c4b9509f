import type { Handlers } from '#platform/server/http/endpoints.ts';
import { queueActions } from '#domain/audit-actions.ts';
import type { deskEndpoints } from '#features/association/shared/contract.ts';
import { findLatestEntry } from './audit-queries.ts';

/** The audit log knows every decision, whichever feature made it. */
export const decisionHandlers: Pick<Handlers<typeof deskEndpoints>, 'GET decisions'> = {
  'GET decisions': async ({ db }, { query: { queue, subject, since = new Date(0).toISOString() } }) => {
    const entry = await findLatestEntry.first(db, { subject, since, actions: queueActions[queue] });
    if (entry === undefined) return null;
    const { action, actorName, subjectName, at } = entry;
    return { action, actorName, subjectName, date: at.toISOString() };
  },
};
