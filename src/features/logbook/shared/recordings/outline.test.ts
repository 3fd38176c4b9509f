import { describe, expect, it } from 'vitest';
import type { Samples } from '#features/logbook/shared/dive-files/dive-file.ts';
import { decodeOutline, outlinePoints } from '#domain/outline.ts';
import { encodeOutline } from './outline.ts';

const samples = (rows: readonly (readonly [timeS: number, depthM: number])[]): Samples => ({
  count: rows.length,
  timeS: Float64Array.from(rows, ([timeS]) => timeS),
  columns: { depthM: Float64Array.from(rows, ([, depthM]) => depthM) },
  pressureBar: {},
});

describe('encodeOutline', () => {
  it('has one letter for each of 60 intervals', () => {
    const rows = Array.from({ length: 3_600 }, (_, second) => [second, second < 1_800 ? 20 : 5] as const);
    const depths = decodeOutline(encodeOutline(samples(rows)) ?? '');
    expect(depths).toHaveLength(outlinePoints);
    expect(depths.slice(0, 30).every((depth) => depth === 1)).toBe(true);
    expect(depths.slice(31).every((depth) => Math.abs(depth - 0.25) < 0.01)).toBe(true);
  });

  it('fills intervals without a sample with the line between their neighbours', () => {
    const depths = decodeOutline(
      encodeOutline(
        samples([
          [0, 0],
          [300, 10],
          [600, 0],
        ]),
      ) ?? '',
    );
    expect(depths[30]).toBe(1);
    expect(depths[15]).toBeCloseTo(0.5, 1);
    expect(depths[45]).toBeCloseTo(0.5, 1);
  });

  it('is null without depths', () => {
    expect(encodeOutline(samples([]))).toBeNull();
    expect(
      encodeOutline(
        samples([
          [0, Number.NaN],
          [60, Number.NaN],
        ]),
      ),
    ).toBeNull();
  });
});
