import { findLongTextProblem, findShortTextProblem } from '#platform/shared/text-rules.ts';
import type {
  Condition,
  DepthTime,
  Equipment,
  Experience,
  RecreationalLog,
} from '#features/logbook/shared/contract.ts';
import { suitTypes, type GasMixture } from '#features/logbook/shared/enums.ts';
import { gasByMixture, limits } from '#features/logbook/shared/rules.ts';
import type { Cylinder, FileDive, Gas, Position } from '#features/logbook/shared/dive-files/dive-file.ts';
import { formatOffset } from '#features/logbook/shared/dive-files/parse-values.ts';

/** Why a value of a file isn't in the logbook as it was. The screens and the report translate it. */
export const lossReasons = [
  'no-field',
  'too-long',
  'too-many',
  'not-allowed',
  'one-cylinder',
  'unknown-value',
  /** Outside what the logbook accepts, or against another value of the dive. */
  'out-of-range',
  /** The dive to which a recording is attached keeps what its diver entered. */
  'entered',
  /** The dive to which it should be attached is with its instructor. */
  'dive-pending',
] as const;
export type LossReason = (typeof lossReasons)[number];

/** The result for one value of a file. A kept value needs no explanation. */
export type LossEntry = { field: string; value: string } & (
  | { outcome: 'kept' }
  | { outcome: 'converted'; stored: string }
  | { outcome: 'left-out'; reason: LossReason }
);

export interface MappedDive {
  general: RecreationalLog;
  entries: LossEntry[];
}

type MappableDive = Omit<FileDive, 'recordings'>;

interface MapOptions {
  /** For a dive without a site. */
  title: string;
  /** The mode of each recording. */
  modes: readonly (string | null)[];
}

/** A dive of a file as an entry of the logbook, and what was kept, converted and left out. */
export function mapDive(dive: MappableDive, { title, modes }: MapOptions): MappedDive {
  const report = new Report();
  const { cylinders } = dive;
  const [cylinder, ...otherCylinders] = cylinders;
  // A recording keeps all its cylinders. The logbook's own fields describe one.
  if (modes.length === 0) reportUnrecorded(dive, report, otherCylinders);
  else if (dive.site?.position) report.keep('gps', formatPosition(dive.site.position));
  const general: RecreationalLog = {
    dive_title: mapTitle(dive, title, report),
    dive_date: dive.start === null ? null : report.keep('date', dive.start.local.slice(0, 10)),
    dive_location: mapLocation(dive, report),
    dive_type: null,
    status: 'Logged',
    depth_times: [mapDepthTime(dive, report)],
    conditions: [mapConditions(dive, report)],
    equipment: [mapEquipment(dive, cylinder, modes, report)],
    experiences: [mapExperience(dive, report)],
  };
  if (dive.number !== null) report.leaveOut('number', String(dive.number), 'no-field');
  if (dive.divemaster !== null) report.leaveOut('divemaster', dive.divemaster, 'no-field');
  for (const tag of dive.tags) report.leaveOut('tags', tag, 'no-field');
  return { general, entries: report.entries };
}

/** Values that a recording keeps and the logbook's own fields don't. */
function reportUnrecorded(
  { site, start, avgDepthM, cylinders: [first] }: MappableDive,
  report: Report,
  others: readonly Cylinder[],
): void {
  for (const other of others) report.leaveOut('cylinders', describeCylinder(other), 'one-cylinder');
  if (first !== undefined && (first.description !== null || first.workingPressureBar !== null)) {
    const { description, workingPressureBar } = first;
    const pressure = workingPressureBar === null ? null : `${workingPressureBar} bar`;
    report.leaveOut('cylinders', [description, pressure].filter((part) => part !== null).join(', '), 'no-field');
  }
  if (site?.position) report.leaveOut('gps', formatPosition(site.position), 'no-field');
  if (typeof start?.utcOffsetMin === 'number')
    report.leaveOut('utc_offset_min', formatOffset(start.utcOffsetMin), 'no-field');
  if (avgDepthM !== null) report.leaveOut('avg_depth_m', String(avgDepthM), 'no-field');
}

