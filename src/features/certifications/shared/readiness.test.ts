import { describe, expect, it } from 'vitest';
import {
  findEarliestDay,
  isReady,
  isWaterPart,
  listMissing,
  type Missing,
  missingKinds,
  nothingConfirmed,
  type OutsidePart,
  outsideMonths,
  type ReadinessFacts,
} from './readiness.ts';

const openWater = 10;
const certDate = '2026-06-10';
const ready: ReadinessFacts = {
  birthdate: '1990-03-09',
  isEnrolled: true,
  lessons: [
    { title: 'Pressure', doneOn: '2026-05-01' },
    { title: 'Gear', doneOn: '2026-05-02' },
  ],
  exam: { isRequired: true, passedOn: '2026-05-03' },
  skills: [
    { skill: 'hover', signedOn: '2026-05-04' },
    { skill: 'mask_clear', signedOn: '2026-05-05' },
  ],
  flexible: [{ skill: 'navigation', doneOn: '2026-05-06' }],
  dives: [
    { number: 1, divedOn: '2026-05-07' },
    { number: 2, divedOn: '2026-05-08' },
  ],
  outside: [],
  waterDays: [{ day: '2026-05-07', problems: [] }],
  photo: 'approved',
  heldLevelIDs: [],
  outsideLevelIDs: [],
};
const part = (name: string, isConfirmed: boolean, trainedOn = '2026-05-01'): OutsidePart => ({
  part: name,
  trainedOn,
  isConfirmed,
});
const missing = (kind: Missing['kind'], names: string[] = [], day: string | null = null): Missing => ({
  kind,
  day,
  names,
});
const listOf = (change: Partial<ReadinessFacts>, confirmations = nothingConfirmed, levelID = openWater) =>
  listMissing(levelID, { ...ready, ...change }, certDate, confirmations);
const confirmedPhoto = { photo: true, outside: false };
const confirmedOutside = { photo: false, outside: true };

describe('listMissing', () => {
  it('is empty when every requirement is met', () => {
    expect(listOf({})).toEqual([]);
  });

  it.each<[string, Partial<ReadinessFacts>, Missing[]]>([
    [
      'a lesson',
      {
        lessons: [
          { title: 'Pressure', doneOn: '2026-05-01' },
          { title: 'Gear', doneOn: null },
        ],
      },
      [missing('lessons', ['Gear'])],
    ],
    ['an exam', { exam: { isRequired: true, passedOn: null } }, [missing('exam')]],
    ['no exam if none is required', { exam: { isRequired: false, passedOn: null } }, []],
    [
      'a skill',
      {
        skills: [
          { skill: 'hover', signedOn: null },
          { skill: 'mask_clear', signedOn: '2026-05-05' },
        ],
      },
      [missing('skills', ['hover'])],
    ],
    [
      'dives by number',
      {
        dives: [
          { number: 1, divedOn: '2026-05-07' },
          { number: 2, divedOn: null },
          { number: 3, divedOn: null },
        ],
      },
      [missing('dives', ['2', '3'])],
    ],
    ['a flexible skill', { flexible: [{ skill: 'navigation', doneOn: null }] }, [missing('flexible', ['navigation'])]],
    [
      'forms and medical, each with its water day',
      {
        waterDays: [
          { day: '2026-05-07', problems: ['forms_missing', 'medical_expired'] },
          { day: '2026-05-08', problems: ['physician_refused'] },
        ],
      },
      [
        missing('forms_missing', [], '2026-05-07'),
        missing('medical_expired', [], '2026-05-07'),
        missing('physician_refused', [], '2026-05-08'),
      ],
    ],
    ['a photo', { photo: 'missing' }, [missing('photo')]],
    ['the confirmation of a pending photo', { photo: 'pending' }, [missing('photo_confirmation')]],
    ['a birthdate', { birthdate: null }, [missing('birthdate')]],
    ['only the course without an enrollment', { isEnrolled: false, photo: 'missing' }, [missing('course')]],
    [
      'the birthdate also without an enrollment',
      { isEnrolled: false, birthdate: null },
      [missing('course'), missing('birthdate')],
    ],
  ])('names %s', (_what, change, expected) => {
    expect(listOf(change)).toEqual(expected);
  });

  it('lists everything in the order of the course', () => {
    const nothing: ReadinessFacts = {
      ...ready,
      birthdate: null,
      lessons: [{ title: 'Gear', doneOn: null }],
      exam: { isRequired: true, passedOn: null },
      skills: [{ skill: 'hover', signedOn: null }],
      flexible: [{ skill: 'navigation', doneOn: null }],
      dives: [{ number: 1, divedOn: null }],
      outside: [part('dive_2', true, '2026-06-11'), part('dive_3', false)],
      waterDays: [{ day: '2026-05-07', problems: ['medical_missing'] }],
      photo: 'missing',
    };
    expect(listMissing(51, nothing, certDate).map(({ kind }) => kind)).toEqual([
      'lessons',
      'exam',
      'skills',
      'dives',
      'flexible',
      'training_here',
      'medical_missing',
      'outside',
      'photo',
      'birthdate',
      'prerequisite',
      'date',
    ]);
  });

  it('accepts a pending photo that the instructor confirms, but no missing one', () => {
    expect(listOf({ photo: 'pending' }, confirmedPhoto)).toEqual([]);
    expect(listOf({ photo: 'pending' }, confirmedOutside)).toEqual([missing('photo_confirmation')]);
    expect(listOf({ photo: 'missing' }, confirmedPhoto)).toEqual([missing('photo')]);
  });

  it('returns the course for levels that only the association issues, and nothing for unknown levels', () => {
    expect(listOf({ photo: 'missing' }, nothingConfirmed, 30)).toEqual([missing('course')]);
    expect(listOf({ birthdate: null }, nothingConfirmed, 70)).toEqual([missing('course'), missing('birthdate')]);
    expect(listOf({ isEnrolled: false }, nothingConfirmed, 999)).toEqual([]);
  });
});

