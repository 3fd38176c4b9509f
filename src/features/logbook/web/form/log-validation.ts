import type { MessageId } from '#platform/shared/message-id.ts';
import { latestIsoDate } from '#platform/shared/dates.ts';
import { findTextProblems, findShortTextProblem } from '#platform/shared/text-rules.ts';
import type { LogType } from '#features/logbook/shared/enums.ts';
import { findMissing, findInvalid, limits, type CheckedLog } from '#features/logbook/shared/rules.ts';
import {
  conditionFields,
  emptyValues,
  equipmentFields,
  fieldNames,
  parseInstructorNumber,
  toLogInput,
  isNumberField,
  isFilled,
  type FieldName,
  type LogValues,
} from './log-values.ts';
import { parseTime } from './parse-time.ts';

export const sectionNames = ['general', 'depth_times', 'skills', 'conditions', 'equipment', 'experiences'] as const;
export type SectionName = (typeof sectionNames)[number];

/** The fields of each section, in the order of the form. */
const fieldsBySection: Readonly<Record<SectionName, readonly FieldName[]>> = {
  general: ['dive_title', 'dive_date', 'dive_type', 'dive_location', 'memsys_member_number'],
  depth_times: ['max_depth', 'bottom_time', 'time_in', 'time_out'],
  skills: ['dive_skills'],
  conditions: conditionFields,
  equipment: equipmentFields,
  experiences: ['feeling', 'buddies', 'dive_center', 'notes'],
};

const trainingOnly: ReadonlySet<FieldName> = new Set(['memsys_member_number', 'dive_skills']);

export function listSections(type: LogType): readonly SectionName[] {
  return type === 'Training' ? sectionNames : sectionNames.filter((name) => name !== 'skills');
}

export function listSectionFields(section: SectionName, type: LogType): readonly FieldName[] {
  const fields = fieldsBySection[section];
  return type === 'Training' ? fields : fields.filter((field) => !trainingOnly.has(field));
}

/** Message ids by field. */
export type Problems = Partial<Record<FieldName, MessageId>>;

/** Accepts a path such as `general.depth_times.0.max_depth`, or the field name alone. */
export function parseFieldPath(path: string): FieldName | null {
  return (path.split('.').findLast((part) => part in emptyValues) as FieldName | undefined) ?? null;
}

const toProblems = (found: readonly { code: string; path: string }[]): Problems => {
  const problems: Problems = {};
  for (const { code, path } of found) {
    const field = parseFieldPath(path);
    if (field !== null) problems[field] ??= `error.${code}` as MessageId;
  }
  return problems;
};

/** The input with its sections spread out, as the rules read it. */
function toCheckedLog(values: LogValues, type: LogType): CheckedLog {
  const input = toLogInput(values, type);
  const [skills] = 'skills' in input ? input.skills : [];
  return {
    log_type: type,
    ...input,
    ...input.depth_times[0],
    ...input.conditions[0],
    ...input.equipment[0],
    ...skills,
  };
}

/** Values that can't be stored: shown at the field, and the draft stays on this device until they are fixed. */
export function findInvalidValues(values: LogValues, type: LogType, now: Date, stored: LogValues): Problems {
  const problems: Problems = findTextProblems(values, stored, textRules);
  for (const name of values.buddies) {
    const problem = stored.buddies.includes(name) ? null : findShortTextProblem(name);
    if (problem !== null) problems.buddies ??= problem;
  }
  for (const field of fieldNames) {
    if (!isNumberField(field) || !isFilled(values, field)) continue;
    const { value } = values[field];
    if (value === null || (field === 'bottom_time' && !Number.isInteger(value)))
      problems[field] = 'logbook.form.wrong.number';
  }
  for (const field of ['time_in', 'time_out'] as const)
    if (isFilled(values, field) && parseTime(values[field]) === null) problems[field] = 'logbook.form.wrong.time';
  if (values.dive_date !== '' && values.dive_date < '1900-01-01') problems.dive_date = 'logbook.form.wrong.date';
  for (const [field, most] of Object.entries(maxLengths) as [keyof typeof maxLengths, number][])
    if (values[field].trim().length > most) problems[field] = 'logbook.form.wrong.long';
  if (type === 'Training' && isFilled(values, 'memsys_member_number') && parseInstructorNumber(values) === null)
    problems.memsys_member_number = 'error.logbook.unknown_instructor';
  return { ...toProblems(findInvalid(toCheckedLog(values, type), latestIsoDate(now))), ...problems };
}

const textRules = { dive_title: 'short', dive_location: 'short', dive_center: 'short', notes: 'long' } as const;

export const maxLengths = {
  dive_title: limits.title,
  dive_location: limits.location,
  notes: limits.notes,
  dive_center: limits.name,
} as const;

/** Also reports the fields required for logging or submitting. */
export function findAllProblems(values: LogValues, type: LogType, now: Date, stored: LogValues): Problems {
  return { ...toProblems(findMissing(toCheckedLog(values, type))), ...findInvalidValues(values, type, now, stored) };
}

export function isMissing(problem: string): boolean {
  return problem.startsWith('error.logbook.missing_');
}

/** Groups of fields whose problems depend on each other. */
const dependentFields: readonly (readonly FieldName[])[] = [
  ['oxygen', 'nitrogen', 'helium'],
  ['starting_pressure', 'ending_pressure'],
  ['dive_skills', 'adventure_dive', 'log_number', 'log_course'],
];

/** Removes or updates existing problems after changes; never adds new ones. */
export function revalidate(problems: Problems, changed: readonly FieldName[], current: Problems): Problems {
  const touched = changed.flatMap((field) => dependentFields.find((fields) => fields.includes(field)) ?? [field]);
  if (!touched.some((field) => field in problems)) return problems;
  const next: Problems = { ...problems };
  for (const field of touched) {
    if (!(field in problems)) continue;
    if (current[field] === undefined) delete next[field];
    else next[field] = current[field];
  }
  return next;
}
