import type { Condition, DepthTime, DiveLog, Equipment } from '#features/logbook/shared/contract.ts';
import {
  createCylinder,
  createDive,
  type Cylinder,
  type DiveSite,
  type DiveStart,
  type Gas,
} from '#features/logbook/shared/dive-files/dive-file.ts';
import type { DiveSummary } from '#features/logbook/shared/dive-files/writers/dive-writer.ts';
import type { RecordingDetails } from '#features/logbook/shared/recordings/pack-recording.ts';
import { gasByMixture } from '#features/logbook/shared/rules.ts';

export type ExportedLog = Omit<DiveLog, 'dive_number' | 'recordings' | 'deviations'>;

type RecordingOf<Dive extends DiveSummary> = Dive['recordings'][number] & RecordingDetails;

/**
 * A dive of the logbook as files have it: the reverse of `map-dive.ts`. What the diver entered counts, and a recording adds
 * seconds and what was left empty.
 */
export function toFileDive<Dive extends DiveSummary>(
  log: ExportedLog,
  number: number,
  recordings: readonly RecordingOf<Dive>[],
): Dive {
  const [first] = recordings;
  const times: DepthTime = log.depth_times[0] ?? {};
  const conditions: Condition = log.conditions[0] ?? {};
  const equipment: Equipment = log.equipment[0] ?? {};
  const [experience] = log.experiences;
  const minutes = times.bottom_time ?? null;
  const recordedS = first?.durationS ?? null;
  const isSameLength = recordedS !== null && Math.round(recordedS / 60) === minutes;
  const dive = createDive({
    number,
    start: findStart(log, first?.start ?? null),
    durationS: minutes === null || isSameLength ? recordedS : minutes * 60,
    maxDepthM: times.max_depth ?? null,
    waterTempC: conditions.bottom_water_temp ?? null,
    airTempC: conditions.air_temp ?? null,
    visibilityM: conditions.visibility_distance ?? null,
    weightKg: equipment.weight ?? null,
    site: findSite(log),
    buddies: experience?.buddies ?? [],
    divemaster: log.verified_name,
    suit: equipment.suit_type ?? null,
    notes: experience?.notes || null,
    cylinders: listCylinders(equipment, first?.cylinders ?? []),
  });
  return { ...dive, recordings: [...recordings] } as unknown as Dive;
}

/** The logbook has minutes; the recording of the same minute also has seconds and the offset. */
function findStart(
  { dive_date: date, depth_times: [times] }: ExportedLog,
  recorded: DiveStart | null,
): DiveStart | null {
  if (date === null) return recorded;
  const time = times?.time_in ?? null;
  const isSame = recorded?.local.startsWith(time === null ? date : `${date}T${time}`) ?? false;
  if (recorded !== null && isSame) return recorded;
  return { local: `${date}T${time ?? '00:00'}:00`, utcOffsetMin: null, isTimeKnown: time !== null };
}

/** The location starts with the title if both come from the site of a file. */
function findSite({ dive_title: title, dive_location: place, dive_date: date }: ExportedLog): DiveSite | null {
  const site = { name: title, location: null, country: null, position: null };
  if (place === '') return title === '' || title === date ? null : site;
  if (place === title) return site;
  if (place.startsWith(`${title}, `)) return { ...site, location: place.slice(title.length + 2) };
  return { ...site, name: place };
}

/** Formats without a field for the title get it as the first line of the notes, unless it is the site or the date. */
export function withTitleInNotes<Dive extends DiveSummary>(
  dive: Dive,
  { dive_title: title, dive_date: date }: ExportedLog,
): Dive {
  if (title === '' || title === date || title === dive.site?.name) return dive;
  return { ...dive, notes: dive.notes === null ? title : `${title}\n\n${dive.notes}` };
}

/** The logbook's own fields describe the first cylinder. */
function listCylinders(equipment: Equipment, recorded: readonly Cylinder[]): Cylinder[] {
  const { cylinder_size: size, starting_pressure: start, ending_pressure: end } = equipment;
  const [first = createCylinder({}), ...others] = recorded;
  const entered: Cylinder = {
    ...first,
    gas: findGas(equipment) ?? first.gas,
    volumeL: size ?? first.volumeL,
    startBar: start ?? first.startBar,
    endBar: end ?? first.endBar,
  };
  const isEmpty = recorded.length === 0 && Object.values(entered).every((value) => value === null);
  return isEmpty ? [] : [entered, ...others];
}

function findGas({ oxygen, helium, gas_mixture: mixture }: Equipment): Gas | null {
  if (typeof oxygen === 'number') return { o2: oxygen, he: helium ?? 0 };
  const named = mixture ? gasByMixture[mixture] : undefined;
  return named === undefined ? null : { o2: named.oxygen, he: named.helium };
}
