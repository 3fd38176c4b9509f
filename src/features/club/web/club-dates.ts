import { daysBetween } from '#features/club/shared/membership-rules.ts';

/** Days of a membership are days of UTC, written as the server writes them: 2026-11-15. */
export function todayUtc(now = new Date()): string {
  return now.toISOString().slice(0, 10);
}

/** The same day of a later month; where that month is too short, its last day. */
export function addMonths(day: string, months: number): string {
  const date = new Date(day);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, last));
  return todayUtc(date);
}

/** How many months lie between two days, with the part of the last one. */
export function monthsBetween(from: string, to: string): number {
  const [start, end] = [new Date(from), new Date(to)];
  let whole = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + (end.getUTCMonth() - start.getUTCMonth());
  if (addMonths(from, whole) > to) whole -= 1;
  const reached = addMonths(from, whole);
  return whole + daysBetween(reached, to) / daysBetween(reached, addMonths(from, whole + 1));
}
