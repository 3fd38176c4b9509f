import type { IntlShape } from 'react-intl';

const dayMs = 86_400_000;

/** Since when, as one would say it: today, by the day of the week, or by the date. */
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
