import type { Services } from '#platform/server/http/context.ts';
import type { DiveWriter, DiveSummary } from '#features/logbook/shared/dive-files/writers/dive-writer.ts';
import { createCsvWriter, type CsvDive } from '#features/logbook/shared/dive-files/writers/write-csv.ts';
import { readDives, readSummaries, type ExportedDive, type Selection } from './read-dives.ts';
import { withTitleInNotes, type ExportedLog } from './to-file-dive.ts';

/** Fields of the logbook that only a table has columns for, with their stored values. */
const details = {
  Title: (log) => log.dive_title,
  Status: (log) => log.status,
  Course: (log) => [log.log_course, log.log_number, log.adventure_dive].filter((part) => part !== null).join(' '),
  Entry: (log) => log.dive_type,
  Water: (log) => log.conditions[0]?.water_type,
  'Body of water': (log) => log.conditions[0]?.body_of_water,
  Weather: (log) => log.conditions[0]?.weather,
  'Surface temperature (°C)': (log) => log.conditions[0]?.surface_water_temp,
  'Seeing conditions': (log) => log.conditions[0]?.visibility,
  Waves: (log) => log.conditions[0]?.wave_condition,
  Current: (log) => log.conditions[0]?.current,
  Surge: (log) => log.conditions[0]?.surge,
  Weighting: (log) => log.equipment[0]?.weight_type,
  Material: (log) => log.equipment[0]?.cylinder_type,
  Equipment: (log) => log.equipment[0]?.additional_equipment?.join(', '),
  Feeling: (log) => log.experiences[0]?.feeling,
  'Dive center': (log) => log.experiences[0]?.dive_center,
  Skills: (log) => log.skills[0]?.dive_skills.join(', '),
  'Verified by': (log) => log.verified_name,
  Verified: (log) => log.verified_at?.slice(0, 10),
} satisfies Record<string, (log: ExportedLog) => string | number | null | undefined>;
const detailEntries = Object.entries(details);

/** Reads the dives twice, because formats list sites, gases and columns before the first dive. */
export async function* writeRecordedDives(
  services: Services,
  selection: Selection,
  writer: DiveWriter,
): AsyncGenerator<string> {
  for await (const { dive, log } of readSummaries(services, selection)) writer.collect(withTitleInNotes(dive, log));
  yield writer.start();
  for await (const { dive, log } of readDives(services, selection)) yield writer.write(withTitleInNotes(dive, log));
  yield writer.end();
}

/** A table has no samples. */
export async function* writeTable(services: Services, selection: Selection): AsyncGenerator<string> {
  const writer = createCsvWriter(detailEntries.map(([name]) => name));
  for await (const { dive } of readSummaries(services, selection)) writer.collect(dive);
  yield writer.start();
  for await (const exported of readSummaries(services, selection)) yield writer.write(withDetails(exported));
  yield writer.end();
}

function withDetails({ dive, log }: ExportedDive<DiveSummary>): CsvDive {
  const values = detailEntries.map(([name, read]) => [name, String(read(log) ?? '')]);
  return { ...dive, details: Object.fromEntries(values) };
}
