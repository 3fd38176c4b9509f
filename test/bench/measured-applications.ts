import { getAssignedShape, getQueueShape, listPage } from '#features/applications/server/lists/queries.ts';
import { affiliateType } from '#domain/roles.ts';
import { applicationCount, assignedCount, measuredInstructor } from './fill-applications.ts';
import { toJsonText, type Caller, type MeasuredCall } from './measured-calls.ts';

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
    maxRatio: 4,
    // A page with a hundred applications and their requirements is much larger than other responses.
    requests: 300,
    floor: { sql: toJsonText(page.text), values: page.toValues({ person, size: 100, offset: 0 }) },
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
