import { fromMetric, toMetric, getUnit, type UnitSystem } from '#domain/units.ts';

const maxTicks = 6;
const depthSteps: Record<UnitSystem, readonly number[]> = {
  Metric: [1, 2, 5, 10, 20, 50, 100],
  Imperial: [5, 10, 20, 30, 50, 100, 200, 500],
};
const timeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480];

/** Round steps down to the depth in the reader's units, with each depth in meters. */
export function depthTicks(maxDepthM: number, system: UnitSystem): { value: number; depthM: number }[] {
  const deepest = fromMetric('depth', maxDepthM, system);
  const step = pickStep(deepest, depthSteps[system]);
  return Array.from({ length: Math.floor(deepest / step) + 1 }, (_, index) => {
    const value = index * step;
    return { value, depthM: toMetric('depth', { value, unit: getUnit('depth', system) }) };
  });
}

/** Round steps up to the first one past the end. */
export function timeTicks(minutes: number): number[] {
  const step = pickStep(minutes, timeSteps);
  return Array.from({ length: Math.ceil(minutes / step) + 1 }, (_, index) => index * step);
}

function pickStep(most: number, steps: readonly number[]): number {
  return steps.find((step) => most / step <= maxTicks) ?? steps.at(-1) ?? 1;
}
