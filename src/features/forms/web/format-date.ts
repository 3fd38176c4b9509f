import type { IntlShape } from 'react-intl';

export function formatDay(intl: IntlShape, at: string): string {
  return intl.formatDate(at, { day: 'numeric', month: 'short', year: 'numeric' });
}

export function formatDateTime(intl: IntlShape, at: string): string {
  return intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' });
}

/** A date without a time is the same day in every time zone. */
export function formatPlainDate(intl: IntlShape, day: string): string {
  return intl.formatDate(day.slice(0, 10), { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
}
