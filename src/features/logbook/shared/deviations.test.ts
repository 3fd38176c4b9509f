import { describe, expect, it } from 'vitest';
import { findDeviations, type EvaluatedDive, type EvaluatedDiver } from './deviations.ts';
import { listSkillGroups } from './skills.ts';

const skillsFor = (course: string, number: number, adventure: string | null = null) =>
  listSkillGroups(course, number, adventure)
    .filter(({ name }) => name === 'dive' || name === 'every')
    .flatMap(({ skills }) => skills);
const openWater = (number: number, changes: Partial<EvaluatedDive> = {}): EvaluatedDive => ({
  log_course: 'open_water',
  log_number: number,
  adventure_dive: null,
  dive_date: '2026-06-14',
  max_depth: 11,
  typed: [],
  dive_skills: skillsFor('open_water', number),
  conditions: {},
  ...changes,
});
const adult: EvaluatedDiver = { birthdate: '1990-01-01', formProblems: [] };
const bornFor = (age: number): EvaluatedDiver => ({ birthdate: `${2026 - age}-01-01`, formProblems: [] });
const kindsOf = (dive: EvaluatedDive, diver = adult) =>
  findDeviations(dive, diver).map(({ kind, limit_m: limit }) => (limit === null ? kind : `${kind} ${limit}`));

describe('findDeviations', () => {
  it.each([
    [1, 12, []],
    [2, 12.1, ['depth_course 12']],
    [3, 18, []],
    [4, 25, ['depth_course 18']],
  ])('returns for dive %i at %d m: %j', (number, depth, found) => {
    expect(kindsOf(openWater(number, { max_depth: depth }))).toEqual(found);
  });

  it('evaluates depths entered in feet in feet', () => {
    const typed = [{ field: 'max_depth', value: 60, unit: 'ft' as const }];
    expect(kindsOf(openWater(4, { max_depth: 18.288, typed }))).toEqual([]);
  });

  it.each([
    [9, 5, ['too_young']],
    [11, 13, ['depth_age 12']],
    [12, 13, []],
    [14, 18.5, ['depth_course 18']],
    [15, 18, []],
  ])('returns for a diver aged %i on dive 4 at %d m: %j', (age, depth, found) => {
    expect(kindsOf(openWater(4, { max_depth: depth }), bornFor(age))).toEqual(found);
  });

  it('applies the age limit to a 14-year-old on a deep dive', () => {
    const dive = { log_course: 'advanced', adventure_dive: 'deep', dive_skills: skillsFor('advanced', 1, 'deep') };
    expect(kindsOf(openWater(1, { ...dive, max_depth: 28 }), bornFor(14))).toEqual(['depth_age 18']);
  });

  it('lists missing skills of the standard, without flexible ones', () => {
    const [found] = findDeviations(openWater(2, { dive_skills: ['dive_plan', 'entry'] }), adult);
    expect(found?.kind).toBe('skills');
    expect(found?.skills).toHaveLength(10);
    expect(found?.skills).not.toContain('tow_25');
  });

  it('evaluates conditions; drift dives allow current', () => {
    const conditions = { wave_condition: 'Strong', current: 'Strong', surge: 'Strong', bottom_water_temp: 40 } as const;
    expect(kindsOf(openWater(1, { conditions }))).toEqual(['waves', 'current', 'surge', 'water_temp']);
    const drift = { log_course: 'advanced', adventure_dive: 'drift', dive_skills: skillsFor('advanced', 1, 'drift') };
    expect(kindsOf(openWater(1, { ...drift, conditions: { current: 'Strong' } }))).toEqual([]);
  });

  it('includes problems with forms and medical on that day', () => {
    expect(kindsOf(openWater(1), { ...adult, formProblems: ['forms_missing', 'physician_missing'] })).toEqual([
      'forms_missing',
      'physician_missing',
    ]);
  });
});
