import type { Handlers } from '#platform/server/http/endpoints.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import type { ApplicationRow as Listed } from '#features/applications/shared/application.ts';
import type { applicationEndpoints } from '#features/applications/shared/contract.ts';
import { evaluateRequirements, listOpenRequirements } from '#features/applications/shared/requirements.ts';
import { canEdit } from '#features/applications/shared/policy.ts';
import { getTurn } from '#features/applications/shared/steps.ts';
import { loadFacts } from '#features/applications/server/requirements/facts.ts';
import * as queries from './queries.ts';
import { redactMedical } from '#features/applications/server/requirements/medical-privacy.ts';
import { hasFacts } from '#features/applications/server/requirements/snapshot.ts';
import { findActiveInstructor, findApplication } from '#features/applications/server/queries.ts';
import { findApplicationType } from '#features/applications/server/application-types.ts';
import { getStage } from '#features/applications/server/view/application-view.ts';

type Endpoints =
  | 'GET Applications'
  | 'GET Applications/assigned'
  | 'GET Applications/desk'
  | 'GET Applications/desk/counts';

export const listHandlers: Pick<Handlers<typeof applicationEndpoints>, Endpoints> = {
  'GET Applications': async ({ db, user, now }) => {
    const rows = await queries.listOwnApplications(db, { affiliateId: user.affiliateId });
    return Promise.all(
      rows.map(async (row) => {
        // The stored snapshot of an editable application may be outdated, so its facts are loaded now.
        const isEditable = canEdit('applicant', row.state);
        const whole = isEditable ? await findApplication.first(db, { id: row.id }) : undefined;
        const facts = whole && (await loadFacts(db, whole, findApplicationType(row.typeId), now));
        return toListItem(facts === undefined ? row : { ...row, facts }, now);
      }),
    );
  },

  'GET Applications/assigned': async ({ db, user, now }, { query: { Page, PageSize, show, search } }) => {
    const { affiliateId } = user;
    const role = user.role === 'store' ? 'store' : 'professional';
    const [teacher, { items, total }] = await Promise.all([
      findActiveInstructor.first(db, { affiliateId }),
      queries.readAssigned(db, { role, affiliateId }, show, { page: Page, size: PageSize, search }),
    ]);
    if (role === 'professional' && teacher === undefined) return { items: [], total: 0 };
    const shown = items.map((row) => toListItem(row, now));
    if (role === 'professional') return { items: shown, total };
    return { items: shown.map((row) => ({ ...row, open: redactMedical(row.open) })), total };
  },

  'GET Applications/desk': async ({ db, now, services }, { query: { Page, PageSize, queue, search } }) => {
    const { items, total } = await services.database.readFromReplica(db, (reader) =>
      queries.readQueue(reader, queue, { page: Page, size: PageSize, search }),
    );
    return { items: items.map((row) => toListItem(row, now)), total };
  },

  'GET Applications/desk/counts': async ({ db, user }, { query: { since } }) => {
    const counts = await queries.countDeskQueues.first(db, { clerk: user.affiliateId, since });
    return counts ?? { waiting: 0, payment: 0, returned: 0, clearedToday: 0 };
  },
};

/** Evaluates the stored facts as of today, or as of the day the application ended. */
function toListItem({ typeId, facts, ...row }: queries.ListedRow, now: Date): Listed {
  const { id, name, requirements } = findApplicationType(typeId);
  const day = getTurn(row.state) === null ? row.stateDate.slice(0, 10) : toIsoDate(now);
  const judged = hasFacts(facts) ? evaluateRequirements(requirements, facts, day, getStage(row.state)) : [];
  return { ...row, types: [{ id, name }], met: judged.map(({ isMet }) => isMet), open: listOpenRequirements(judged) };
}
