import type { Cylinder, RecordingEvent, Samples } from '#features/logbook/shared/dive-files/dive-file.ts';

/** Metres of sea water per bar, as dive computers count. */
const metresPerBar = 10;
/** Rates are measured over at least this time, because a single sample is noisy. */
const rateWindowS = 15;

export interface DepthFigures {
  avgDepthM: number;
  /** The fastest ascent in metres per minute. */
  maxAscentMPerMin: number;
}

/** Null without at least two depths. */
export function measureDepth(samples: Samples): DepthFigures | null {
  const points = listDepths(samples);
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined || last.timeS <= first.timeS) return null;
  let area = 0;
  for (const [index, point] of points.entries()) {
    const previous = points[index - 1];
    if (previous !== undefined) area += ((previous.depthM + point.depthM) / 2) * (point.timeS - previous.timeS);
  }
  return { avgDepthM: area / (last.timeS - first.timeS), maxAscentMPerMin: findFastestAscent(points) };
}

interface DepthPoint {
  timeS: number;
  depthM: number;
}

function listDepths({ count, timeS, columns: { depthM } }: Samples): DepthPoint[] {
  const points: DepthPoint[] = [];
  for (let row = 0; row < count; row++) {
    const depth = depthM?.[row] ?? Number.NaN;
    if (!Number.isNaN(depth)) points.push({ timeS: timeS[row] ?? 0, depthM: depth });
  }
  return points;
}

function findFastestAscent(points: readonly DepthPoint[]): number {
  let fastest = 0;
  let start = 0;
  for (const end of points) {
    // The shortest stretch before this point that is long enough.
    while (end.timeS - (points[start + 1]?.timeS ?? end.timeS) >= rateWindowS) start++;
    const from = points[start];
    if (from === undefined || end.timeS - from.timeS < rateWindowS) continue;
    fastest = Math.max(fastest, ((from.depthM - end.depthM) / (end.timeS - from.timeS)) * 60);
  }
  return fastest;
}

/** Seconds between two depths, for each band from one step to the next. The last band has no end. */
export function sumTimeInBands(samples: Samples, stepsM: readonly number[]): number[] {
  const seconds = stepsM.map(() => 0);
  const points = listDepths(samples);
  for (const [index, point] of points.entries()) {
    const next = points[index + 1];
    if (next === undefined) break;
    const depthM = (point.depthM + next.depthM) / 2;
    const band = stepsM.findLastIndex((step) => depthM >= step);
    seconds[Math.max(0, band)] = (seconds[Math.max(0, band)] ?? 0) + next.timeS - point.timeS;
  }
  return seconds;
}

export interface GasUse {
  cylinder: number;
  startBar: number;
  endBar: number;
  /** Pressure a minute at the surface. */
  sacBarPerMin: number;
  /** Litres a minute at the surface; null if the size of the cylinder is unknown. */
  rmvLPerMin: number | null;
}

/**
 * The gas used of each cylinder with a transmitter, from its own first reading to its last. Only time on the cylinder
 * counts: from one gas change to the next.
 */
export function measureGasUse(
  samples: Samples,
  cylinders: readonly Cylinder[],
  events: readonly RecordingEvent[],
): GasUse[] {
  const changes = events
    .filter(({ kind, cylinder }) => kind === 'gas-change' && cylinder !== null)
    .toSorted((a, b) => a.timeS - b.timeS);
  return Object.entries(samples.pressureBar).flatMap(([name, column]) => {
    const cylinder = Number(name);
    const rows = [...column.keys()].filter((row) => (column[row] ?? Number.NaN) > 0);
    const first = rows[0];
    const last = rows.at(-1);
    if (first === undefined || last === undefined) return [];
    const startBar = column[first] ?? 0;
    const endBar = column[last] ?? 0;
    const isBreathed = cylinders.length <= 1 ? () => true : followCylinder(cylinder, changes);
    const exposure = integrateAmbientPressure(samples, first, last, isBreathed);
    if (exposure <= 0 || startBar <= endBar) return [];
    const sacBarPerMin = ((startBar - endBar) / exposure) * 60;
    const { volumeL = null } = cylinders[cylinder] ?? {};
    return [{ cylinder, startBar, endBar, sacBarPerMin, rmvLPerMin: volumeL === null ? null : sacBarPerMin * volumeL }];
  });
}

/** Bar-seconds of ambient pressure while the condition holds. */
function integrateAmbientPressure(
  { timeS, columns: { depthM } }: Samples,
  first: number,
  last: number,
  isCounted: (timeS: number) => boolean,
): number {
  let sum = 0;
  for (let row = first; row < last; row++) {
    const start = timeS[row] ?? 0;
    const step = (timeS[row + 1] ?? start) - start;
    const depth = depthM?.[row] ?? Number.NaN;
    if (isCounted(start)) sum += step * (1 + (Number.isNaN(depth) ? 0 : depth) / metresPerBar);
  }
  return sum;
}

/**
 * Whether a cylinder is breathed at a time. Without gas changes that is the first one. Times must ascend from one call to the
 * next, because a search through all changes for each sample would take minutes for a recording with many of both.
 */
function followCylinder(cylinder: number, changes: readonly RecordingEvent[]): (timeS: number) => boolean {
  let next = 0;
  let current = 0;
  return (timeS) => {
    for (let change = changes[next]; change !== undefined && change.timeS <= timeS; change = changes[++next])
      current = change.cylinder ?? current;
    return current === cylinder;
  };
}

export interface Bucket {
  timeS: number;
  min: number;
  max: number;
}

/**
 * The smallest and largest value in each of so many equal intervals, so that a chart of 10,000 samples draws as many
 * points as it has pixels and loses no peak. Intervals without a value are left out.
 */
export function bucketValues(
  timeS: Float64Array,
  column: Float64Array,
  { fromS, toS, count }: { fromS: number; toS: number; count: number },
): Bucket[] {
  const buckets: (Bucket | undefined)[] = Array.from({ length: count });
  const width = (toS - fromS) / count;
  for (const [row, time] of timeS.entries()) {
    const value = column[row] ?? Number.NaN;
    if (Number.isNaN(value) || time < fromS || time > toS) continue;
    const index = Math.min(count - 1, Math.floor((time - fromS) / width));
    const bucket = buckets[index];
    if (bucket === undefined) buckets[index] = { timeS: time, min: value, max: value };
    else {
      bucket.min = Math.min(bucket.min, value);
      bucket.max = Math.max(bucket.max, value);
    }
  }
  return buckets.filter((bucket) => bucket !== undefined);
}
