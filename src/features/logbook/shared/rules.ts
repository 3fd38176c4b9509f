import { getTrainingLimitM, type TrainingMetres } from '#domain/training-lengths.ts';
import type { Measure, Unit } from '#domain/units.ts';
import type { GasMixture, LogType } from './enums.ts';
import { listSkillGroups } from './skills.ts';

export const limits = {
  title: 120,
  location: 120,
  notes: 5_000,
  name: 80,
  buddies: 10,
  reason: 1_000,
  caption: 200,
  photos: 20,
  photoBytes: 10 * 1024 * 1024,
} as const;

/** The fields with a unit, and their section. */
export const measured = {
  max_depth: { measure: 'depth', section: 'depth_times' },
  air_temp: { measure: 'temperature', section: 'conditions' },
  surface_water_temp: { measure: 'temperature', section: 'conditions' },
  bottom_water_temp: { measure: 'temperature', section: 'conditions' },
  visibility_distance: { measure: 'distance', section: 'conditions' },
  weight: { measure: 'weight', section: 'equipment' },
  cylinder_size: { measure: 'cylinder', section: 'equipment' },
  starting_pressure: { measure: 'pressure', section: 'equipment' },
  ending_pressure: { measure: 'pressure', section: 'equipment' },
} as const satisfies Record<string, { measure: Measure; section: 'depth_times' | 'conditions' | 'equipment' }>;
export type MeasuredField = keyof typeof measured;

/** Metric limits of what can be stored. Values that are only unusual are warned about, never rejected. */
const ranges = {
  max_depth: [0, 999],
  bottom_time: [0, 9_999],
  air_temp: [-273, 999],
  surface_water_temp: [-273, 999],
  bottom_water_temp: [-273, 999],
  visibility_distance: [0, 9_999],
  weight: [0, 999],
  cylinder_size: [0, 999],
  starting_pressure: [0, 9_999],
  ending_pressure: [0, 9_999],
  oxygen: [0, 100],
  nitrogen: [0, 100],
  helium: [0, 100],
} as const;
type RangedField = keyof typeof ranges;
const rangeEntries = Object.entries(ranges) as [RangedField, readonly [number, number]][];
const earliestDay = '1900-01-01';

/** Metric values by field. */
export type LogNumbers = { readonly [Field in RangedField]?: number | null | undefined };

/** The fields that the rules read: those of a stored or submitted log and of its sections, by the same names. */
export interface CheckedLog extends LogNumbers {
  log_type: LogType;
  is_imported?: boolean | undefined;
  log_course?: string | null | undefined;
  log_number?: number | null | undefined;
  adventure_dive?: string | null | undefined;
  dive_title: string;
  dive_date?: string | null | undefined;
  dive_location: string;
  dive_type?: string | null | undefined;
  memsys_member_number?: number | null | undefined;
  dive_skills?: readonly string[] | undefined;
}

export interface Problem {
  code:
    | 'logbook.missing_title'
    | 'logbook.missing_location'
    | 'logbook.missing_date'
    | 'logbook.missing_dive_type'
    | 'logbook.missing_instructor'
    | 'logbook.missing_max_depth'
    | 'logbook.missing_bottom_time'
    | 'logbook.missing_skills'
    | 'logbook.future_date'
    | 'logbook.negative'
    | 'logbook.out_of_range'
    | 'logbook.pressure_order'
    | 'logbook.gas_sum'
    | 'logbook.unknown_skill';
  /** The path in the input of the mutations. */
  path: string;
}

const getSection = (field: RangedField): string => {
  if (field === 'bottom_time') return 'depth_times';
  if (field in measured) return measured[field as MeasuredField].section;
  return 'equipment';
};
const getPath = (field: RangedField) => `general.${getSection(field)}.0.${field}`;

/** Values that are rejected even in a draft, because the error would only surface later. */
export function findInvalid(log: CheckedLog, latestDay: string): Problem[] {
  const { dive_date: date = null, log_course: course = null, log_number: number = null } = log;
  const { adventure_dive: adventure = null, dive_skills: named = [] } = log;
  const problems: Problem[] = [];
  if (date !== null && date > latestDay) problems.push({ code: 'logbook.future_date', path: 'general.dive_date' });
  if (date !== null && date < earliestDay) problems.push({ code: 'logbook.out_of_range', path: 'general.dive_date' });
  for (const [field, [least, most]] of rangeEntries) {
    const value = log[field];
    if (value === null || value === undefined) continue;
    if (value < 0 && least === 0) problems.push({ code: 'logbook.negative', path: getPath(field) });
    else if (value < least || value > most) problems.push({ code: 'logbook.out_of_range', path: getPath(field) });
  }
  const { starting_pressure: start, ending_pressure: end, oxygen, nitrogen, helium } = log;
  if (isNumber(start) && isNumber(end) && end > start)
    problems.push({ code: 'logbook.pressure_order', path: getPath('ending_pressure') });
  if (isNumber(oxygen) && isNumber(nitrogen) && Math.abs(oxygen + nitrogen + (helium ?? 0) - 100) > 0.05)
    problems.push({ code: 'logbook.gas_sum', path: getPath('oxygen') });
  if (named.length > 0 && hasUnknownSkill(named, listSkillGroups(course, number, adventure)))
    problems.push({ code: 'logbook.unknown_skill', path: 'general.skills.0.dive_skills' });
  return problems;
}

function hasUnknownSkill(named: readonly string[], groups: ReturnType<typeof listSkillGroups>): boolean {
  const known = new Set(groups.flatMap(({ skills }) => skills));
  return named.some((skill) => !known.has(skill));
}

