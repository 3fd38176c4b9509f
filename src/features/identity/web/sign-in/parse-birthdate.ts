import { isBirthdate } from '#features/identity/shared/rules.ts';

export const dateParts = ['day', 'month', 'year'] as const;
export type DateInput = Record<(typeof dateParts)[number], string>;

/** Returns undefined if nothing was typed, and null if it isn't a date. */
export function parseBirthdate(typed: DateInput, today: string): string | null | undefined {
  const [day, month, year] = dateParts.map((part) => typed[part].trim()) as [string, string, string];
  if (day === '' && month === '' && year === '') return undefined;
  if (!/^\d{1,2}$/.test(day) || !/^\d{1,2}$/.test(month) || !/^\d{4}$/.test(year)) return null;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  // Date rolls a day that doesn't exist, such as 31 April, over to another one.
  const exists = !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(iso);
  return exists && isBirthdate(iso, today) ? iso : null;
}
