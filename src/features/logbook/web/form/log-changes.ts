import type { GasMixture } from '../../shared/enums.ts';
import { gasOf, minutesBetween } from '../../shared/rules.ts';
import { skillsOf } from '../../shared/skills.ts';
import { isFilled, type FieldName, type LogValues, type Measured } from './log-values.ts';
import { parseTime } from './typed-time.ts';

const plain = (value: number): Measured => ({ text: String(value), value, unit: null });
const nothing: Measured = { text: '', value: null, unit: null };

export function minutesOf(values: LogValues): number | null {
  return minutesBetween(parseTime(values.time_in), parseTime(values.time_out)) || null;
}

/** A change of one field, with what follows from it in others. What somebody typed there themselves stays. */
export function changeField<Field extends FieldName>(
  values: LogValues,
  field: Field,
  value: LogValues[Field],
): LogValues {
  const next: LogValues = { ...values, [field]: value };
  const follow = followers[field];
  return follow === undefined ? next : { ...next, ...follow(next, values) };
}

type Follow = (next: LogValues, former: LogValues) => Partial<LogValues>;

/** Bottom time is worked out where nobody has said it. */
const followTimes: Follow = (next, former) => {
  const between = minutesOf(next);
  const isOwn = isFilled(next, 'bottom_time') && next.bottom_time.value !== minutesOf(former);
  return isOwn || between === null ? {} : { bottom_time: plain(between) };
};

/** A mixture says what it is made of; what the former one said goes with it. */
const followMixture: Follow = (next, former) => {
  const gas = gasOf[next.gas_mixture as GasMixture];
  if (gas !== undefined) return { oxygen: plain(gas.oxygen), nitrogen: plain(gas.nitrogen), helium: plain(gas.helium) };
  const known = gasOf[former.gas_mixture as GasMixture];
  const isKnown = known !== undefined && known.oxygen === next.oxygen.value && known.nitrogen === next.nitrogen.value;
  return isKnown ? { oxygen: nothing, nitrogen: nothing, helium: nothing } : {};
};

/** Nitrogen is what is left. */
const followGas: Follow = (next, former) => {
  const left = ({ oxygen, helium }: LogValues) =>
    oxygen.value === null ? null : 100 - oxygen.value - (helium.value ?? 0);
  const isOwn = isFilled(next, 'nitrogen') && next.nitrogen.value !== left(former);
  const rest = left(next);
  if (isOwn) return {};
  return { nitrogen: rest === null || rest < 0 ? nothing : plain(Math.round(rest * 10) / 10) };
};

/** Another dive has other skills. */
const followLesson: Follow = (next) => {
  const course = { ...next, ...(next.log_course !== 'advanced' && { adventure_dive: null }) };
  const groups = skillsOf(course.log_course, course.log_number, course.adventure_dive);
  const known = new Set(groups.flatMap(({ skills }) => skills));
  return {
    adventure_dive: course.adventure_dive,
    dive_skills: next.dive_skills.filter((skill) => known.has(skill)),
  };
};

const followers: Partial<Record<FieldName, Follow>> = {
  time_in: followTimes,
  time_out: followTimes,
  gas_mixture: followMixture,
  oxygen: followGas,
  helium: followGas,
  log_course: followLesson,
  log_number: followLesson,
  adventure_dive: followLesson,
};

/** What rarely changes from one dive to the next. */
const repeated = [
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

/** Fills in from the last dive what is still empty; a gas only as a whole. */
export function repeatFrom(values: LogValues, last: LogValues): LogValues {
  const hasGas = gasFields.some((field) => isFilled(values, field));
  const fields = [...repeated.filter((field) => !isFilled(values, field)), ...(hasGas ? [] : gasFields)];
  return { ...values, ...Object.fromEntries(fields.map((field) => [field, last[field]])) };
}
