import { describe, expect, it } from 'vitest';
import { createCylinder } from '#features/logbook/shared/dive-files/dive-file.ts';
import { measureDepth, measureGasUse, sumTimeInBands } from '#features/logbook/shared/recordings/figures.ts';
import { bottomShapes, type SiteKind } from './bottom-shapes.ts';
import { type SimulatedComputer, type SimulatedDive, simulateRecordings } from './simulate-recording.ts';

const dive: SimulatedDive = {
  seed: 'test',
  kind: 'wall',
  maxDepthM: 17.3,
  durationS: 45 * 60,
  isStudent: false,
  startLocal: '2026-05-02T10:42:07',
  surfaceTempC: 19,
  bottomTempC: 13,
  cylinder: { ...createCylinder({ gas: { o2: 32, he: 0 }, volumeL: 12 }), startBar: 205, endBar: 70 },
  entry: null,
};
const computer: SimulatedComputer = {
  model: 'Simulated computer',
  serial: 'SIM-1',
  intervalS: 10,
  hasTransmitter: true,
  hasHeartRate: false,
  depthFactor: 1,
};

function simulate(changes: Partial<SimulatedDive> = {}, computers: Partial<SimulatedComputer>[] = [{}]) {
  const recordings = simulateRecordings(
    { ...dive, ...changes },
    computers.map((one) => ({ ...computer, ...one })),
  );
  const [first] = recordings;
  if (first === undefined) throw new Error('no recording was simulated');
  return { first, second: recordings[1], depths: [...(first.samples.columns.depthM ?? [])] };
}

const kinds = Object.keys(bottomShapes) as SiteKind[];
const seeds = Array.from({ length: 20 }, (_, index) => `seed ${index}`);

describe('simulateRecordings', () => {
  it('returns the same recording for the same seed, and another for another', () => {
    expect(simulate()).toEqual(simulate());
    expect(simulate().depths).not.toEqual(simulate({ seed: 'other' }).depths);
  });

  it.each(kinds)('reaches the maximum depth and the duration on a %s dive', (kind) => {
    for (const seed of seeds) {
      const { first, depths } = simulate({ kind, seed });
      expect(Math.max(...depths), seed).toBe(17.3);
      expect([depths[0], depths.at(-1)], seed).toEqual([0, 0]);
      expect(first.samples.timeS.at(-1), seed).toBe(45 * 60);
    }
  });

  it.each(kinds)('is no trapezoid on a %s dive: time in many depths, and a slow ascent', (kind) => {
    for (const seed of seeds) {
      const { first } = simulate({ kind, seed });
      const bands = sumTimeInBands(first.samples, [0, 4, 8, 10, 12, 14, 16]);
      // Apart from skills on the sand, no one stays within two meters for most of the dive.
      expect(Math.max(...bands.slice(2)), seed).toBeLessThan((kind === 'training' ? 0.7 : 0.6) * 45 * 60);
      expect(bands.filter((seconds) => seconds > 20).length, seed).toBeGreaterThanOrEqual(4);
      expect(measureDepth(first.samples)?.maxAscentMPerMin, seed).toBeLessThanOrEqual(18);
    }
  });

  it('descends no faster than 20 m/min', () => {
    for (const seed of seeds) {
      const { depths } = simulate({ seed });
      for (const [index, depth] of depths.entries())
        expect(depth - (depths[index - 1] ?? 0), `${seed} ${index}`).toBeLessThanOrEqual(20 / 6);
    }
  });

  it('stops for three minutes at about 5 m after a dive to 10 m, and not after a shallow one', () => {
    for (const seed of seeds) {
      const { first, depths } = simulate({ seed });
      const stop = first.events.find(({ kind }) => kind === 'stop');
      const index = (stop?.timeS ?? 0) / 10;
      const stopDepths = depths.slice(index, index + 18);
      expect(Math.max(...stopDepths), seed).toBeLessThanOrEqual(6.2);
      expect(Math.min(...stopDepths), seed).toBeGreaterThanOrEqual(3);
      expect(simulate({ seed, maxDepthM: 8 }).first.events.filter(({ kind }) => kind === 'stop')).toEqual([]);
    }
  });

  it('warns exactly on the dives with a fast ascent', () => {
    const fast = Array.from({ length: 300 }, (_, index) => simulate({ seed: `ascent ${index}`, isStudent: true }).first)
      .map(({ samples, events }) => ({ rate: measureDepth(samples)?.maxAscentMPerMin ?? 0, events }))
      .map(({ rate, events }) => ({ rate, isWarned: events.some(({ kind }) => kind === 'ascent') }));
    const warned = fast.filter(({ isWarned }) => isWarned);
    expect(warned.length).toBeGreaterThan(3);
    expect(warned.length).toBeLessThan(30);
    for (const { rate, isWarned } of fast) expect(rate > 10).toBe(isWarned);
  });

  it('measures the thermocline and the gas from start to end', () => {
    const { first } = simulate();
    const temperatures = [...(first.samples.columns.temperatureC ?? [])];
    expect(Math.min(...temperatures)).toBeCloseTo(13, 0);
    expect(Math.max(...temperatures)).toBeGreaterThanOrEqual(19);
    const [use] = measureGasUse(first.samples, first.cylinders, first.events);
    expect(use).toMatchObject({ startBar: 205, endBar: 70 });
    expect(use?.rmvLPerMin).toBeGreaterThan(12);
    expect(use?.rmvLPerMin).toBeLessThan(20);
    expect(first.cylinders[0]?.gas).toEqual({ o2: 32, he: 0 });
  });

  it('records one dive with two computers that differ a little', () => {
    const { first, second, depths } = simulate({}, [
      { intervalS: 2, hasHeartRate: true },
      { model: 'Simulated backup computer', hasTransmitter: false, depthFactor: 1.012 },
    ]);
    expect(first.samples.count).toBe(45 * 30 + 1);
    expect(first.samples.columns.heartRate?.every((rate) => rate > 50 && rate < 130)).toBe(true);
    expect(second?.samples.pressureBar).toEqual({});
    expect(second?.samples.columns.heartRate).toBeUndefined();
    const others = [...(second?.samples.columns.depthM ?? [])];
    expect(others).toHaveLength(45 * 6 + 1);
    expect(others).not.toEqual(depths.filter((_, index) => index % 5 === 0));
    for (const [index, depth] of others.entries()) expect(Math.abs(depth - (depths[index * 5] ?? 0))).toBeLessThan(0.4);
  });

  it('names no vendor', () => {
    expect(simulate().first).toMatchObject({ vendor: null, model: 'Simulated computer', serial: 'SIM-1' });
  });
});
