import { describe, expect, it } from 'vitest';
import { depthTicks, timeTicks } from './chart-ticks.ts';

describe('profile ticks', () => {
  it('use round meters', () => {
    expect(depthTicks(24.8, 'Metric')).toEqual([0, 5, 10, 15, 20].map((depth) => ({ value: depth, depthM: depth })));
    expect(depthTicks(58, 'Metric').map(({ value }) => value)).toEqual([0, 10, 20, 30, 40, 50]);
  });

  it('use round feet with their depth in meters', () => {
    const ticks = depthTicks(24.8, 'Imperial');
    expect(ticks.map(({ value }) => value)).toEqual([0, 20, 40, 60, 80]);
    expect(ticks.at(-1)?.depthM).toBeCloseTo(24.38, 2);
  });

  it('continue to the end of the dive', () => {
    expect(timeTicks(47)).toEqual([0, 10, 20, 30, 40, 50]);
    expect(timeTicks(60)).toEqual([0, 10, 20, 30, 40, 50, 60]);
    expect(timeTicks(1).at(-1)).toBe(1);
  });

  it('are few at any depth or duration', () => {
    expect(depthTicks(340, 'Imperial').length).toBeLessThanOrEqual(7);
    expect(timeTicks(1_440).length).toBeLessThanOrEqual(7);
  });

  it('are one for a dive at the surface', () => {
    expect(depthTicks(0, 'Metric')).toEqual([{ value: 0, depthM: 0 }]);
    expect(timeTicks(0)).toEqual([0]);
  });
});
