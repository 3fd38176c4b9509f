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

/** The elapsed time in the largest unit that fits; null if a date is clearer. */
export function timeSince(iso: string, now: Date): RelativeTime | null {
  const agoS = (now.getTime() - new Date(iso).getTime()) / 1_000;
  const step = steps.findLast(([, lengthS]) => agoS >= lengthS);
  // Less than a minute ago, or slightly in the future because of clock differences.
  if (step === undefined) return { value: 0, unit: 'second' };
  const [unit, unitS] = step;
  const value = Math.floor(agoS / unitS);
  return unit === 'day' && value > longestDays ? null : { value: -value, unit };
}
