import type { Context } from '#platform/server/http/context.ts';
import { fail as failCall } from '#platform/shared/errors.ts';
import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { toPhoto } from '#features/logbook/server/photos/queries.ts';
import { findLog, type ShownLogRow } from '#features/logbook/server/queries.ts';

export async function readLog({ db, user }: Context, id: string): Promise<DiveLog> {
  const row = await findLog.first(db, { viewer: user.affiliateId, id });
  if (row === undefined) throw failCall('not_found');
  return toDiveLog(row);
}

/** Converts a row to the contract, where every section is a list with one entry. */
export function toDiveLog(row: ShownLogRow): DiveLog {
  const { max_depth, bottom_time, time_in, time_out, dive_skills, conditions, equipment, ...rest } = row;
  const { experiences, photos, ...log } = rest;
  return {
    ...log,
    depth_times: [{ max_depth, bottom_time, time_in, time_out }],
    skills: log.log_type === 'Training' ? [{ dive_skills }] : [],
    conditions: [conditions],
    equipment: [equipment],
    experiences: [{ ...experiences, photos: photos.map((photo) => toPhoto(log.id, photo)) }],
    deviations: [],
  };
}
