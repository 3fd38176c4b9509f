import { getTrainingLimitM, type TrainingMetres } from '#domain/training-lengths.ts';
import { ageOn } from '#domain/age.ts';
import { getAgeDepthLimitM } from '#domain/young-divers.ts';
import type { Condition, TypedMeasure } from './contract.ts';
import { listSkillGroups, getTrainedDepthM } from './skills.ts';

/** Deviations of a training dive from the standard, translated as `logbook.deviation.<kind>`. */
export const deviationKinds = [
  'depth_course',
  'depth_age',
  'too_young',
  'skills',
  'waves',
  'current',
  'surge',
  'water_temp',
  'forms_missing',
  'guardian_signature_missing',
  'medical_missing',
  'medical_expired',
  'physician_missing',
  'confirmation_pending',
  'physician_refused',
] as const;
export type DeviationKind = (typeof deviationKinds)[number];

export interface Deviation {
  kind: DeviationKind;
  /** The limit in meters, for depths. */
  limit_m: number | null;
  /** Skills the standard requires on this dive that the log doesn't list. */
  skills: string[];
}

export interface EvaluatedDive {
  log_course: string | null;
  log_number: number | null;
  adventure_dive: string | null;
  dive_date: string | null;
  max_depth: number | null;
  typed: readonly TypedMeasure[];
  dive_skills: readonly string[];
  conditions: Pick<Condition, 'wave_condition' | 'current' | 'surge' | 'bottom_water_temp'>;
}

export interface EvaluatedDiver {
  birthdate: string | null;
  /** Problems with forms and medical on the day of the dive. */
  formProblems: readonly DeviationKind[];
}

const minAge = 10;
const waterTemp = { leastC: -2, mostC: 38 };
/** Conditions that rule out entry-level training dives. */
const maxIntensity = 'Strong';

export function findDeviations(dive: EvaluatedDive, diver: EvaluatedDiver): Deviation[] {
  return [
    ...depthDeviations(dive, diver),
    ...skillDeviations(dive),
    ...conditionDeviations(dive),
    ...diver.formProblems.map((kind) => toDeviation(kind)),
  ];
}

const toDeviation = (kind: DeviationKind): Deviation => ({ kind, limit_m: null, skills: [] });

function depthDeviations(dive: EvaluatedDive, { birthdate }: EvaluatedDiver): Deviation[] {
  const { log_course: course, log_number: number, adventure_dive: adventure, max_depth: depthM, dive_date: day } = dive;
  const unit = dive.typed.find(({ field }) => field === 'max_depth')?.unit ?? null;
  // Depths are stored in millimeters, so 60 ft must not exceed the limit of 60 ft by rounding.
  const isDeeper = (limitM: TrainingMetres) => depthM !== null && depthM - getTrainingLimitM(limitM, unit) > 0.001;
  const ofCourse = getTrainedDepthM(course, number, adventure);
  const age = birthdate === null || day === null ? null : ageOn(birthdate, day);
  const ofAge = age === null ? null : getAgeDepthLimitM(age);
  return [
    ...(age !== null && age < minAge ? [toDeviation('too_young')] : []),
    ...(ofCourse !== null && isDeeper(ofCourse) ? [{ ...toDeviation('depth_course'), limit_m: ofCourse }] : []),
    ...(ofAge !== null && isDeeper(ofAge) && !(ofCourse !== null && ofCourse <= ofAge)
      ? [{ ...toDeviation('depth_age'), limit_m: ofAge }]
      : []),
  ];
}

/** Flexible skills may be done on any dive of the course, so their absence from one dive is no deviation. */
function skillDeviations({ log_course, log_number, adventure_dive, dive_skills }: EvaluatedDive): Deviation[] {
  const missing = listSkillGroups(log_course, log_number, adventure_dive)
    .filter(({ name }) => name === 'dive' || name === 'every')
    .flatMap((group) => group.skills)
    .filter((skill) => !dive_skills.includes(skill));
  return missing.length === 0 ? [] : [{ ...toDeviation('skills'), skills: missing }];
}

function conditionDeviations({ conditions, adventure_dive: adventure }: EvaluatedDive): Deviation[] {
  const { wave_condition: waves, current, surge, bottom_water_temp: temp } = conditions;
  const isOutside = typeof temp === 'number' && (temp < waterTemp.leastC || temp > waterTemp.mostC);
  return [
    ...(waves === maxIntensity ? [toDeviation('waves')] : []),
    // Drift dives take place in current.
    ...(current === maxIntensity && adventure !== 'drift' ? [toDeviation('current')] : []),
    ...(surge === maxIntensity ? [toDeviation('surge')] : []),
    ...(isOutside ? [toDeviation('water_temp')] : []),
  ];
}
