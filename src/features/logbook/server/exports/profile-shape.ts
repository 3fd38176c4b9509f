import type { Samples } from '#features/logbook/shared/dive-files/dive-file.ts';
import { bucketValues } from '#features/logbook/shared/recordings/figures.ts';

/** As many intervals as a printed profile can show. */
const bucketCount = 160;
/** Shallow dives are drawn shallow. */
const leastScaleM = 20;

interface ProfileShape {
  /** Points from the left to the right and from the surface to the bottom of the drawing, each from 0 to 1. */
  points: [x: number, y: number][];
  durationS: number;
}

const round = (value: number) => Math.round(value * 1000) / 1000;

/** The recorded depths, reduced to the extremes of each interval. Null without depths. */
export function drawProfile({ count, timeS, columns: { depthM } }: Samples): ProfileShape | null {
  const durationS = timeS[count - 1] ?? 0;
  if (depthM === undefined || durationS <= 0) return null;
  const buckets = bucketValues(timeS, depthM, { fromS: 0, toS: durationS, count: bucketCount });
  const deepestM = Math.max(0, ...buckets.map(({ max }) => max));
  if (buckets.length < 2 || deepestM === 0) return null;
  const scaleM = Math.max(leastScaleM, deepestM) * 1.05;
  const points = buckets.flatMap(({ timeS: time, min, max }): ProfileShape['points'] => {
    const x = round(time / durationS);
    const [top, bottom] = [round(min / scaleM), round(max / scaleM)];
    if (top === bottom) return [[x, top]];
    return [
      [x, top],
      [x, bottom],
    ];
  });
  return { points, durationS };
}

/** The height of a plain bar for a dive without a recording. */
export function drawBar(maxDepthM: number): number {
  return round(maxDepthM / (Math.max(leastScaleM, maxDepthM) * 1.05));
}
