import type { Random } from '#demo/world/random.ts';

/** Smooth values from -1 to 1 that turn about every `periodS` seconds, the same for any interval of samples. */
export function createNoise(random: Random, durationS: number, periodS: number): (timeS: number) => number {
  const values = Array.from({ length: Math.ceil(durationS / periodS) + 2 }, () => random.int(-1_000, 1_000) / 1_000);
  return (timeS) => {
    const index = Math.floor(timeS / periodS);
    const share = timeS / periodS - index;
    const from = values[index] ?? 0;
    const to = values[index + 1] ?? 0;
    return from + (to - from) * share * share * (3 - 2 * share);
  };
}
