import type { IntlShape } from 'react-intl';
import { dayMs } from '#platform/shared/dates.ts';

/** Formats a past time as today, a weekday or a date, all in the time zone of the reader. */
export function formatSince(
  intl: Pick<IntlShape, 'formatDate' | 'formatMessage'>,
  iso: string,
  now = new Date(),
): string {
  const then = new Date(iso);
  const dayOf = (date: Date) => intl.formatDate(date, { dateStyle: 'short' });
  if (dayOf(then) === dayOf(now)) return intl.formatMessage({ id: 'applications.today' });
  const isThisWeek = now.getTime() - then.getTime() < 6 * dayMs;
  return intl.formatDate(then, isThisWeek ? { weekday: 'long' } : { day: 'numeric', month: 'long' });
}
