import type { Context } from '#platform/server/http/context.ts';
import { listFormStatuses } from '#features/forms/server/public.ts';
import { type Deviation, findDeviations, type EvaluatedDive } from '#features/logbook/shared/deviations.ts';

/** A dive with its diver and the people the course's forms may name. */
export interface DiveToEvaluate extends EvaluatedDive {
  affiliate_id: number;
  memsys_member_number: number | null;
  diver_birthdate: string | null;
  /** The store through which this instructor teaches the diver. */
  store_number: number | null;
}

/** The deviations of each dive, in the order of the dives. */
export async function listDeviations(
  context: Pick<Context, 'db' | 'services'>,
  dives: readonly DiveToEvaluate[],
): Promise<Deviation[][]> {
  const statuses = await listFormStatuses(
    context,
    dives.map(({ affiliate_id, dive_date, store_number, memsys_member_number }) => ({
      affiliateId: affiliate_id,
      onDate: dive_date ?? '1900-01-01',
      packet: 'course' as const,
      storeNumber: store_number,
      memberNumber: memsys_member_number,
    })),
  );
  return dives.map((dive, place) =>
    findDeviations(dive, { birthdate: dive.diver_birthdate, formProblems: statuses[place]?.missing ?? [] }),
  );
}
