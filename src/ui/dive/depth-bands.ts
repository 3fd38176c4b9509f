/** The start of each of the seven tints in metres. */
const DEPTH_STEPS_M = [0, 6, 12, 18, 24, 30, 40] as const;

export type DepthBand = { tint: number; fromM: number; toM: number };

/** The bands that a dive of this depth passes through; the last one ends at the deepest point. */
export function listDepthBands(deepestM: number): DepthBand[] {
  const bands: DepthBand[] = [];
  for (const [index, fromM] of DEPTH_STEPS_M.entries()) {
    if (fromM >= deepestM) break;
    bands.push({ tint: index + 1, fromM, toM: Math.min(deepestM, DEPTH_STEPS_M[index + 1] ?? deepestM) });
  }
  return bands;
}

export type DepthSample = { timeMin: number; depthM: number };

/** The SVG path through the samples, in drawing units. */
export function drawProfileLine(
  samples: readonly DepthSample[],
  toX: (timeMin: number) => number,
  toY: (depthM: number) => number,
): string {
  return samples
    .map(({ timeMin, depthM }, index) => `${index === 0 ? 'M' : 'L'}${round(toX(timeMin))} ${round(toY(depthM))}`)
    .join('');
}

export function findDeepest(samples: readonly DepthSample[]): DepthSample {
  return samples.reduce((deepest, sample) => (sample.depthM > deepest.depthM ? sample : deepest), {
    timeMin: 0,
    depthM: 0,
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
