import { toMetric, getUnit, type Measurement, type Unit } from '#domain/units.ts';
import { formatNumberInput, type NumberInputValue } from '#platform/web/i18n/number-input.ts';
import type { DiveLog, RecreationalLog, TrainingLog, TypedMeasure } from '#features/logbook/shared/contract.ts';
import type { LogType } from '#features/logbook/shared/enums.ts';
import { measured, type LogNumbers, type MeasuredField } from '#features/logbook/shared/rules.ts';
import { parseTime } from './parse-time.ts';

const measuredFields = Object.keys(measured) as MeasuredField[];
const plainNumbers = ['bottom_time', 'oxygen', 'nitrogen', 'helium'] as const;
type PlainNumber = (typeof plainNumbers)[number];
export type NumberField = MeasuredField | PlainNumber;

/** With the unit it was entered in; null for plain numbers. */
export interface Measured extends NumberInputValue {
  unit: Unit | null;
}

const choices = [
  'log_course',
  'adventure_dive',
  'dive_type',
  'water_type',
  'body_of_water',
  'weather',
  'visibility',
  'wave_condition',
  'current',
  'surge',
  'suit_type',
  'weight_type',
  'cylinder_type',
  'gas_mixture',
  'feeling',
] as const;
export type ChoiceField = (typeof choices)[number];

const texts = [
  'dive_title',
  'dive_date',
  'dive_location',
  'memsys_member_number',
  'time_in',
  'time_out',
  'notes',
  'dive_center',
] as const;
export type TextField = (typeof texts)[number];

const lists = ['dive_skills', 'additional_equipment', 'buddies'] as const;
export type ListField = (typeof lists)[number];

/** The values of the form, by their name in the mutations. */
export type LogValues = Readonly<
  Record<ChoiceField, string | null> &
    Record<TextField, string> &
    Record<ListField, readonly string[]> &
    Record<NumberField, Measured> & { log_number: number | null }
>;
export type FieldName = keyof LogValues;

export const isChoiceField = (field: FieldName): field is ChoiceField => (choices as readonly string[]).includes(field);

export const isNumberField = (field: FieldName): field is NumberField =>
  field in measured || (plainNumbers as readonly string[]).includes(field);

const emptyMeasured: Measured = { text: '', value: null, unit: null };
const fillRecord = <Name extends string, Value>(names: readonly Name[], value: Value) =>
  Object.fromEntries(names.map((name) => [name, value])) as Record<Name, Value>;

export const emptyValues: LogValues = {
  ...fillRecord(choices, null),
  ...fillRecord(texts, ''),
  ...fillRecord(lists, [] as readonly string[]),
  ...fillRecord(measuredFields, emptyMeasured),
  ...fillRecord(plainNumbers, emptyMeasured),
  log_number: null,
};

export const fieldNames = Object.keys(emptyValues) as FieldName[];

/** Converts a stored dive to the language's notation, with each measure as entered. */
export function toFormValues(log: DiveLog, tag: string): LogValues {
  const { depth_times: depthTimes, conditions, equipment, experiences, skills } = log;
  const stored: Record<string, unknown> = {
    ...log,
    ...depthTimes[0],
    ...conditions[0],
    ...equipment[0],
    ...experiences[0],
    dive_skills: skills[0]?.dive_skills,
  };
  const text = (name: TextField) => [name, String(stored[name] ?? '')] as const;
  const number = (name: NumberField): readonly [NumberField, Measured] => {
    const typed: Measurement | undefined = log.typed.find(({ field }) => field === name);
    const value = typed?.value ?? (stored[name] as number | null | undefined) ?? null;
    if (value === null) return [name, emptyMeasured];
    const unit = name in measured ? (typed?.unit ?? getUnit(measured[name as MeasuredField].measure, 'Metric')) : null;
    return [name, { text: formatNumberInput(value, tag), value, unit }];
  };
  return {
    ...(Object.fromEntries(choices.map((name) => [name, stored[name] ?? null])) as Record<ChoiceField, string | null>),
    ...(Object.fromEntries(texts.map(text)) as Record<TextField, string>),
    ...(Object.fromEntries(lists.map((name) => [name, stored[name] ?? []])) as Record<ListField, string[]>),
    ...(Object.fromEntries([...measuredFields, ...plainNumbers].map(number)) as Record<NumberField, Measured>),
    time_in: String(stored['time_in'] ?? '').slice(0, 5),
    time_out: String(stored['time_out'] ?? '').slice(0, 5),
    log_number: log.log_number,
  };
}

