import type { IntlShape } from 'react-intl';
import { dayMs } from '#platform/shared/dates.ts';

/** Formats a past time as today, a weekday or a date. */
export function formatSince(
  intl: Pick<IntlShape, 'formatDate' | 'formatMessage'>,
  iso: string,
  now = new Date(),
): string {
  const then = new Date(iso);
  if (then.toDateString() === now.toDateString()) return intl.formatMessage({ id: 'applications.today' });
  const isThisWeek = now.getTime() - then.getTime() < 6 * dayMs;
  return intl.formatDate(then, isThisWeek ? { weekday: 'long' } : { day: 'numeric', month: 'long' });
}
