import { isDeepStrictEqual } from 'node:util';
import type { LogContent } from '#features/logbook/server/logs/queries.ts';
import type { LossEntry, LossReason } from '#features/logbook/shared/recordings/map-dive.ts';

/** Where the logbook has the values of the report. */
const readers: Readonly<Record<string, (log: LogContent) => unknown>> = {
  date: (log) => log.dive_date,
  time: (log) => log.time_in,
  site: (log) => log.dive_title,
  location: (log) => log.dive_location,
  max_depth_m: (log) => log.max_depth,
  duration_s: (log) => log.bottom_time,
  water_temp_c: ({ conditions }) => conditions.bottom_water_temp,
  air_temp_c: ({ conditions }) => conditions.air_temp,
  visibility_m: ({ conditions }) => conditions.visibility_distance,
  suit: ({ equipment }) => equipment.suit_type,
  weight_kg: ({ equipment }) => equipment.weight,
  'cylinders.volume_l': ({ equipment }) => equipment.cylinder_size,
  'cylinders.start_bar': ({ equipment }) => equipment.starting_pressure,
  'cylinders.end_bar': ({ equipment }) => equipment.ending_pressure,
  gases: ({ equipment: { oxygen, helium } }) => [oxygen, helium],
  notes: ({ experiences }) => experiences.notes,
  buddies: ({ experiences }) => experiences.buddies,
};

/** What is true of the report once `stored` is in the logbook instead of `mapped`: values that differ were left out. */
export function reportStored(
  entries: readonly LossEntry[],
  mapped: LogContent,
  stored: LogContent,
  reason: LossReason,
): LossEntry[] {
  return entries.map((entry): LossEntry => {
    const read = readers[entry.field];
    if (entry.outcome === 'left-out' || read === undefined || isDeepStrictEqual(read(mapped), read(stored)))
      return entry;
    return { field: entry.field, value: entry.value, outcome: 'left-out', reason };
  });
}
