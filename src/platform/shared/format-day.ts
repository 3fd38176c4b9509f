import type { IntlShape } from 'react-intl';
import { isDay, type Day } from './dates.ts';
import { formattingTag, type Locale } from './locale.ts';

type DateFormatter = Pick<IntlShape, 'formatDate' | 'locale'>;

const dayFormats = {
  short: { day: 'numeric', month: 'short' },
  medium: { day: 'numeric', month: 'short', year: 'numeric' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
} as const;
export type DayFormat = keyof typeof dayFormats;

/** A day has no time zone, so its first moment in UTC is formatted in UTC. */
const inUtc = { timeZone: 'UTC' } as const;

/** A day is the same in every time zone; a timestamp is shown as the reader's local day. */
export function formatDay(intl: DateFormatter, date: Day | string, format: DayFormat): string {
  return intl.formatDate(date, { ...dayFormat(intl, format), ...(isDay(date) && inUtc) });
}

export function formatMonth(intl: DateFormatter, day: Day): string {
  return intl.formatDate(day, { month: 'short', ...inUtc });
}

export function formatDayRange(intl: Pick<IntlShape, 'formatDateTimeRange'>, from: Day, to: Day): string {
  return intl.formatDateTimeRange(new Date(from), new Date(to), { ...dayFormats.medium, ...inUtc });
}

/** For documents. A timestamp is written as its day in the time zone. */
export function createDayFormatter(
  locale: Locale,
  format: DayFormat,
  timeZone: string = inUtc.timeZone,
): (date: Day | string) => string {
  const tag = formattingTag(locale);
  const options = dayFormat({ locale: tag }, format);
  const days = new Intl.DateTimeFormat(tag, { ...options, ...inUtc });
  const moments = timeZone === inUtc.timeZone ? days : new Intl.DateTimeFormat(tag, { ...options, timeZone });
  return (date) => (isDay(date) ? days : moments).format(new Date(date));
}

/** The styles of `{date, date, long}` in a message of the server, whose date values are days. */
export function getMessageDayFormats(locale: Locale): Record<DayFormat, Intl.DateTimeFormatOptions> {
  const styleOf = (format: DayFormat) => ({ ...dayFormat({ locale }, format), ...inUtc });
  return { short: styleOf('short'), medium: styleOf('medium'), long: styleOf('long'), full: styleOf('full') };
}

/** Not `dateStyle`, whose medium date is in numbers where that of `formatDay` is not, such as in German or Japanese. */
export function formatDateTime(intl: DateFormatter, timestamp: string): string {
  return intl.formatDate(timestamp, { ...dayFormat(intl, 'medium'), hour: 'numeric', minute: '2-digit' });
}

/** Portuguese writes a short month as a number, so lists and sentences of one page would have different dates. */
function dayFormat({ locale }: Pick<DateFormatter, 'locale'>, format: DayFormat): Intl.DateTimeFormatOptions {
  const isNumeric = locale.startsWith('pt');
  return { ...dayFormats[format], ...(isNumeric && { month: 'long' as const }) };
}
