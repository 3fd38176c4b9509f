const steps = [
  ['minute', 60],
  ['hour', 60 * 60],
  ['day', 24 * 60 * 60],
] as const;
const longestDays = 14;

export interface RelativeTime {
  value: number;
  unit: 'second' | 'minute' | 'hour' | 'day';
}

/** How long ago, in the largest unit that fits; null when it is so long that a date says more. */
export function timeSince(iso: string, now: Date): RelativeTime | null {
  const agoS = (now.getTime() - new Date(iso).getTime()) / 1_000;
  const step = steps.findLast(([, lengthS]) => agoS >= lengthS);
  // Within a minute it is now; a clock that is a little ahead says nothing else.
  if (step === undefined) return { value: 0, unit: 'second' };
  const [unit, unitS] = step;
  const value = Math.floor(agoS / unitS);
  return unit === 'day' && value > longestDays ? null : { value: -value, unit };
}
