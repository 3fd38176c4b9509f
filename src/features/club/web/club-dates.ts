import { daysBetween } from '#features/club/shared/membership-rules.ts';

/** Membership days are UTC days in ISO format, for example 2026-11-15. */
export function todayUtc(now = new Date()): string {
  return now.toISOString().slice(0, 10);
}

/** The same day of a later month, or its last day if the month is shorter. */
export function addMonths(day: string, months: number): string {
  const date = new Date(day);
  const dayOfMonth = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(dayOfMonth, last));
  return todayUtc(date);
}

/** The number of months between two days, with a fraction. */
export function monthsBetween(from: string, to: string): number {
  const [start, end] = [new Date(from), new Date(to)];
  let whole = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + (end.getUTCMonth() - start.getUTCMonth());
  if (addMonths(from, whole) > to) whole -= 1;
  const reached = addMonths(from, whole);
  return whole + daysBetween(reached, to) / daysBetween(reached, addMonths(from, whole + 1));
}
