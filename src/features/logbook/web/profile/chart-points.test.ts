import { describe, expect, it } from 'vitest';
import { drawLine, findRange, joinBuckets, listPoints } from './chart-points.ts';

const times = (count: number) => Float64Array.from({ length: count }, (_, index) => index);

describe('listPoints', () => {
  it('has the values inside the window and one on each side', () => {
    const column = Float64Array.from([0, 1, 2, Number.NaN, 4, 5, 6, 7]);
    const points = listPoints(times(8), column, { fromS: 2.5, toS: 4.5 });
    expect(points.map(({ value }) => value)).toEqual([2, 4, 5]);
  });

  it('keeps the deepest point of 10,000 samples in at most 800 points', () => {
    const column = Float64Array.from(times(10_000), (time) => (time === 7_777 ? 31.4 : 12 + (time % 3)));
    const points = listPoints(times(10_000), column, { fromS: 0, toS: 9_999 });
    expect(points.length).toBeLessThanOrEqual(800);
    expect(Math.max(...points.map(({ value }) => value))).toBe(31.4);
  });

  it('is empty without a column', () => {
    expect(listPoints(times(3), undefined, { fromS: 0, toS: 2 })).toEqual([]);
  });
});

it('finds the range of a column and ignores missing values', () => {
  expect(findRange(Float64Array.from([Number.NaN, 21, 18, Number.NaN, 19]))).toEqual({ min: 18, max: 21 });
  expect(findRange(Float64Array.from([Number.NaN]))).toBeNull();
});

describe('joinBuckets', () => {
  it('descends through small values first and ascends through large values first', () => {
    const points = joinBuckets(
      [
        { timeS: 0, min: 0, max: 5 },
        { timeS: 10, min: 5, max: 9 },
        { timeS: 20, min: 3, max: 9 },
      ],
      10,
    );
    expect(points.map(({ value }) => value)).toEqual([0, 5, 5, 9, 9, 3]);
    expect(points.map(({ timeS }) => timeS)).toEqual([0, 5, 10, 15, 20, 25]);
  });
});

it('draws a path through the points', () => {
  const points = [
    { timeS: 0, value: 1 },
    { timeS: 2, value: 3 },
  ];
  expect(
    drawLine(
      points,
      (timeS) => timeS * 10,
      (value) => value,
    ),
  ).toBe('M0.0 1.0L20.0 3.0');
});
