import type { Samples } from '#features/logbook/shared/dive-files/dive-file.ts';
import { bucketValues, type Bucket } from '#features/logbook/shared/recordings/figures.ts';

export interface ChartPoint {
  timeS: number;
  value: number;
}

export interface TimeWindow {
  fromS: number;
  toS: number;
}

/** As many intervals as a chart on a phone has pixels. Each has up to two points. */
const bucketCount = 400;

/**
 * The points of a line inside a window of time, and one on each side, so that the line reaches the edges. Long recordings
 * are reduced to the extremes of each interval.
 */
export function listPoints(timeS: Float64Array, column: Float64Array | undefined, window: TimeWindow): ChartPoint[] {
  if (column === undefined) return [];
  const points: ChartPoint[] = [];
  for (const [row, time] of timeS.entries()) {
    const value = column[row] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    // Of the points before the window, only the last one is needed.
    if (time < window.fromS) points.length = 0;
    points.push({ timeS: time, value });
    if (time > window.toS) break;
  }
  if (points.length <= bucketCount * 2) return points;
  const buckets = bucketValues(timeS, column, { ...window, count: bucketCount });
  return joinBuckets(buckets, (window.toS - window.fromS) / bucketCount);
}

/** A line through the extremes of all intervals. The one that is closer to the previous point comes first. */
export function joinBuckets(buckets: readonly Bucket[], widthS: number): ChartPoint[] {
  const points: ChartPoint[] = [];
  for (const { timeS, min, max } of buckets) {
    if (min === max) {
      points.push({ timeS, value: min });
      continue;
    }
    const previous = points.at(-1)?.value ?? min;
    const isRising = Math.abs(previous - min) <= Math.abs(previous - max);
    points.push({ timeS, value: isRising ? min : max }, { timeS: timeS + widthS / 2, value: isRising ? max : min });
  }
  return points;
}

/** The SVG path through the points. */
export function drawLine(
  points: readonly ChartPoint[],
  toX: (timeS: number) => number,
  toY: (value: number) => number,
): string {
  return points
    .map(({ timeS, value }, index) => `${index === 0 ? 'M' : 'L'}${toX(timeS).toFixed(1)} ${toY(value).toFixed(1)}`)
    .join('');
}

/** The smallest and largest value of a whole column, null without values. */
export function findRange(column: Float64Array): { min: number; max: number } | null {
  let min = Infinity;
  let max = -Infinity;
  for (const value of column) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min > max ? null : { min, max };
}

/** The first of the deepest samples; the surface without depths. */
export function findDeepest({ timeS, columns: { depthM } }: Samples): ChartPoint {
  let deepest: ChartPoint = { timeS: 0, value: 0 };
  depthM?.forEach((value, row) => {
    if (value > deepest.value) deepest = { timeS: timeS[row] ?? 0, value };
  });
  return deepest;
}
