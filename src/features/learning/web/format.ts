import type { IntlShape } from 'react-intl';

/** Long durations are rounded to hours, for example `about 3 hours`; short ones are exact, for example `25 min`. */
export function formatDuration(intl: IntlShape, minutes: number): string {
  if (minutes < 60) return intl.formatMessage({ id: 'learning.minutes' }, { count: minutes });
  return intl.formatMessage({ id: 'learning.hours' }, { count: Math.round(minutes / 60) });
}

/** Formats time spent to the minute. */
export function formatTimeSpent(intl: IntlShape, seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return intl.formatMessage({ id: 'learning.minutes' }, { count: minutes });
  return intl.formatMessage({ id: 'learning.spent' }, { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

export function formatPercent(intl: IntlShape, percent: number): string {
  return intl.formatNumber(percent / 100, { style: 'percent' });
}

/** Rounded down, so 100% appears only when everything is done. */
export function formatShare(intl: IntlShape, share: number): string {
  return formatPercent(intl, Math.floor(share * 100));
}
