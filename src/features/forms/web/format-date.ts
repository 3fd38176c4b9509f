import type { IntlShape } from 'react-intl';

export function formatDay(intl: IntlShape, at: string): string {
  return intl.formatDate(at, { day: 'numeric', month: 'short', year: 'numeric' });
}

export function formatDateTime(intl: IntlShape, at: string): string {
  return intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' });
}

/** `2027-11-15` is a day wherever it is read. */
export function formatPlainDate(intl: IntlShape, day: string): string {
  return intl.formatDate(day.slice(0, 10), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
}
