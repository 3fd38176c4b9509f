import type { DepthSample } from '#ui/dive/depth-bands.ts';

const descentMPerMin = 18;
const ascentMPerMin = 9;
const safetyStop = { depthM: 5, minutes: 3 };

/**
 * The estimated profile of a dive with known depth and time: descent, bottom, ascent, with a safety stop if there was
 * time. Deliberately simple, so it doesn't look like a recording.
 */
export function estimateProfile(maxDepthM: number, minutes: number): DepthSample[] {
  const down = Math.min(maxDepthM / descentMPerMin, minutes * 0.2);
  const hasStop = maxDepthM > 10 && minutes >= 15;
  const up = Math.min((maxDepthM - (hasStop ? safetyStop.depthM : 0)) / ascentMPerMin, minutes * 0.3);
  const out = hasStop ? safetyStop.minutes + 1 : 0;
  const leaves = Math.max(down, minutes - up - out);
  return [
    { timeMin: 0, depthM: 0 },
    { timeMin: down, depthM: maxDepthM },
    { timeMin: leaves, depthM: maxDepthM * (maxDepthM > 6 ? 0.8 : 1) },
    ...(hasStop
      ? [
          { timeMin: minutes - out, depthM: safetyStop.depthM },
          { timeMin: minutes - 1, depthM: safetyStop.depthM },
        ]
      : []),
    { timeMin: minutes, depthM: 0 },
  ];
}