const formatPosition = ({ latitude, longitude }: Position) => `${latitude}, ${longitude}`;

class Report {
  readonly entries: LossEntry[] = [];

  keep<Value extends string | number>(field: string, value: Value): Value {
    this.entries.push({ field, value: String(value), outcome: 'kept' });
    return value;
  }

  convert<Value extends string | number>(field: string, value: string, stored: Value, unit = ''): Value {
    if (value === String(stored)) return this.keep(field, stored);
    this.entries.push({ field, value, outcome: 'converted', stored: `${stored}${unit}` });
    return stored;
  }

  leaveOut(field: string, value: string, reason: LossReason): null {
    this.entries.push({ field, value, outcome: 'left-out', reason });
    return null;
  }
}

/** The site, or the title the caller made of the date. */
function mapTitle({ site }: MappableDive, title: string, report: Report): string {
  const name = site?.name ?? site?.location ?? null;
  return (name === null ? null : mapLine('site', name, limits.title, report)) ?? title;
}

function mapLocation({ site }: MappableDive, report: Report): string {
  const places = [site?.name, site?.location, site?.country].filter((place) => typeof place === 'string');
  const text = [...new Set(places)].join(', ');
  return text === '' ? '' : (mapLine('location', text, limits.location, report) ?? '');
}

/** A line of text without line breaks. Null if the logbook doesn't accept it, for example because of a web address. */
function mapLine(field: string, value: string, maxLength: number, report: Report): string | null {
  const line = value.replaceAll(/\s+/g, ' ').trim();
  if (line === '') return null;
  const short = cut(line, maxLength);
  if (findShortTextProblem(short) !== null) return report.leaveOut(field, value, 'not-allowed');
  return report.convert(field, value, short);
}

/** Whole characters, so that a pair of surrogates isn't split. */
function cut(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = text.codePointAt(maxLength - 1) ?? 0;
  return text.slice(0, end > 0xff_ff ? maxLength - 1 : maxLength).trimEnd();
}

function mapDepthTime({ start, durationS, maxDepthM }: MappableDive, report: Report): DepthTime {
  const minutes = durationS === null ? null : Math.round(durationS / 60);
  const timeIn = start?.isTimeKnown ? start.local.slice(11, 16) : null;
  return {
    max_depth: maxDepthM === null ? null : report.keep('max_depth_m', maxDepthM),
    bottom_time:
      durationS === null || minutes === null ? null : report.convert('duration_s', `${durationS} s`, minutes, ' min'),
    time_in:
      start === null || timeIn === null
        ? null
        : report.convert('time', start.local.slice(11).replace(/:00$/, ''), timeIn),
    time_out: start === null || timeIn === null || durationS === null ? null : addSeconds(start.local, durationS),
  };
}

/** `HH:MM` at the site. Dives are shorter than the days on which a clock changes are rare. */
function addSeconds(local: string, seconds: number): string {
  return new Date(Date.parse(`${local}Z`) + seconds * 1000).toISOString().slice(11, 16);
}

function mapConditions({ waterTempC, airTempC, visibilityM }: MappableDive, report: Report): Condition {
  return {
    ...(waterTempC !== null && { bottom_water_temp: report.keep('water_temp_c', waterTempC) }),
    ...(airTempC !== null && { air_temp: report.keep('air_temp_c', airTempC) }),
    ...(visibilityM !== null && { visibility_distance: report.keep('visibility_m', visibilityM) }),
  };
}

function mapEquipment(
  { suit, weightKg }: MappableDive,
  cylinder: Cylinder | undefined,
  modes: readonly (string | null)[],
  report: Report,
): Equipment {
  const suitType = suit === null ? null : mapSuit(suit, report);
  const isRebreather = modes.some((mode) => /ccr|scr|rebreather/i.test(mode ?? ''));
  return {
    ...(suitType !== null && { suit_type: suitType }),
    ...(weightKg !== null && { weight: report.keep('weight_kg', weightKg) }),
    ...(cylinder !== undefined && mapCylinder(cylinder, isRebreather, report)),
  };
}