/** Converts to metric for the rules. */
export function toMetricValue(field: NumberField, { value, unit }: Measured): number | null {
  if (value === null || unit === null || !(field in measured)) return value;
  return toMetric(measured[field as MeasuredField].measure, { value, unit });
}

export function toMetricNumbers(values: LogValues): LogNumbers {
  return Object.fromEntries(
    [...measuredFields, ...plainNumbers].map((field) => [field, toMetricValue(field, values[field])]),
  );
}

export function parseInstructorNumber(values: LogValues): number | null {
  const found = /^\d{1,9}$/.exec(values.memsys_member_number.trim());
  return found === null || Number(found[0]) === 0 ? null : Number(found[0]);
}

type Input = Omit<RecreationalLog, 'status'> | Omit<TrainingLog, 'status'>;

/** The input of the mutations. Measures are sent as entered; the server converts them. */
export function toLogInput(values: LogValues, type: 'Training'): Omit<TrainingLog, 'status'>;
export function toLogInput(values: LogValues, type: LogType): Input;
export function toLogInput(values: LogValues, type: LogType): Input {
  const numbers = toMetricNumbers(values);
  const typed = measuredFields.flatMap((field): TypedMeasure[] => {
    const { value, unit } = values[field];
    return value === null || unit === null ? [] : [{ field, value, unit }];
  });
  const pick = (names: readonly FieldName[]) =>
    Object.fromEntries(names.map((name) => [name, name in numbers ? numbers[name as NumberField] : values[name]]));
  const { log_course, log_number, adventure_dive, dive_type, dive_skills, feeling, buddies } = values;
  return {
    dive_title: values.dive_title.trim(),
    dive_date: values.dive_date === '' ? null : values.dive_date,
    dive_location: values.dive_location.trim(),
    dive_type,
    ...(type === 'Training' && {
      log_course,
      log_number,
      adventure_dive,
      memsys_member_number: parseInstructorNumber(values),
      skills: [{ dive_skills }],
    }),
    typed,
    depth_times: [
      {
        max_depth: numbers.max_depth,
        bottom_time: numbers.bottom_time,
        time_in: parseTime(values.time_in),
        time_out: parseTime(values.time_out),
      },
    ],
    conditions: [pick(conditionFields)],
    equipment: [pick(equipmentFields)],
    experiences: [{ feeling, buddies, notes: values.notes.trim(), dive_center: values.dive_center.trim() }],
  } as Input;
}

export const conditionFields = [
  'water_type',
  'body_of_water',
  'weather',
  'air_temp',
  'surface_water_temp',
  'bottom_water_temp',
  'visibility',
  'visibility_distance',
  'wave_condition',
  'current',
  'surge',
] as const satisfies readonly FieldName[];

export const equipmentFields = [
  'suit_type',
  'weight',
  'weight_type',
  'additional_equipment',
  'cylinder_type',
  'cylinder_size',
  'gas_mixture',
  'oxygen',
  'nitrogen',
  'helium',
  'starting_pressure',
  'ending_pressure',
] as const satisfies readonly FieldName[];

/** Normalizes a field, so dives can be compared independent of notation. */
function toComparable(values: LogValues, field: FieldName): string {
  const value = values[field];
  if (isNumberField(field)) {
    const { value: number, unit, text } = value as Measured;
    return number === null ? text.trim() : `${number} ${unit ?? ''}`;
  }
  if (field === 'time_in' || field === 'time_out') return parseTime(String(value)) ?? String(value).trim();
  return typeof value === 'string' ? value.trim() : JSON.stringify(value);
}

export function listDifferingFields(some: LogValues, others: LogValues): FieldName[] {
  if (some === others) return [];
  return fieldNames.filter(
    (field) => some[field] !== others[field] && toComparable(some, field) !== toComparable(others, field),
  );
}

export function isFilled(values: LogValues, field: FieldName): boolean {
  const value = values[field];
  if (isNumberField(field)) return values[field].text.trim() !== '';
  return typeof value === 'string' ? value.trim() !== '' : Array.isArray(value) ? value.length > 0 : value !== null;
}
