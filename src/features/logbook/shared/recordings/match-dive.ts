/** What decides whether a dive of a file and a dive of the logbook are the same one. */
export interface ComparedDive {
  date: string;
  /** `HH:MM` at the site. */
  timeIn: string | null;
  durationMin: number | null;
  maxDepthM: number | null;
}

const maxMinutesApart = 15;
const isClose = (a: number | null, b: number | null, absolute: number, relative: number) =>
  a === null || b === null || Math.abs(a - b) <= Math.max(absolute, relative * Math.max(a, b));

/**
 * Whether two dives are probably one: the same day, the start within a quarter of an hour, depth and length close. A
 * person rounds, and another computer or an hour's error of the clock is for the person to decide.
 */
export function isProbablySameDive(a: ComparedDive, b: ComparedDive): boolean {
  if (a.date !== b.date) return false;
  if (a.timeIn !== null && b.timeIn !== null && Math.abs(toMinutes(a.timeIn) - toMinutes(b.timeIn)) > maxMinutesApart)
    return false;
  const hasValues = (a.maxDepthM !== null && b.maxDepthM !== null) || (a.timeIn !== null && b.timeIn !== null);
  return hasValues && isClose(a.maxDepthM, b.maxDepthM, 2, 0.1) && isClose(a.durationMin, b.durationMin, 5, 0.15);
}

function toMinutes(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}
