import { isUnitOf, toMetric } from '#domain/units.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import {
  type Condition,
  type DepthTime,
  type Equipment,
  type Experience,
  fail,
  type LogInput,
  type TrainingChange,
  type TypedMeasure,
} from '#features/logbook/shared/contract.ts';
import type { LogType } from '#features/logbook/shared/enums.ts';
import { type CheckedLog, measured, type MeasuredField } from '#features/logbook/shared/rules.ts';
import type { LogRow } from '#features/logbook/server/queries.ts';
import type { ContentValues } from './queries.ts';

/** The content of a log, without its status. */
export interface Content extends Omit<CheckedLog, 'numbers'> {
  depth_times: DepthTime;
  conditions: Condition;
  equipment: Equipment;
  experiences: Experience;
  typed: readonly TypedMeasure[];
}

export const emptyContent = (type: LogType): Content => ({
  log_type: type,
  log_course: null,
  log_number: null,
  adventure_dive: null,
  dive_title: '',
  dive_date: null,
  dive_location: '',
  dive_type: null,
  memsys_member_number: null,
  skills: [],
  depth_times: {},
  conditions: {},
  equipment: {},
  experiences: {},
  typed: [],
});

export const toContent = (row: LogRow): Content => ({
  log_type: row.log_type,
  log_course: row.log_course,
  log_number: row.log_number,
  adventure_dive: row.adventure_dive,
  dive_title: row.dive_title,
  dive_date: row.dive_date,
  dive_location: row.dive_location,
  dive_type: row.dive_type,
  memsys_member_number: row.memsys_member_number,
  skills: row.skills,
  depth_times: toDepthTime(row),
  conditions: row.conditions,
  equipment: row.equipment,
  experiences: row.experience,
  typed: row.typed,
});

const toDepthTime = ({ max_depth, bottom_time, time_in, time_out }: LogRow): DepthTime =>
  withoutNulls({ max_depth, bottom_time, time_in, time_out });

/** The submitted fields of a log of either type. */
export type LogChanges = { [Field in keyof Omit<TrainingChange, 'status'>]?: TrainingChange[Field] | undefined } & {
  status?: LogInput['status'] | undefined;
};

/** Missing fields stay unchanged, also in sections; null clears a field. */
export function applyInput(former: Content, changes: LogChanges): Content {
  const pick = <Value>(value: Value | undefined, current: Value): Value => (value === undefined ? current : value);
  const changed: Content = {
    log_type: former.log_type,
    dive_title: pick(changes.dive_title, former.dive_title),
    dive_date: pick(changes.dive_date, former.dive_date),
    dive_location: pick(changes.dive_location, former.dive_location),
    dive_type: pick(changes.dive_type, former.dive_type),
    log_course: pick(changes.log_course, former.log_course),
    log_number: pick(changes.log_number, former.log_number),
    adventure_dive: pick(changes.adventure_dive, former.adventure_dive),
    memsys_member_number: pick(changes.memsys_member_number, former.memsys_member_number),
    skills: mergeSkills(former.skills, changes.skills?.[0]?.dive_skills),
    depth_times: mergeSection(former.depth_times, changes.depth_times?.[0]),
    conditions: mergeSection(former.conditions, changes.conditions?.[0]),
    equipment: mergeSection(former.equipment, changes.equipment?.[0]),
    experiences: mergeSection(former.experiences, changes.experiences?.[0]),
    typed: [],
  };
  return { ...changed, typed: applyMeasures(former, changed, changes.typed ?? []) };
}

/** Entered values take precedence and keep their unit until another value is set. */
function applyMeasures(former: Content, changed: Content, changes: readonly TypedMeasure[]): TypedMeasure[] {
  assertUnits(changes);
  return (Object.keys(measured) as MeasuredField[]).flatMap((field) => {
    const { measure, section } = measured[field];
    const values = changed[section] as Partial<Record<MeasuredField, number>>;
    const typed = changes.find((entry) => entry.field === field);
    const value = typed === undefined ? values[field] : toMetric(measure, typed);
    if (value === undefined) return [];
    values[field] = roundMetric(value);
    if (typed !== undefined) return [typed];
    const same = values[field] === (former[section] as Partial<Record<MeasuredField, number>>)[field];
    return same ? former.typed.filter((entry) => entry.field === field) : [];
  });
}

function assertUnits(changes: readonly TypedMeasure[]): void {
  for (const [place, { field, unit }] of changes.entries()) {
    const known = Object.hasOwn(measured, field) ? measured[field as MeasuredField] : undefined;
    if (known === undefined) throw fail('logbook.wrong_unit', { path: `general.typed.${place}.field` });
    if (!isUnitOf(known.measure, unit)) throw fail('logbook.wrong_unit', { path: `general.typed.${place}.unit` });
  }
}

/** Rounds to the precision of the column, so values don't change when stored. */
const roundMetric = (value: number) => Math.round(value * 1_000) / 1_000 || 0;

function mergeSection<Section extends object>(former: Section, changes: Section | undefined): Section {
  const named = Object.entries(changes ?? {}).filter(([, value]) => value !== undefined);
  return withoutNulls({ ...former, ...Object.fromEntries(named) });
}

const mergeSkills = (former: readonly string[], changes: readonly string[] | null | undefined): readonly string[] =>
  changes === undefined ? former : [...new Set(changes)];

function withoutNulls<Section extends object>(section: Section): Section {
  return Object.fromEntries(Object.entries(section).filter(([, value]) => value !== null)) as Section;
}

export function toCheckedLog(content: Content): CheckedLog {
  const { depth_times, conditions, equipment, experiences: _experiences, typed: _typed, ...log } = content;
  return { ...log, numbers: { ...depth_times, ...conditions, ...equipment } as CheckedLog['numbers'] };
}

function buildSearchText({ experiences, ...content }: Content): string {
  const { buddies, notes, dive_center: center } = experiences;
  const course = [content.log_course, content.adventure_dive].map((word) => word?.replaceAll('_', ' '));
  const texts = [content.dive_title, content.dive_location, ...course, center, ...(buddies ?? []), notes];
  return normalizeForSearch(texts.filter((text) => text).join('\n'));
}

export function toColumnValues(content: Content): ContentValues {
  return [
    content.log_course,
    content.log_number,
    content.adventure_dive,
    content.dive_title,
    content.dive_date,
    content.dive_location,
    content.dive_type,
    content.memsys_member_number,
    content.depth_times.max_depth ?? null,
    content.depth_times.bottom_time ?? null,
    content.depth_times.time_in ?? null,
    content.depth_times.time_out ?? null,
    content.conditions.bottom_water_temp ?? null,
    content.skills,
    JSON.stringify(content.conditions),
    JSON.stringify(content.equipment),
    JSON.stringify(content.experiences),
    JSON.stringify(content.typed),
    buildSearchText(content),
  ];
}