function mapSuit(suit: string, report: Report): (typeof suitTypes)[number] | null {
  const millimetres = /(\d{1,3}(?:[.,]\d{1,3})?)\s{0,3}mm/i.exec(suit)?.[1];
  const type = /dry/i.test(suit)
    ? /semi/i.test(suit)
      ? 'semi dry'
      : 'dry suit'
    : /shorty/i.test(suit)
      ? 'shorty'
      : suitTypes.find((known) => known === `${millimetres} mm`);
  return type === undefined ? report.leaveOut('suit', suit, 'unknown-value') : report.convert('suit', suit, type);
}

function mapCylinder(cylinder: Cylinder, isRebreather: boolean, report: Report): Equipment {
  const { gas, volumeL, startBar, endBar } = cylinder;
  // The recording keeps the pressure of a cylinder that warmed up; the logbook accepts none above the start.
  const isRising = startBar !== null && endBar !== null && endBar > startBar;
  if (isRising) report.leaveOut('cylinders.end_bar', String(endBar), 'not-allowed');
  const mixture = isRebreather ? 'Rebreather' : gas === null ? null : getMixture(gas);
  return {
    ...(volumeL !== null && { cylinder_size: report.keep('cylinders.volume_l', volumeL) }),
    ...(startBar !== null && { starting_pressure: report.keep('cylinders.start_bar', startBar) }),
    ...(endBar !== null && !isRising && { ending_pressure: report.keep('cylinders.end_bar', endBar) }),
    ...(mixture !== null && { gas_mixture: mixture }),
    ...(gas !== null && mapGas(gas, report)),
  };
}

function mapGas(gas: Gas, report: Report): Equipment {
  const helium = Math.round(gas.he * 10) / 10;
  const oxygen = Math.min(100 - helium, Math.round(gas.o2 * 10) / 10);
  report.convert('gases', `${gas.o2}/${gas.he}`, `${oxygen}/${helium}`);
  return { oxygen, helium, nitrogen: Math.round((100 - oxygen - helium) * 10) / 10 };
}

/** Computers round air to 20.9 or 21. */
function getMixture({ o2, he }: Gas): GasMixture | null {
  if (he > 0) return 'Trimix';
  const named = Object.entries(gasByMixture) as [GasMixture, { oxygen: number }][];
  const same = named.find(([, { oxygen }]) => Math.abs(oxygen - o2) <= 0.2);
  if (same !== undefined) return same[0];
  return o2 > 21 ? 'Enriched' : null;
}

function mapExperience({ notes, buddies }: MappableDive, report: Report): Experience {
  const text = notes === null ? null : mapNotes(notes, report);
  const names = buddies.flatMap((name, index) => {
    if (index >= limits.buddies) return report.leaveOut('buddies', name, 'too-many') ?? [];
    return mapLine('buddies', name, limits.name, report) ?? [];
  });
  return { ...(text !== null && { notes: text }), ...(names.length > 0 && { buddies: names }) };
}

function mapNotes(notes: string, report: Report): string | null {
  const text = notes.replaceAll('\r\n', '\n').trim();
  if (text === '') return null;
  const short = cut(text, limits.notes);
  if (findLongTextProblem(short) !== null) return report.leaveOut('notes', notes, 'not-allowed');
  if (short.length < text.length) report.leaveOut('notes', text.slice(short.length), 'too-long');
  report.keep('notes', short);
  return short;
}

const describeCylinder = ({ gas, volumeL, startBar, endBar, description }: Cylinder) =>
  [
    description,
    gas && `${gas.o2}/${gas.he}`,
    volumeL !== null && `${volumeL} L`,
    startBar !== null && `${startBar} bar`,
    endBar !== null && `${endBar} bar`,
  ]
    .filter((part) => typeof part === 'string')
    .join(', ');
