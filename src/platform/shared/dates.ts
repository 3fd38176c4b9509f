export const dayMs = 86_400_000;

/** The UTC date, by default today's. Dates without a time are ISO strings, for example 2026-11-15. */
export function toIsoDate(date = new Date()): string {
  return date.toISOString().slice(0, 10);
}

/** Today's date in the local time zone, in the format of a date field. */
export function getLocalIsoDate(now = new Date()): string {
  return toIsoDate(new Date(now.getTime() - now.getTimezoneOffset() * 60_000));
}

/**
 * The latest current date in any time zone: a diver far in the east logs today's dive while it is still yesterday in
 * UTC.
 */
export function latestIsoDate(now: Date): string {
  return toIsoDate(new Date(now.getTime() + 14 * 3_600_000));
}

export function addDays(day: string, days: number): string {
  return toIsoDate(new Date(Date.parse(day) + days * dayMs));
}

/** The same day of a later month, or its last day if the month is shorter. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return toIsoDate(new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))));
}

/** The same day one year later; February 29 becomes February 28. */
export function addYear(day: string): string {
  return addMonths(day, 12);
}

export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs;
}