describe('prerequisites', () => {
  it.each<[string, number, number[], number[], string[]]>([
    ['open_water', openWater, [], [], []],
    ['deep, without a card', 51, [], [], ['prerequisite']],
    ['deep, with Open Water', 51, [10], [], []],
    ['deep, with Open Water of another agency', 51, [], [10], []],
    ['deep, with Junior Open Water', 51, [11], [11], ['prerequisite']],
    ['enriched_air, without a card', 50, [], [], ['prerequisite']],
    ['enriched_air, with Junior Open Water', 50, [11], [], []],
    ['peak_buoyancy, without a card', 52, [], [], ['prerequisite']],
    ['peak_buoyancy, with a specialty', 52, [51], [50], ['prerequisite']],
  ])('%s', (_name, levelID, heldLevelIDs, outsideLevelIDs, kinds) => {
    const found = listOf({ heldLevelIDs, outsideLevelIDs }, nothingConfirmed, levelID);
    expect(found.map(({ kind }) => kind)).toEqual(kinds);
  });
});

describe('parts with another instructor', () => {
  const open = {
    lessons: [{ title: 'Gear', doneOn: null }],
    exam: { isRequired: true, passedOn: null },
    skills: [{ skill: 'hover', signedOn: null }],
    flexible: [{ skill: 'navigation', doneOn: null }],
    dives: [
      { number: 1, divedOn: '2026-05-07' },
      { number: 2, divedOn: null },
    ],
  };
  const all = ['lessons', 'exam', 'skills', 'dives', 'flexible'];

  it.each([
    ['lessons', 'lessons'],
    ['exam', 'exam'],
    ['skills', 'skills'],
    ['flexible', 'flexible'],
    ['dive_2', 'dives'],
  ])('%s counts only once it is confirmed, and for nothing else', (name, kind) => {
    const others = all.filter((one) => one !== kind);
    const kinds = (outside: OutsidePart[], confirmations = nothingConfirmed) =>
      listOf({ ...open, outside }, confirmations).map((one) => one.kind);
    expect(kinds([part(name, true)])).toEqual(others);
    expect(kinds([part(name, false)], confirmedOutside)).toEqual(others);
    expect(kinds([part(name, false)])).toEqual([...all, 'outside']);
    expect(kinds([part(name, false)], confirmedPhoto)).toEqual([...all, 'outside']);
  });

  it('does not count another dive', () => {
    expect(listOf({ ...open, outside: [part('dive_1', true)] })).toContainEqual(missing('dives', ['2']));
  });

  it('names each part that is not confirmed', () => {
    const outside = [part('lessons', false), part('exam', true), part('dive_1', false)];
    expect(listOf({ outside })).toEqual([missing('outside', ['lessons']), missing('outside', ['dive_1'])]);
    expect(listOf({ outside }, confirmedOutside)).toEqual([]);
  });

  const noSkills = { skills: [{ skill: 'hover', signedOn: null }] };
  const noDives = { dives: [{ number: 1, divedOn: null }] };
  const water = [part('skills', true), part('dive_1', true)];
  it.each<[string, Partial<ReadinessFacts>, string[]]>([
    ['all water sessions', { ...noSkills, ...noDives, outside: water }, ['training_here']],
    ['the skills, after a dive here', { ...noSkills, outside: water }, []],
    ['the dives, after a skill here', { ...noDives, outside: water }, []],
    [
      'the lessons, before any water session',
      { ...noSkills, ...noDives, outside: [part('lessons', true)] },
      ['skills', 'dives'],
    ],
    [
      'the flexible skills, before any other water session',
      { ...noSkills, ...noDives, outside: [part('flexible', true)] },
      ['skills', 'dives', 'training_here'],
    ],
  ])('requires one water session here: %s', (_name, change, kinds) => {
    expect(listOf(change).map(({ kind }) => kind)).toEqual(kinds);
  });

  it('isWaterPart is true for skills, flexible skills and dives', () => {
    const parts = ['lessons', 'exam', 'skills', 'flexible', 'dive_1', 'dive_12'];
    expect(parts.filter(isWaterPart)).toEqual(['skills', 'flexible', 'dive_1', 'dive_12']);
  });

  it('must not be older than twelve months', () => {
    expect(outsideMonths).toBe(12);
  });
});

