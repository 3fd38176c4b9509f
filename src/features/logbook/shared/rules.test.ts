import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toMetric } from '#domain/units.ts';
import {
  type CheckedLog,
  findMissing,
  findWarnings,
  findInvalid,
  gasByMixture,
  maxOperatingDepthM,
  minutesBetween,
} from './rules.ts';

const log = (changes: Partial<CheckedLog> = {}): CheckedLog => ({
  log_type: 'Training',
  log_course: 'open_water',
  log_number: 2,
  adventure_dive: null,
  dive_title: 'Dive 2',
  dive_date: '2026-06-14',
  dive_location: 'Kelder Reef',
  dive_type: 'Shore',
  memsys_member_number: 100_001,
  dive_skills: ['mask_full'],
  max_depth: 12,
  bottom_time: 40,
  ...changes,
});
const wrong = (changes: Partial<CheckedLog>) =>
  findInvalid(log(changes), '2026-06-15').map(({ code, path }) => `${code} ${path}`);

describe('findInvalid', () => {
  it('accepts a usual dive', () => {
    expect(wrong({})).toEqual([]);
    expect(wrong({ dive_date: '2026-06-15' })).toEqual([]);
    expect(
      wrong({ bottom_water_temp: -2, oxygen: 21, nitrogen: 79, starting_pressure: 200, ending_pressure: 200 }),
    ).toEqual([]);
    expect(wrong({ oxygen: 18, nitrogen: 37, helium: 45 })).toEqual([]);
    expect(wrong({ oxygen: 32 })).toEqual([]);
  });

  it.each([
    [{ max_depth: -0.1 }, 'logbook.negative general.depth_times.0.max_depth'],
    [{ bottom_time: -1 }, 'logbook.negative general.depth_times.0.bottom_time'],
    [{ bottom_time: 10_000 }, 'logbook.out_of_range general.depth_times.0.bottom_time'],
    [{ max_depth: 1_000 }, 'logbook.out_of_range general.depth_times.0.max_depth'],
    [{ air_temp: 1_000 }, 'logbook.out_of_range general.conditions.0.air_temp'],
    [{ surface_water_temp: -274 }, 'logbook.out_of_range general.conditions.0.surface_water_temp'],
    [{ visibility_distance: -1 }, 'logbook.negative general.conditions.0.visibility_distance'],
    [{ weight: -1 }, 'logbook.negative general.equipment.0.weight'],
    [{ helium: 101 }, 'logbook.out_of_range general.equipment.0.helium'],
    [{ starting_pressure: 50, ending_pressure: 51 }, 'logbook.pressure_order general.equipment.0.ending_pressure'],
    [{ oxygen: 32, nitrogen: 68.1 }, 'logbook.gas_sum general.equipment.0.oxygen'],
  ])('checks %j: %s', (numbers, problem) => {
    expect(wrong(numbers)).toEqual([problem]);
  });

  it('rejects future and ancient dates and skills of another dive', () => {
    expect(wrong({ dive_date: '2026-06-16' })).toEqual(['logbook.future_date general.dive_date']);
    expect(wrong({ dive_date: '1899-12-31' })).toEqual(['logbook.out_of_range general.dive_date']);
    expect(wrong({ dive_skills: ['mask_full', 'mask_partial'] })).toEqual([
      'logbook.unknown_skill general.skills.0.dive_skills',
    ]);
  });

  it("rejects exactly the mixtures that don't add up to 100", () => {
    const part = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(part, part, part, (oxygen, nitrogen, helium) => {
        expect(wrong({ oxygen, nitrogen, helium })).toHaveLength(oxygen + nitrogen + helium === 100 ? 0 : 1);
      }),
    );
  });
});

