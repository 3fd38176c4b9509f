import type { LogPhoto } from '#features/logbook/shared/contract.ts';

/** A photo at its moment of the dive, with those that would cover it. */
export interface PinnedPhoto {
  photo: LogPhoto;
  /** The position among all photos of the dive. */
  index: number;
  timeS: number;
  /** How many more were taken at nearly the same moment. */
  more: number;
}

/** The clocks of camera and computer differ by a few seconds. */
const toleranceS = 60;

/**
 * Photos that were taken during the recording, in order of time. Photos without a time, and those of other times, are
 * left out: they may be of the boat, or the camera's clock may be wrong.
 */
export function pinPhotos(
  photos: readonly LogPhoto[],
  start: string | null,
  endS: number,
  minDistanceS: number,
): PinnedPhoto[] {
  if (start === null) return [];
  const pins: PinnedPhoto[] = [];
  const timed = photos
    .flatMap((photo, index) =>
      photo.taken_at === null
        ? []
        : [{ photo, index, timeS: (Date.parse(`${photo.taken_at}Z`) - Date.parse(`${start}Z`)) / 1_000 }],
    )
    .filter(({ timeS }) => timeS >= -toleranceS && timeS <= endS + toleranceS)
    .toSorted((a, b) => a.timeS - b.timeS);
  for (const { timeS, ...photo } of timed) {
    const before = pins.at(-1);
    const inside = Math.min(endS, Math.max(0, timeS));
    if (before !== undefined && inside - before.timeS < minDistanceS) before.more++;
    else pins.push({ ...photo, timeS: inside, more: 0 });
  }
  return pins;
}