/**
 * Fields a dive must have before it is logged or submitted, in the order of the form. A recreational dive from a file
 * may lack what its file lacked.
 */
export function findMissing(log: CheckedLog): Problem[] {
  const isTraining = log.log_type === 'Training';
  const isFromFile = log.is_imported === true && !isTraining;
  const isUnset = (value: unknown) => value === null || value === undefined;
  const missing: (Problem | false)[] = [
    log.dive_title === '' && { code: 'logbook.missing_title', path: 'general.dive_title' },
    isUnset(log.dive_date) && { code: 'logbook.missing_date', path: 'general.dive_date' },
    !isFromFile && isUnset(log.dive_type) && { code: 'logbook.missing_dive_type', path: 'general.dive_type' },
    !isFromFile && log.dive_location === '' && { code: 'logbook.missing_location', path: 'general.dive_location' },
    isTraining &&
      isUnset(log.memsys_member_number) && {
        code: 'logbook.missing_instructor',
        path: 'general.memsys_member_number',
      },
    !isFromFile && isUnset(log.max_depth) && { code: 'logbook.missing_max_depth', path: getPath('max_depth') },
    !isFromFile && isUnset(log.bottom_time) && { code: 'logbook.missing_bottom_time', path: getPath('bottom_time') },
    isTraining && !log.dive_skills?.length && { code: 'logbook.missing_skills', path: 'general.skills.0.dive_skills' },
  ];
  return missing.filter((problem) => problem !== false);
}

export type Warning =
  | 'deep'
  | 'long'
  | 'start_pressure'
  | 'water_temp'
  | 'unusual'
  | 'longer_than_between'
  | 'beyond_training'
  | 'beyond_mod';

/** Metric values beyond which a typing error is likely. */
const usual = {
  air_temp: [-40, 55],
  visibility_distance: [0, 100],
  weight: [0, 30],
  cylinder_size: [0, 40],
} as const satisfies { readonly [Field in RangedField]?: readonly [number, number] };
const usualEntries = Object.entries(usual) as [keyof typeof usual, readonly [number, number]][];

export const maxRecreationalDepthM: TrainingMetres = 40;

interface WarningContext {
  minutesBetween: number | null;
  trainedDepthM: TrainingMetres | null;
  /** The unit the depth was entered in. */
  depthUnit: Unit | null;
}

/** Warnings by field; they never block saving. All values are metric. */
export function findWarnings(
  numbers: LogNumbers,
  { minutesBetween, trainedDepthM, depthUnit }: WarningContext,
): Partial<Record<RangedField, Warning>> {
  const { max_depth: depth, bottom_time: time, starting_pressure: start, oxygen } = numbers;
  const isCold = (value: number | null | undefined) => isNumber(value) && (value < -2 || value > 38);
  const mod = isNumber(oxygen) && oxygen > 21 ? maxOperatingDepthM(oxygen) : null;
  const isBeyond = (limit: TrainingMetres | null) =>
    isNumber(depth) && limit !== null && depth > getTrainingLimitM(limit, depthUnit);
  const isUnusual = ([field, [least, most]]: (typeof usualEntries)[number]) => {
    const value = numbers[field];
    return isNumber(value) && (value < least || value > most);
  };
  return {
    ...Object.fromEntries(usualEntries.filter(isUnusual).map(([field]) => [field, 'unusual' as const])),
    ...(isBeyond(maxRecreationalDepthM)
      ? { max_depth: 'deep' }
      : isNumber(depth) && mod !== null && depth > mod
        ? { max_depth: 'beyond_mod' }
        : isBeyond(trainedDepthM) && { max_depth: 'beyond_training' }),
    ...(isNumber(time) && time > 120
      ? { bottom_time: 'long' }
      : isNumber(time) && minutesBetween !== null && time > minutesBetween && { bottom_time: 'longer_than_between' }),
    ...(isNumber(start) && start > 232 && { starting_pressure: 'start_pressure' }),
    ...(isCold(numbers.surface_water_temp) && { surface_water_temp: 'water_temp' }),
    ...(isCold(numbers.bottom_water_temp) && { bottom_water_temp: 'water_temp' }),
  };
}

/** Minutes from entry to exit, across midnight if the exit is earlier; null if one is unknown. */
export function minutesBetween(timeIn: string | null | undefined, timeOut: string | null | undefined): number | null {
  const [start, end] = [parseMinutes(timeIn), parseMinutes(timeOut)];
  return start === null || end === null ? null : (end - start + 1_440) % 1_440;
}

function parseMinutes(time: string | null | undefined): number | null {
  const found = /^(\d{2}):(\d{2})/.exec(time ?? '');
  return found === null ? null : Number(found[1]) * 60 + Number(found[2]);
}

export interface Gas {
  oxygen: number;
  nitrogen: number;
  helium: number;
}

/** The fractions of mixtures defined by their name. */
export const gasByMixture: Partial<Record<GasMixture, Gas>> = {
  Air: { oxygen: 21, nitrogen: 79, helium: 0 },
  EANx32: { oxygen: 32, nitrogen: 68, helium: 0 },
  EANx36: { oxygen: 36, nitrogen: 64, helium: 0 },
  EANx40: { oxygen: 40, nitrogen: 60, helium: 0 },
};

/** The depth with an oxygen partial pressure of 1.4 bar, rounded to a tenth as in tables. */
export function maxOperatingDepthM(oxygen: number): number {
  return Math.round((1.4 / (oxygen / 100) - 1) * 100) / 10;
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number';
}
