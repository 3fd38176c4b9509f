import { describe, expect, it } from 'vitest';
import { createCylinder, type RecordingEvent, type Samples } from '#features/logbook/shared/dive-files/dive-file.ts';
import { runToEnd } from '#platform/testing/run-to-end.ts';
import { bucketValues, measureDepth, measureGasUse, sumTimeInBands } from './figures.ts';

/** A sample every ten seconds, with a depth and pressures by cylinder. */
function createSamples(depths: readonly number[], pressures: Record<number, readonly number[]> = {}): Samples {
  return {
    count: depths.length,
    timeS: Float64Array.from(depths, (_, index) => index * 10),
    columns: { depthM: Float64Array.from(depths) },
    pressureBar: Object.fromEntries(
      Object.entries(pressures).map(([cylinder, values]) => [cylinder, Float64Array.from(values)]),
    ),
  };
}

describe('measureDepth', () => {
  it('averages over time', () => {
    expect(measureDepth(createSamples([0, 10, 10, 0]))?.avgDepthM).toBeCloseTo(20 / 3);
  });

  it('finds the fastest ascent over at least 15 seconds', () => {
    // 6 m in 20 s, then 1 m in 10 s.
    const figures = measureDepth(createSamples([0, 20, 20, 17, 14, 13, 12, 0.5, 0.5]));
    expect(figures?.maxAscentMPerMin).toBeCloseTo(((13 - 0.5) / 20) * 60);
  });

  it('is null without depths', () => {
    expect(measureDepth(createSamples([]))).toBeNull();
    expect(measureDepth(createSamples([Number.NaN, Number.NaN]))).toBeNull();
  });
});

it('sums the time in bands of depth', () => {
  expect(sumTimeInBands(createSamples([0, 4, 8, 8, 4, 0]), [0, 6])).toEqual([20, 30]);
});

describe('measureGasUse', () => {
  const cylinders = [createCylinder({ volumeL: 12 }), createCylinder({ volumeL: 7 })];

  it('relates the pressure used to the pressure at depth', () => {
    // One minute at 10 m with 2 bar of ambient pressure.
    const samples = createSamples([10, 10, 10, 10, 10, 10, 10], { 0: [200, 199, 198, 197, 196, 195, 194] });
    const [use] = measureGasUse(samples, cylinders.slice(0, 1), []);
    expect(use).toMatchObject({ cylinder: 0, startBar: 200, endBar: 194 });
    expect(use?.sacBarPerMin).toBeCloseTo(3);
    expect(use?.rmvLPerMin).toBeCloseTo(36);
  });

  it('counts only the time on each cylinder', () => {
    const change: RecordingEvent = { timeS: 30, kind: 'gas-change', name: 'gas', cylinder: 1, gas: null };
    const samples = createSamples([10, 10, 10, 10, 10, 10, 10], {
      0: [200, 198, 196, 194, 194, 194, 194],
      1: [150, 150, 150, 150, 149, 148, 147],
    });
    const [first, second] = measureGasUse(samples, cylinders, [change]);
    expect(first?.sacBarPerMin).toBeCloseTo(6);
    expect(second?.sacBarPerMin).toBeCloseTo(3);
  });

  it('measures many samples with many gas changes', () => {
    // Searching all changes for each sample would take minutes.
    const count = 200_000;
    const pressures = Array.from({ length: count }, (_, index) => 200 - index / 10_000);
    const changes = Array.from({ length: count }, (_, index): RecordingEvent => ({
      timeS: index * 10,
      kind: 'gas-change',
      name: 'gas',
      cylinder: index % 2,
      gas: null,
    }));
    const samples = createSamples(
      Array.from({ length: count }, () => 10),
      { 0: pressures, 1: pressures },
    );
    const uses = runToEnd(() => measureGasUse(samples, cylinders, changes));
    expect(uses.map(({ cylinder }) => cylinder)).toEqual([0, 1]);
  });

  it('leaves out a cylinder that was not used', () => {
    expect(measureGasUse(createSamples([5, 5], { 0: [200, 200] }), cylinders, [])).toEqual([]);
  });
});

describe('bucketValues', () => {
  it('keeps the peak of every interval', () => {
    const timeS = Float64Array.from({ length: 10_000 }, (_, index) => index);
    const column = Float64Array.from(timeS, (time) => (time === 5_001 ? 40 : 10));
    const buckets = bucketValues(timeS, column, { fromS: 0, toS: 9_999, count: 400 });
    expect(buckets).toHaveLength(400);
    expect(Math.max(...buckets.map(({ max }) => max))).toBe(40);
    expect(buckets.filter(({ max }) => max === 40)).toHaveLength(1);
  });

  it('leaves out intervals without a value', () => {
    const buckets = bucketValues(Float64Array.from([0, 100]), Float64Array.from([1, Number.NaN]), {
      fromS: 0,
      toS: 100,
      count: 10,
    });
    expect(buckets).toEqual([{ timeS: 0, min: 1, max: 1 }]);
  });
});
