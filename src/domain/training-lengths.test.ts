import { describe, expect, it } from 'vitest';
import { toTrainingFeet, getTrainingLimitM, formatTrainingLength } from './training-lengths.ts';
import { toMetric } from './units.ts';

describe('training lengths', () => {
  it.each([
    [5, 15],
    [12, 40],
    [18, 60],
    [30, 100],
    [40, 130],
  ] as const)('converts %i m to %i ft', (metres, feet) => {
    expect(toTrainingFeet(metres)).toBe(feet);
  });

  it.each([12, 18, 30, 40] as const)('accepts exactly the limit of %i m in either unit', (metres) => {
    const measured = (value: number) => toMetric('depth', { value, unit: 'ft' });
    expect(measured(toTrainingFeet(metres))).toBe(getTrainingLimitM(metres, 'ft'));
    expect(measured(toTrainingFeet(metres) + 1)).toBeGreaterThan(getTrainingLimitM(metres, 'ft'));
    expect([getTrainingLimitM(metres, 'm'), getTrainingLimitM(metres, null)]).toEqual([metres, metres]);
  });

  it.each([
    [[18], 'Metric', 'en-US', '18 m'],
    [[18], 'Imperial', 'en-US', '60 ft'],
    [[6, 9], 'Metric', 'de-DE', '6–9 m'],
    [[6, 9], 'Imperial', 'en-US', '20–30 ft'],
    [[25], 'Imperial', 'ru-RU', '80 фт'],
  ] as const)('formats %j in %s and %s as %s', (length, system, tag, text) => {
    expect(formatTrainingLength(length, system, tag)).toBe(text);
  });
});
