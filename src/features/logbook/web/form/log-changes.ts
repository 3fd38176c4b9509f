import { addDays } from '#platform/shared/dates.ts';
import type { GasMixture } from '#features/logbook/shared/enums.ts';
import { gasByMixture, minutesBetween } from '#features/logbook/shared/rules.ts';
import { listSkillGroups } from '#features/logbook/shared/skills.ts';
import { isFilled, type FieldName, type LogValues, type Measured } from './log-values.ts';
import { parseTime, subtractMinutes } from './parse-time.ts';

const toMeasured = (value: number): Measured => ({ text: String(value), value, unit: null });
const emptyMeasured: Measured = { text: '', value: null, unit: null };

export function getMinutesBetween(values: LogValues): number | null {
  return minutesBetween(parseTime(values.time_in), parseTime(values.time_out)) || null;
}

/** Changes one field and the fields that depend on it. Values typed by the user stay. */
export function changeField<Field extends FieldName>(
  values: LogValues,
  field: Field,
  value: LogValues[Field],
  isTyped: (field: FieldName) => boolean = (other) => isFilled(values, other),
): LogValues {
  const next: LogValues = { ...values, [field]: value };
  const changed = { ...next, ...fieldEffects[field]?.(next, values, isTyped) };
  return { ...changed, ...updateDate(changed, values, isTyped) };
}

type FieldEffect = (next: LogValues, former: LogValues, isTyped: (field: FieldName) => boolean) => Partial<LogValues>;

/** Bottom time is computed unless it was typed. */
const updateBottomTime: FieldEffect = (next, former) => {
  const between = getMinutesBetween(next);
  const isOwn = isFilled(next, 'bottom_time') && next.bottom_time.value !== getMinutesBetween(former);
  return isOwn || between === null ? {} : { bottom_time: toMeasured(between) };
};

/** The entry is computed from exit and bottom time unless it was typed. */
const updateTimeIn: FieldEffect = ({ time_out: timeOut, bottom_time: { value: minutes } }, _former, isTyped) => {
  if (isTyped('time_in')) return {};
  const out = parseTime(timeOut);
  return { time_in: out === null || minutes === null ? '' : subtractMinutes(out, minutes) };
};

const updateFromTimeOut: FieldEffect = (next, former, isTyped) =>
  (isTyped('time_in') ? updateBottomTime : updateTimeIn)(next, former, isTyped);

/** The form assumes a dive that has just ended, which is wrong for another day. */
const clearTimes: FieldEffect = (next, former, isTyped) => {
  if (next.dive_date === former.dive_date || isTyped('time_out')) return {};
  return {
    time_out: '',
    ...(!isTyped('time_in') && { time_in: '' }),
    ...(!isTyped('bottom_time') && { bottom_time: emptyMeasured }),
  };
};

/** A dive belongs to the day of its entry, which is the day before if it ended after midnight. */
const updateDate: FieldEffect = (next, former, isTyped) => {
  const isOvernight = endsNextDay(next);
  if (next.dive_date === '' || isTyped('dive_date') || isOvernight === endsNextDay(former)) return {};
  return { dive_date: addDays(next.dive_date, isOvernight ? -1 : 1) };
};

function endsNextDay({ time_in: timeIn, time_out: timeOut }: LogValues): boolean {
  const [entry, exit] = [parseTime(timeIn), parseTime(timeOut)];
  return entry !== null && exit !== null && entry > exit;
}

/** A named mixture sets its fractions; changing it clears them. */
const updateGasFromMixture: FieldEffect = (next, former) => {
  const gas = gasByMixture[next.gas_mixture as GasMixture];
  if (gas !== undefined)
    return { oxygen: toMeasured(gas.oxygen), nitrogen: toMeasured(gas.nitrogen), helium: toMeasured(gas.helium) };
  const known = gasByMixture[former.gas_mixture as GasMixture];
  const isKnown = known !== undefined && known.oxygen === next.oxygen.value && known.nitrogen === next.nitrogen.value;
  return isKnown ? { oxygen: emptyMeasured, nitrogen: emptyMeasured, helium: emptyMeasured } : {};
};

/** Nitrogen is the remainder. */
const updateNitrogen: FieldEffect = (next, former) => {
  const left = ({ oxygen, helium }: LogValues) =>
    oxygen.value === null ? null : 100 - oxygen.value - (helium.value ?? 0);
  const isOwn = isFilled(next, 'nitrogen') && next.nitrogen.value !== left(former);
  const rest = left(next);
  if (isOwn) return {};
  return { nitrogen: rest === null || rest < 0 ? emptyMeasured : toMeasured(Math.round(rest * 10) / 10) };
};

/** Another dive has other skills. */
const updateLessonSkills: FieldEffect = (next) => {
  const course = { ...next, ...(next.log_course !== 'advanced' && { adventure_dive: null }) };
  const groups = listSkillGroups(course.log_course, course.log_number, course.adventure_dive);
  const known = new Set(groups.flatMap(({ skills }) => skills));
  return {
    adventure_dive: course.adventure_dive,
    dive_skills: next.dive_skills.filter((skill) => known.has(skill)),
  };
};

const fieldEffects: Partial<Record<FieldName, FieldEffect>> = {
  dive_date: clearTimes,
  time_in: updateBottomTime,
  time_out: updateFromTimeOut,
  bottom_time: updateTimeIn,
  gas_mixture: updateGasFromMixture,
  oxygen: updateNitrogen,
  helium: updateNitrogen,
  log_course: updateLessonSkills,
  log_number: updateLessonSkills,
  adventure_dive: updateLessonSkills,
};

/** Fields that rarely change from one dive to the next. */
const repeatedFields = [
  'dive_location',
  'dive_type',
  'water_type',
  'body_of_water',
  'suit_type',
  'weight',
  'weight_type',
  'additional_equipment',
  'cylinder_type',
  'cylinder_size',
  'dive_center',
  'buddies',
] as const satisfies readonly FieldName[];
const gasFields = ['gas_mixture', 'oxygen', 'nitrogen', 'helium'] as const satisfies readonly FieldName[];

/** Fills empty fields from the last dive; gas only as a whole. */
export function fillFromLastDive(values: LogValues, last: LogValues): LogValues {
  const hasGas = gasFields.some((field) => isFilled(values, field));
  const fields = [...repeatedFields.filter((field) => !isFilled(values, field)), ...(hasGas ? [] : gasFields)];
  return { ...values, ...Object.fromEntries(fields.map((field) => [field, last[field]])) };
}
