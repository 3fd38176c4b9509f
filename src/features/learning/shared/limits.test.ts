import { expect, it } from 'vitest';
import { blockers } from './blockers.ts';
import { boardPageSize, boardViews, diverPageSize } from './board-pages.ts';
import { grantableCodes, heldCodeStates } from './codes-contract.ts';
import { recordEndpoints } from './record-contract.ts';
import { courseKinds, courseLevels } from './rules.ts';
import { scormLimits } from './scorm-contract.ts';
import { confinedSkillLengths, confinedSkills } from './skills.ts';

it.each([
  ['students on a page of the board', boardPageSize, 25],
  ['people on a page of the boat list', diverPageSize, 100],
  ['size of a SCORM package: 100 MB', scormLimits.zipBytes, 100_000_000],
  ['files of a SCORM package', scormLimits.files, 2_000],
  ['size of its files: 300 MB', scormLimits.bytes, 300_000_000],
  ['size of its stored data: 200 kB', scormLimits.cmiBytes, 200_000],
])('%s', (_name, actual, expected) => {
  expect(actual).toBe(expected);
});

const signoffs = recordEndpoints.endpoints['POST v2/courses/{packageId}/signoffs'].body;
const students = recordEndpoints.endpoints['GET v2/students'].query;
const signoff = { affiliateIds: [1], skills: ['hover'], signedOn: '2026-06-01', note: '' };
const numbers = (length: number) => Array.from({ length }, (_, index) => index + 1);
const skills = (length: number) => numbers(length).map((number) => `skill_${number}`);

it.each([
  ['on 1949-12-31', { signedOn: '1949-12-31' }, false],
  ['on 1950-01-01', { signedOn: '1950-01-01' }, true],
  ['on 1950-01-02', { signedOn: '1950-01-02' }, true],
  ['for no student', { affiliateIds: [] }, false],
  ['for 50 students', { affiliateIds: numbers(50) }, true],
  ['for 51 students', { affiliateIds: numbers(51) }, false],
  ['of no skill', { skills: [] }, false],
  ['of 60 skills', { skills: skills(60) }, true],
  ['of 61 skills', { skills: skills(61) }, false],
  ['with a note of 500 characters', { note: 'x'.repeat(500) }, true],
  ['with a note of 501 characters', { note: 'x'.repeat(501) }, false],
])('sign-off %s is accepted: %s', (_name, change, expected) => {
  expect(signoffs.safeParse({ ...signoff, ...change }).success).toBe(expected);
});

it('100 students on a page', () => {
  expect(students.parse({}).limit).toBe(100);
  expect(students.safeParse({ limit: '100' }).success).toBe(true);
  expect(students.safeParse({ limit: '101' }).success).toBe(false);
});

it('order of views, codes, kinds and levels', () => {
  expect(boardViews).toEqual(['all', 'blocked', 'ready']);
  expect(heldCodeStates).toEqual(['free', 'shared', 'redeemed', 'expired']);
  expect(grantableCodes).toEqual(['club-year', 'specialty-of-choice']);
  expect(courseKinds).toEqual(['course', 'dsd', 'specialty', 'demo', 'scorm']);
  expect(courseLevels).toEqual(['beginner', 'intermediate', 'advanced']);
});

it('order of blockers', () => {
  expect(blockers).toEqual([
    'forms',
    'physician',
    'review',
    'refused',
    'expired',
    'guardian',
    'lessons',
    'exam',
    'skills',
    'dives_waiting',
    'dives',
    'flexible',
    'water_forms',
    'water_medical',
    'photo',
    'age',
    'birthdate',
    'prerequisite',
    'training_here',
    'own_family',
    'revoked',
  ]);
});

it('order of the confined-water skills, and their lengths in meters', () => {
  expect(confinedSkills).toEqual([
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
  ]);
  expect(confinedSkillLengths).toEqual({ tired_diver_tow: [25], swim_200: [200] });
});
