import type { TrainingLength } from '#domain/training-lengths.ts';

/** Skills in confined water, in the order of the record. The words are the messages `learning.skill.<skill>`. */
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

/** What stands for `{length}` in the words of a skill. */
export const confinedSkillLengths: Readonly<Record<string, TrainingLength>> = {
  tired_diver_tow: [25],
  swim_200: [200],
};

/** A dive of a course that the logbook does not know is signed under this name. */
export function toDiveSkill(number: number): string {
  return `dive_${number}`;
}

/** The number of such a dive; null for a skill. */
export function parseDiveSkill(skill: string): number | null {
  const number = /^dive_(\d+)$/.exec(skill)?.[1];
  return number === undefined ? null : Number(number);
}
