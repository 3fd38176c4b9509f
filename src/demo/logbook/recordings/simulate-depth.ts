import type { Random } from '#demo/world/random.ts';
import { bottomShapes, type SiteKind } from './bottom-shapes.ts';
import { createNoise } from './noise.ts';

export interface DepthPlan {
  kind: SiteKind;
  maxDepthM: number;
  durationS: number;
  /** Students descend slowly and hold their depth less well. */
  isStudent: boolean;
  stepS: number;
}

interface Knot {
  timeS: number;
  depthM: number;
}

/** Dives to this depth end with a safety stop. */
export const stopFromM = 10;
/** Corners are rounded over this time, because no one turns instantly. */
const roundingS = 12;

/** The depth every `stepS` seconds from the descent to the surface. Its deepest point is the plan's. */
export function simulateDepth(plan: DepthPlan, random: Random): Float64Array {
  const { durationS, stepS, maxDepthM, isStudent } = plan;
  const depths = smooth(interpolate(planKnots(plan, random), durationS, stepS), Math.round(roundingS / stepS));
  const slow = createNoise(random, durationS, 140);
  const quick = createNoise(random, durationS, 36);
  const slowM = Math.min(1.3, 0.06 * maxDepthM) * (plan.kind === 'training' ? 0.4 : 1);
  const quickM = isStudent ? 0.35 : 0.2;
  let deepest = 0;
  for (const [index, depth] of depths.entries()) {
    const timeS = index * stepS;
    const moved =
      depth + slow(timeS) * slowM * toShare((depth - 6) / 6) + quick(timeS) * quickM * toShare((depth - 0.5) / 4);
    depths[index] = Math.max(0, moved);
    deepest = Math.max(deepest, moved);
  }
  return depths.map((depth) => (depth * maxDepthM) / deepest);
}

const toShare = (value: number) => Math.min(1, Math.max(0, value));
const between = (random: Random, min: number, max: number) => min + ((max - min) * random.int(0, 100)) / 100;

function planKnots(plan: DepthPlan, random: Random): Knot[] {
  const { kind, maxDepthM, durationS, isStudent } = plan;
  const hasStop = maxDepthM >= stopFromM;
  const minM = hasStop ? 6.5 : Math.min(2.5, maxDepthM / 2);
  const isFast = random.chance(isStudent ? 5 : 2);
  const levels = random.pick(bottomShapes[kind]).map(([time, share]) => {
    const isDeepest = share === 1;
    const level = isDeepest ? 1 : Math.min(0.97, share * between(random, 0.94, 1.06));
    // No-stop limits are short on deep dives, so their second half is shallower.
    const shallower = isDeepest ? 1 : 1 - 0.35 * time * toShare((maxDepthM - 18) / 10);
    return { time: toShare(time), depthM: Math.max(minM, level * shallower * maxDepthM) };
  });
  const descent = planDescent(levels[0]?.depthM ?? 0, isStudent, random);
  // A fast ascent starts from deep enough to be noticed.
  const lastM = Math.max(levels.at(-1)?.depthM ?? 0, isFast ? 0.7 * maxDepthM : 0);
  const ascent = planAscent(lastM, { durationS, hasStop, isFast }, random);
  const [startS, endS] = [descent.at(-1)?.timeS ?? 0, ascent[0]?.timeS ?? durationS];
  const bottom = levels.map(({ time, depthM }) => ({ timeS: startS + time * (endS - startS), depthM }));
  return [...descent, ...bottom.slice(1, -1), ...ascent];
}

/** Sometimes with a pause for ears and a bubble check. */
function planDescent(toM: number, isStudent: boolean, random: Random): Knot[] {
  const mPerS = (isStudent ? between(random, 5, 9) : between(random, 9, 15)) / 60;
  const pauseM = between(random, 2.5, 5);
  const pauseS = pauseM < toM && random.chance(isStudent ? 75 : 20) ? random.int(15, 50) : 0;
  return [
    { timeS: 0, depthM: 0 },
    ...(pauseS > 0
      ? [
          { timeS: pauseM / mPerS, depthM: pauseM },
          { timeS: pauseM / mPerS + pauseS, depthM: pauseM },
        ]
      : []),
    { timeS: toM / mPerS + pauseS, depthM: toM },
  ];
}

interface AscentPlan {
  durationS: number;
  hasStop: boolean;
  isFast: boolean;
}

/** From the last level to the surface, with three minutes or more at 5 m after deeper dives. */
function planAscent(fromM: number, { durationS, hasStop, isFast }: AscentPlan, random: Random): Knot[] {
  const mPerS = (isFast ? between(random, 13, 14.5) : between(random, 5, 7.5)) / 60;
  if (!hasStop) {
    return [
      { timeS: durationS - fromM / mPerS, depthM: fromM },
      { timeS: durationS, depthM: 0 },
    ];
  }
  const stopM = between(random, 4.6, 5.3);
  const stopEndS = durationS - stopM / (between(random, 4, 6.5) / 60);
  const stopStartS = stopEndS - random.int(190, 250);
  return [
    { timeS: stopStartS - (fromM - stopM) / mPerS, depthM: fromM },
    { timeS: stopStartS, depthM: stopM },
    { timeS: stopEndS, depthM: stopM + between(random, -0.4, 0.2) },
    { timeS: durationS, depthM: 0 },
  ];
}

function interpolate(knots: readonly Knot[], durationS: number, stepS: number): Float64Array {
  const depths = new Float64Array(Math.round(durationS / stepS) + 1);
  let next = 1;
  for (const index of depths.keys()) {
    const timeS = index * stepS;
    while (next < knots.length - 1 && (knots[next]?.timeS ?? 0) < timeS) next++;
    const from = knots[next - 1] ?? { timeS: 0, depthM: 0 };
    const to = knots[next] ?? from;
    const share = to.timeS > from.timeS ? (timeS - from.timeS) / (to.timeS - from.timeS) : 1;
    depths[index] = from.depthM + (to.depthM - from.depthM) * toShare(share);
  }
  return depths;
}

/** The mean of the neighbours. Depths before and after the dive mirror it, so the dive still begins and ends at 0. */
function smooth(depths: Float64Array, neighbours: number): Float64Array {
  const last = depths.length - 1;
  const read = (index: number) =>
    index < 0 ? -(depths[-index] ?? 0) : index > last ? -(depths[2 * last - index] ?? 0) : (depths[index] ?? 0);
  let sum = 0;
  for (let index = -neighbours; index <= neighbours; index++) sum += read(index);
  return depths.map((_, index) => {
    const mean = sum / (2 * neighbours + 1);
    sum += read(index + neighbours + 1) - read(index - neighbours);
    return mean;
  });
}
