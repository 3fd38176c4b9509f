import type { WaitingLog } from '#features/logbook/shared/contract.ts';

/** The same dive of the same course on the same day. */
export interface WaitingClass {
  key: string;
  log_course: string | null;
  log_number: number | null;
  adventure_dive: string | null;
  dive_date: string;
  logs: WaitingLog[];
}

/** Ordered by the longest waiting time. */
export function groupIntoClasses(logs: readonly WaitingLog[]): WaitingClass[] {
  const classes = new Map<string, WaitingClass>();
  for (const log of logs) {
    const { log_course, log_number, adventure_dive, dive_date } = log;
    const key = [dive_date, log_course, log_number, adventure_dive].join('/');
    const known = classes.get(key);
    if (known === undefined) classes.set(key, { key, log_course, log_number, adventure_dive, dive_date, logs: [log] });
    else known.logs.push(log);
  }
  return [...classes.values()];
}
