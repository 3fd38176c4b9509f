import type { DiveLog } from '#features/logbook/shared/contract.ts';
import { toPhoto } from '#features/logbook/server/photos/queries.ts';
import type { ShownLogRow } from '#features/logbook/server/queries.ts';

/** Converts a row to the contract, where every section is a list with one entry. */
export function toDiveLog(row: ShownLogRow): DiveLog {
  const { max_depth, bottom_time, time_in, time_out, skills, conditions, equipment, experience, photos, ...log } = row;
  const id = String(row.id);
  return {
    ...log,
    id,
    depth_times: [{ max_depth, bottom_time, time_in, time_out }],
    skills: row.log_type === 'Training' ? [{ dive_skills: skills }] : [],
    conditions: [conditions],
    equipment: [equipment],
    experiences: [{ ...(experience as object), photos: photos.map((photo) => toPhoto(id, photo)) }],
    created_date: row.created_date.toISOString(),
    submitted_at: row.submitted_at?.toISOString() ?? null,
    verified_at: row.verified_at?.toISOString() ?? null,
    returned_at: row.returned_at?.toISOString() ?? null,
    deviations: [],
  };
}
