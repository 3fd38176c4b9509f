import type { DiveLog } from '#features/logbook/shared/contract.ts';

/** Listed for every dive, even if empty. */
const alwaysListed = ['dive_title', 'dive_date', 'dive_location', 'dive_type'] as const;
const timeFields = ['max_depth', 'bottom_time', 'time_in', 'time_out', 'dive_skills'] as const;

/** The fields an instructor can remark on: the required ones and those with a value, in the order of the form. */
export function listRemarkFields(log: DiveLog): string[] {
  const filled = Object.entries({ ...log.conditions[0], ...log.equipment[0], ...log.experiences[0] })
    .filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== '',
    )
    .map(([field]) => field);
  return [...alwaysListed, ...timeFields, ...filled];
}