describe('the date of a card', () => {
  const outside = (isConfirmed: boolean) => ({ outside: [part('exam', isConfirmed, '2026-06-02')] });

  it.each<[string, Missing[]]>([
    ['2026-05-07', [missing('date', [], '2026-05-08')]],
    ['2026-05-08', []],
    ['2026-05-09', []],
  ])('%s, when the last requirement was met on 2026-05-08', (day, expected) => {
    expect(listMissing(openWater, ready, day)).toEqual(expected);
  });

  it.each<[string, Partial<ReadinessFacts>]>([
    ['lesson', { lessons: [{ title: 'Gear', doneOn: '2026-06-01' }] }],
    ['exam', { exam: { isRequired: true, passedOn: '2026-06-01' } }],
    ['skill', { skills: [{ skill: 'hover', signedOn: '2026-06-01' }] }],
    ['flexible skill', { flexible: [{ skill: 'navigation', doneOn: '2026-06-01' }] }],
    ['dive', { dives: [{ number: 1, divedOn: '2026-06-01' }] }],
    ['part with another instructor', { outside: [part('exam', true, '2026-06-01')] }],
  ])('is not before the last %s', (_name, change) => {
    expect(findEarliestDay({ ...ready, ...change })).toBe('2026-06-01');
  });

  it('counts training with other instructors once it is confirmed', () => {
    expect(findEarliestDay({ ...ready, ...outside(true) })).toBe('2026-06-02');
    expect(findEarliestDay({ ...ready, ...outside(false) })).toBe('2026-05-08');
    expect(findEarliestDay({ ...ready, ...outside(false) }, confirmedPhoto)).toBe('2026-05-08');
    expect(findEarliestDay({ ...ready, ...outside(false) }, confirmedOutside)).toBe('2026-06-02');
    expect(listMissing(openWater, { ...ready, ...outside(false) }, '2026-06-01', confirmedOutside)).toEqual([
      missing('date', [], '2026-06-02'),
    ]);
  });

  it('is open while no requirement is met', () => {
    const nothing = { lessons: [], exam: { isRequired: true, passedOn: null }, skills: [], flexible: [], dives: [] };
    expect(findEarliestDay({ ...ready, ...nothing })).toBeNull();
    expect(listOf(nothing)).toEqual([missing('exam')]);
  });
});

describe('isReady', () => {
  it('is blocked by everything except what the instructor confirms in the dialog', () => {
    expect(isReady([])).toBe(true);
    expect(missingKinds.filter((kind) => isReady([missing(kind)]))).toEqual(['outside', 'photo_confirmation']);
    expect(isReady([missing('outside', ['exam']), missing('photo_confirmation')])).toBe(true);
    expect(isReady([missing('photo_confirmation'), missing('exam')])).toBe(false);
  });
});
