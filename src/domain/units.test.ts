import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fromMetric,
  isUnitOf,
  type Measure,
  toDisplayValue,
  toMetric,
  units,
  getUnitName,
  getUnit,
  unitSystems,
} from './units.ts';

const measures: readonly Measure[] = ['depth', 'distance', 'pressure', 'weight', 'temperature', 'cylinder'];
const values = fc.double({ min: -500, max: 5_000, noNaN: true });

/** The displayed decimals of each measure. */
const decimals: Record<Measure, [metric: number, imperial: number]> = {
  depth: [1, 0],
  distance: [0, 0],
  pressure: [0, 0],
  weight: [1, 0],
  temperature: [0, 0],
  cylinder: [1, 1],
};

/** The stored metric value has three decimals. */
const roundToThousandths = (metric: number) => Math.round(metric * 1_000) / 1_000;

describe.each(measures)('%s', (measure) => {
  it('displays the typed value unchanged in either system', () => {
    fc.assert(
      fc.property(values, fc.constantFrom(...unitSystems), (value, system) => {
        const typed = { value, unit: getUnit(measure, system) };
        expect(toDisplayValue(measure, system, roundToThousandths(toMetric(measure, typed)), typed)).toBe(value);
      }),
    );
  });

  it.each(unitSystems)('does not drift when it is displayed and typed again in %s', (system) => {
    const scale = 10 ** decimals[measure][system === 'Metric' ? 0 : 1];
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 40_000 }), (number) => {
        const typed = number / scale;
        let shown = typed;
        for (let round = 0; round < 5; round++) {
          const metric = roundToThousandths(toMetric(measure, { value: shown, unit: getUnit(measure, system) }));
          shown = fromMetric(measure, metric, system);
        }
        expect(shown).toBe(typed);
      }),
    );
  });

  it('displays the typed value again after switching the system twice', () => {
    fc.assert(
      fc.property(values, fc.constantFrom(...unitSystems), (value, system) => {
        const typed = { value, unit: getUnit(measure, system) };
        const metric = roundToThousandths(toMetric(measure, typed));
        const other = system === 'Metric' ? 'Imperial' : 'Metric';
        expect(toDisplayValue(measure, other, metric, typed)).toBe(fromMetric(measure, metric, other));
        expect(toDisplayValue(measure, system, metric, typed)).toBe(value);
      }),
    );
  });

  it('accepts only its own units', () => {
    const own = new Set(unitSystems.map((system) => getUnit(measure, system)));
    expect(units.filter((unit) => isUnitOf(measure, unit))).toEqual(units.filter((unit) => own.has(unit)));
  });
});

describe('fromMetric', () => {
  it.each([
    ['depth', 18.288, 60],
    ['pressure', 207, 3_002],
    ['weight', 6, 13],
    ['temperature', 27, 81],
    ['temperature', -2, 28],
    ['cylinder', 11.1, 77.4],
    ['distance', 15, 49],
  ] as const)('converts the %s %d to %d imperial', (measure, metric, imperial) => {
    expect(fromMetric(measure, metric, 'Imperial')).toBe(imperial);
  });

  it('returns no negative zero', () => {
    expect(Object.is(fromMetric('temperature', -0.2, 'Metric'), 0)).toBe(true);
  });
});

describe('getUnitName', () => {
  it('returns the abbreviation of the language', () => {
    expect((['m', 'bar'] as const).map((unit) => getUnitName(unit, 'ar-SA-u-nu-latn'))).toEqual(['م', 'بار']);
    expect(getUnitName('kg', 'ru-RU')).toBe('кг');
    expect((['m', 'psi'] as const).map((unit) => getUnitName(unit, 'ja-JP'))).toEqual(['m', 'psi']);
  });
});
