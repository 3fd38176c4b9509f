export const dayMs = 86_400_000;

/**
 * A date without a time, as YYYY-MM-DD: a birthdate, the date of a dive, the last date of a membership. It is the same day
 * everywhere. It never becomes a timestamp, which is another day in another time zone; `formatDay` writes it.
 */
export type Day = string;

export function isDay(value: unknown): value is Day {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
}

/** The UTC day of a moment, by default today. */
export function toIsoDate(date = new Date()): Day {
  return date.toISOString().slice(0, 10);
}

/** Today's date in the local time zone, in the format of a date field. */
export function getLocalIsoDate(now = new Date()): Day {
  return toIsoDate(new Date(now.getTime() - now.getTimezoneOffset() * 60_000));
}

/**
 * The latest current date in any time zone: a diver far in the east logs today's dive while it is still yesterday in
 * UTC.
 */
export function latestIsoDate(now: Date): Day {
  return toIsoDate(new Date(now.getTime() + 14 * 3_600_000));
}

export function addDays(day: Day, days: number): Day {
  return toIsoDate(new Date(Date.parse(day) + days * dayMs));
}

/** The same day of a later month, or its last day if the month is shorter. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return toIsoDate(new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))));
}

/** The same day one year later; February 29 becomes February 28. */
export function addYear(day: Day): Day {
  return addMonths(day, 12);
}

export function daysBetween(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs;
}
