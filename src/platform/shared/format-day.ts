import type { IntlShape } from 'react-intl';

type DateFormatter = Pick<IntlShape, 'formatDate' | 'locale'>;

const dayFormats = {
  short: { day: 'numeric', month: 'short' },
  medium: { day: 'numeric', month: 'short', year: 'numeric' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
} as const;
export type DayFormat = keyof typeof dayFormats;

/** A date without a time is the same day in every time zone; a timestamp is shown as the reader's local day. */
export function formatDay(intl: DateFormatter, date: string, format: DayFormat): string {
  return intl.formatDate(date, { ...dayFormat(intl, format), ...(!date.includes('T') && { timeZone: 'UTC' }) });
}

/** Not `dateStyle`, whose medium date is in numbers where that of `formatDay` is not, such as in German or Japanese. */
export function formatDateTime(intl: DateFormatter, timestamp: string): string {
  return intl.formatDate(timestamp, { ...dayFormat(intl, 'medium'), hour: 'numeric', minute: '2-digit' });
}

/** Portuguese writes a short month as a number, so lists and sentences of one page would have different dates. */
function dayFormat({ locale }: DateFormatter, format: DayFormat) {
  const isNumeric = locale.startsWith('pt');
  return { ...dayFormats[format], ...(isNumeric && { month: 'long' as const }) };
}
