import type { Handlers } from '../../../platform/server/calls.ts';
import { dayOf } from '../../account/shared/rules.ts';
import type { ApplicationRow as Listed } from '../shared/application.ts';
import type { applicationCalls } from '../shared/contract.ts';
import { judge, openPoints } from '../shared/requirements.ts';
import { canEdit, turnOf } from '../shared/steps.ts';
import { readFacts } from './facts.ts';
import * as sql from './lists-sql.ts';
import { withoutMedical } from './medical-privacy.ts';
import { isKnown } from './snapshot.ts';
import { findTeacher, selectApplication } from './sql.ts';
import { findType } from './types.ts';
import { stageOf } from './view.ts';

type Calls =
  | 'GET Applications'
  | 'GET Applications/assigned'
  | 'GET Applications/desk'
  | 'GET Applications/desk/counts';

export const listHandlers: Pick<Handlers<typeof applicationCalls>, Calls> = {
  'GET Applications': async ({ db, user, now }) => {
    const rows = await sql.listOwn(db, user.affiliateId);
    return Promise.all(
      rows.map(async (row) => {
        // Of what they still fill in nobody has taken a note of how far it is.
        const [whole] = canEdit('applicant', row.state) ? await selectApplication(db, row.id) : [];
        const facts = whole && (await readFacts(db, whole, findType(row.typeId), now));
        return showRow(facts === undefined ? row : { ...row, facts }, now);
      }),
    );
  },

  'GET Applications/assigned': async ({ db, user, now }, { query: { Page, PageSize, show, search } }) => {
    const { affiliateId } = user;
    const role = user.role === 'store' ? 'store' : 'professional';
    const [teacher, { items, total }] = await Promise.all([
      findTeacher(db, affiliateId),
      sql.readAssigned(db, { role, affiliateId }, show, { page: Page, size: PageSize, search }),
    ]);
    if (role === 'professional' && teacher.length === 0) return { items: [], total: 0 };
    const shown = items.map((row) => showRow(row, now));
    if (role === 'professional') return { items: shown, total };
    return { items: shown.map((row) => ({ ...row, open: withoutMedical(row.open) })), total };
  },

  'GET Applications/desk': async ({ db, now }, { query: { Page, PageSize, queue, search } }) => {
    const { items, total } = await sql.readQueue(db, queue, { page: Page, size: PageSize, search });
    return { items: items.map((row) => showRow(row, now)), total };
  },

  'GET Applications/desk/counts': async ({ db, user }, { query: { since } }) => {
    const [counts] = await sql.countDesk(db, user.affiliateId, since);
    return counts ?? { waiting: 0, payment: 0, returned: 0, clearedToday: 0 };
  },
};

/** Judged by what was known when somebody last looked, as of today; what is over as of the day when it ended. */
function showRow({ typeId, facts, ...row }: sql.ListedRow, now: Date): Listed {
  const { id, name, requirements } = findType(typeId);
  const day = turnOf(row.state) === null ? row.stateDate.slice(0, 10) : dayOf(now);
  const judged = isKnown(facts) ? judge(requirements, facts, day, stageOf(row.state)) : [];
  return { ...row, types: [{ id, name }], met: judged.map(({ isMet }) => isMet), open: openPoints(judged) };
}
