import { isUnitOf, toMetric } from '#domain/units.ts';
import { normalizeForSearch } from '#platform/shared/search-text.ts';
import { fail, type LogInput, type TrainingChange, type TypedMeasure } from '#features/logbook/shared/contract.ts';
import type { LogType } from '#features/logbook/shared/enums.ts';
import { measured, type MeasuredField } from '#features/logbook/shared/rules.ts';
import type { LogContent } from './queries.ts';

export const emptyContent = (type: LogType): LogContent => ({
  log_type: type,
  log_course: null,
  log_number: null,
  adventure_dive: null,
  dive_title: '',
  dive_date: null,
  dive_location: '',
  dive_type: null,
  memsys_member_number: null,
  max_depth: null,
  bottom_time: null,
  time_in: null,
  time_out: null,
  dive_skills: [],
  conditions: {},
  equipment: {},
  experiences: {},
  typed: [],
});

/** The submitted fields of a log of either type. */
export type LogChanges = { [Field in keyof Omit<TrainingChange, 'status'>]?: TrainingChange[Field] | undefined } & {
  status?: LogInput['status'] | undefined;
};

/** Missing fields stay unchanged, also in sections; null clears a field. */
export function applyInput<Log extends LogContent>(former: Log, changes: LogChanges): Log {
  const { status: _, depth_times, skills, conditions, equipment, experiences, typed, ...general } = changes;
  // Fails to compile for a field that isn't content of a dive, such as its owner.
  const generalChanges: Partial<Pick<LogContent, keyof typeof general>> = withoutUndefined(general);
  const diveSkills = skills?.[0]?.dive_skills;
  const changed = {
    ...former,
    ...generalChanges,
    ...withoutUndefined(depth_times?.[0] ?? {}),
    ...(diveSkills !== undefined && { dive_skills: [...new Set(diveSkills)] }),
    conditions: mergeSection(former.conditions, conditions?.[0]),
    equipment: mergeSection(former.equipment, equipment?.[0]),
    experiences: mergeSection(former.experiences, experiences?.[0]),
  };
  changed.typed = applyMeasures(former, changed, typed ?? []);
  return changed;
}

const measuredFields = Object.keys(measured) as MeasuredField[];

/** Sets the metric values. Entered values take precedence and keep their unit until another value is set. */
function applyMeasures(former: LogContent, changed: LogContent, changes: readonly TypedMeasure[]): TypedMeasure[] {
  assertUnits(changes);
  const kept: TypedMeasure[] = [];
  for (const field of measuredFields) {
    const values = getMeasures(changed, field);
    const typed = changes.find((entry) => entry.field === field);
    const value = typed === undefined ? values[field] : toMetric(measured[field].measure, typed);
    if (value === undefined || value === null) continue;
    values[field] = roundMetric(value);
    if (typed !== undefined) kept.push(typed);
    else if (values[field] === getMeasures(former, field)[field])
      kept.push(...former.typed.filter((entry) => entry.field === field));
  }
  return kept;
}

/** The part of a log that has the field. */
function getMeasures(log: LogContent, field: MeasuredField): Partial<Record<MeasuredField, number | null | undefined>> {
  const { section } = measured[field];
  return section === 'depth_times' ? log : log[section];
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

type Defined<Section> = { [Name in keyof Section]: Exclude<Section[Name], undefined> };

function withoutUndefined<Section extends object>(section: Section): Partial<Defined<Section>> {
  const defined: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(section)) if (value !== undefined) defined[name] = value;
  return defined as Partial<Defined<Section>>;
}

/** Cleared fields are not stored. */
function mergeSection<Section extends object>(former: Section, changes: Section = {} as Section): Section {
  const merged = { ...former } as Record<string, unknown>;
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete merged[name];
    else if (value !== undefined) merged[name] = value;
  }
  return merged as Section;
}

export function buildSearchText({ experiences, ...log }: LogContent): string {
  const { buddies, notes, dive_center: center } = experiences;
  const course = [log.log_course, log.adventure_dive].map((word) => word?.replaceAll('_', ' '));
  const texts = [log.dive_title, log.dive_location, ...course, center, ...(buddies ?? []), notes];
  return normalizeForSearch(texts.filter((text) => text).join('\n'));
}
