import { fromCardDate, toCardDate } from '#features/certifications/shared/card-date.ts';

/** Parses three typed numbers as a past day: null if empty, `wrong` if the date does not exist or is in the future. */
export function parseTypedDay(day: string, month: string, year: string, now: Date): string | null | 'wrong' {
  const parts = [year, month, day].map((part) => part.trim());
  if (parts.every((part) => part === '')) return null;
  if (!parts.every((part) => /^\d{1,4}$/.test(part))) return 'wrong';
  const iso = `${parts[0]}-${parts[1]?.padStart(2, '0')}-${parts[2]?.padStart(2, '0')}`;
  const found = fromCardDate(toCardDate(iso));
  return found === null || found > now.toISOString().slice(0, 10) ? 'wrong' : found;
}
