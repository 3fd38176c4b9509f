import { getLocalIsoDate } from '#platform/shared/dates.ts';
import type { LogValues } from './log-values.ts';
import { formatMinutes } from './parse-time.ts';

/** Most dives are logged right after them, so a new one starts with today and now as its exit. */
export function getStartValues(now: Date): Pick<LogValues, 'dive_date' | 'time_out'> {
  return { dive_date: getLocalIsoDate(now), time_out: formatMinutes(now.getHours() * 60 + now.getMinutes()) };
}
