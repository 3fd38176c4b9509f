import type { IntlShape } from 'react-intl';

type DateFormatter = Pick<IntlShape, 'formatDate'>;

const dayFormats = {
  short: { day: 'numeric', month: 'short' },
  medium: { day: 'numeric', month: 'short', year: 'numeric' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
} as const;
export type DayFormat = keyof typeof dayFormats;

/** A date without a time is the same day in every time zone; a timestamp is shown as the reader's local day. */
export function formatDay(intl: DateFormatter, date: string, format: DayFormat): string {
  return intl.formatDate(date, { ...dayFormats[format], ...(!date.includes('T') && { timeZone: 'UTC' }) });
}

export function formatDateTime(intl: DateFormatter, timestamp: string): string {
  return intl.formatDate(timestamp, { dateStyle: 'medium', timeStyle: 'short' });
}
