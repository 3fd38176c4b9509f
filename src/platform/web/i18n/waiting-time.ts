const units = [
  ['minute', 60],
  ['hour', 60 * 60],
  ['day', 24 * 60 * 60],
] as const;

export interface WaitingTime {
  value: number;
  unit: 'minute' | 'hour' | 'day';
}

/** The time since a moment, in the largest unit that fits. */
export function getWaitingTime(since: string, now: Date): WaitingTime {
  const waitedS = Math.max(0, (now.getTime() - new Date(since).getTime()) / 1_000);
  const [unit, unitS] = units.findLast(([, lengthS]) => waitedS >= lengthS) ?? units[0];
  return { value: Math.floor(waitedS / unitS), unit };
}
