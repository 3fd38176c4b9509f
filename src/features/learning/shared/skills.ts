import type { TrainingLength } from '#domain/training-lengths.ts';

/** Confined-water skills in the order of the record. Their labels are the messages `learning.skill.<skill>`. */
export const confinedSkills = [
  'predive_check',
  'entry',
  'five_point_descent',
  'bcd_inflate_deflate',
  'regulator_clear',
  'regulator_recover',
  'mask_clear',
  'no_mask_swim',
  'low_air_signal',
  'alternate_air',
  'free_flow',
  'emergency_ascent',
  'neutral_buoyancy',
  'oral_inflation',
  'hover',
  'weight_drop',
  'kit_off_on',
  'cramp_release',
  'tired_diver_tow',
  'ten_minute_float',
  'swim_200',
] as const;

/** Values for `{length}` in the skill messages. */
export const confinedSkillLengths: Readonly<Record<string, TrainingLength>> = {
  tired_diver_tow: [25],
  swim_200: [200],
};

/** Skill name under which a dive is signed off if the logbook does not know its course. */
export function toDiveSkill(number: number): string {
  return `dive_${number}`;
}

/** Returns the dive number of such a skill; null for other skills. */
export function parseDiveSkill(skill: string): number | null {
  const number = /^dive_(\d+)$/.exec(skill)?.[1];
  return number === undefined ? null : Number(number);
}