describe('findMissing', () => {
  const nothing = {
    dive_title: '',
    dive_date: null,
    dive_location: '',
    dive_type: null,
    memsys_member_number: null,
    dive_skills: [],
    max_depth: null,
    bottom_time: null,
  };
  const codes = (changes: Partial<CheckedLog>) =>
    findMissing(log(changes)).map(({ code }) => code.replace('logbook.missing_', ''));

  it('lists fields in the order of the form', () => {
    const general = ['title', 'date', 'dive_type', 'location'];
    expect(codes(nothing)).toEqual([...general, 'instructor', 'max_depth', 'bottom_time', 'skills']);
    expect(codes({ ...nothing, log_type: 'Recreational' })).toEqual([...general, 'max_depth', 'bottom_time']);
    expect(codes({})).toEqual([]);
  });

  it('accepts a depth of zero', () => {
    expect(codes({ max_depth: 0, bottom_time: 0 })).toEqual([]);
  });
});

describe('findWarnings', () => {
  const none = { minutesBetween: null, trainedDepthM: null, depthUnit: null };

  it.each([
    [{ max_depth: 41 }, none, { max_depth: 'deep' }],
    [{ max_depth: 40 }, none, {}],
    [{ max_depth: 34, oxygen: 32 }, none, { max_depth: 'beyond_mod' }],
    [{ max_depth: 33.8, oxygen: 32 }, none, {}],
    [{ max_depth: 13 }, { ...none, trainedDepthM: 12 as const }, { max_depth: 'beyond_training' }],
    [{ bottom_time: 121 }, none, { bottom_time: 'long' }],
    [{ bottom_time: 46 }, { ...none, minutesBetween: 45 }, { bottom_time: 'longer_than_between' }],
    [{ bottom_time: 45 }, { ...none, minutesBetween: 45 }, {}],
    [{ max_depth: 400, bottom_time: 1_500 }, none, { max_depth: 'deep', bottom_time: 'long' }],
    [{ weight: 45, air_temp: -50 }, none, { weight: 'unusual', air_temp: 'unusual' }],
    [{ weight: 30, air_temp: 55, visibility_distance: 100, cylinder_size: 40 }, none, {}],
    [{ starting_pressure: 233 }, none, { starting_pressure: 'start_pressure' }],
    [
      { surface_water_temp: 39, bottom_water_temp: -3 },
      none,
      { surface_water_temp: 'water_temp', bottom_water_temp: 'water_temp' },
    ],
  ])('for %j with %j returns %j', (numbers, known, warnings) => {
    expect(findWarnings(numbers, known)).toEqual(warnings);
  });

  it.each([
    [12, 40, 'beyond_training'],
    [18, 60, 'beyond_training'],
    [30, 100, 'beyond_training'],
    [null, 130, 'deep'],
  ] as const)('for a dive trained to %s m starts below %i ft, as taught in feet', (trained, feet, warning) => {
    const known = { ...none, trainedDepthM: trained, depthUnit: 'ft' as const };
    const warningAt = (value: number) =>
      findWarnings({ max_depth: toMetric('depth', { value, unit: 'ft' }) }, known).max_depth;
    expect([warningAt(feet), warningAt(feet + 1)]).toEqual([undefined, warning]);
  });
});

describe('minutesBetween', () => {
  it.each([
    ['09:20', '10:05', 45],
    ['23:40', '00:20', 40],
    ['00:00', '23:59', 1_439],
    ['10:00', '10:00', 0],
    ['10:00:00', '11:00:00', 60],
    [null, '10:00', null],
    ['10:00', undefined, null],
    ['soon', '10:00', null],
  ])('from %s to %s is %s minutes', (timeIn, timeOut, minutes) => {
    expect(minutesBetween(timeIn, timeOut)).toBe(minutes);
  });
});

describe('gas', () => {
  it.each([
    [32, 33.8],
    [36, 28.9],
    [40, 25],
  ])('with %i %% oxygen has a maximum depth of %d m', (oxygen, depth) => {
    expect(maxOperatingDepthM(oxygen)).toBe(depth);
  });

  it('of a named mixture adds up to 100', () => {
    const sums = Object.values(gasByMixture).map(({ oxygen, nitrogen, helium }) => oxygen + nitrogen + helium);
    expect(sums).toEqual([100, 100, 100, 100]);
    expect(Object.keys(gasByMixture)).toEqual(['Air', 'EANx32', 'EANx36', 'EANx40']);
  });
});
