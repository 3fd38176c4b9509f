import { readFileSync } from 'node:fs';
import {
  getAssignedShape,
  getQueueShape,
  listPage,
  type ListPage,
} from '#features/applications/server/lists/queries.ts';
import {
  type ApplicationKind,
  type Facts,
  evaluateRequirements,
  listOpenRequirements,
} from '#features/applications/shared/requirements.ts';
import { affiliateType } from '#domain/roles.ts';
import { applicationCount, assignedCount, measuredInstructor } from './fill-applications.ts';
import type { Caller, MeasuredCall } from './measured-calls.ts';

const file = `${import.meta.dirname}/../../content/applications/types.json`;
/** The baseline server has the types in memory, too. */
const types = new Map((JSON.parse(readFileSync(file, 'utf8')) as ApplicationKind[]).map((type) => [type.id, type]));
const staff: Caller = { affiliateId: 400_008, affiliateTypeId: affiliateType.staff };
const queue = listPage({ ...getQueueShape('waiting'), isUsualSize: true });
const assigned = listPage({ ...getAssignedShape('professional', 'all'), isUsualSize: true });

function pageCall(
  name: string,
  path: string,
  as: Caller,
  page: ReturnType<typeof listPage>,
  person: number | null,
): MeasuredCall {
  return {
    name,
    path: `/api/applications/Applications/${path}`,
    as,
    // A page with a hundred applications and their requirements is much larger than other responses.
    requests: 300,
    statements: [{ sql: page.text, values: page.toValues({ person, size: 100, offset: 0 }) }],
    answer(results) {
      const { total = 0, items = [] } = (results[0]?.[0] ?? {}) as Partial<ListPage>;
      const today = new Date().toISOString().slice(0, 10);
      return {
        items: items.map(({ typeId, facts, ...row }) => {
          const { id, name: typeName, requirements } = types.get(typeId) ?? { id: 0, name: '', requirements: [] };
          const isOver = row.state === 'Completed' || row.state === 'Rejected';
          const day = isOver ? row.stateDate.slice(0, 10) : today;
          const stage = row.state === 'Returned' ? 'begin' : 'certify';
          const requirementResults =
            'dives' in facts ? evaluateRequirements(requirements, facts as Facts, day, stage) : [];
          const met = requirementResults.map(({ isMet }) => isMet);
          return { ...row, types: [{ id, name: typeName }], met, open: listOpenRequirements(requirementResults) };
        }),
        total,
      };
    },
  };
}

export const applicationCalls: readonly MeasuredCall[] = [
  pageCall(`applications, the desk's queue among ${applicationCount}`, 'desk', staff, queue, null),
  pageCall(
    `applications, an instructor's list of ${assignedCount}`,
    'assigned',
    { affiliateId: measuredInstructor, affiliateTypeId: affiliateType.instructor },
    assigned,
    measuredInstructor,
  ),
];
