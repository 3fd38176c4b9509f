import { addDays, type Day } from '#platform/shared/dates.ts';

export type DayGroup = 'today' | 'yesterday' | 'older';

/** Uses the reader's calendar days, not 24-hour periods. */
export function getDayGroup(timestamp: string, now: Date, timeZone?: string): DayGroup {
  const day = dayIn(new Date(timestamp), timeZone);
  const today = dayIn(now, timeZone);
  if (day >= today) return 'today';
  return day === addDays(today, -1) ? 'yesterday' : 'older';
}

const formats = new Map<string, Intl.DateTimeFormat>();

function dayIn(date: Date, timeZone: string | undefined): Day {
  const key = timeZone ?? '';
  let format = formats.get(key);
  if (format === undefined) {
    // Swedish dates have the ISO format.
    format = new Intl.DateTimeFormat('sv-SE', { ...(timeZone && { timeZone }), dateStyle: 'short' });
    formats.set(key, format);
  }
  return format.format(date);
}
