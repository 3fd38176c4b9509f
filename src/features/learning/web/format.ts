import type { IntlShape } from 'react-intl';

/** `about 3 hours`, `25 min`: long ones are rounded, because nobody learns by the clock. */
export function formatDuration(intl: IntlShape, minutes: number): string {
  if (minutes < 60) return intl.formatMessage({ id: 'learning.minutes' }, { count: minutes });
  return intl.formatMessage({ id: 'learning.hours' }, { count: Math.round(minutes / 60) });
}

/** Time that was spent, to the minute. */
export function formatTimeSpent(intl: IntlShape, seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return intl.formatMessage({ id: 'learning.minutes' }, { count: minutes });
  return intl.formatMessage({ id: 'learning.spent' }, { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

export function formatDate(intl: IntlShape, moment: string): string {
  return intl.formatDate(moment, { day: 'numeric', month: 'long', year: 'numeric' });
}

export function formatPercent(intl: IntlShape, percent: number): string {
  return intl.formatNumber(percent / 100, { style: 'percent' });
}

/** Rounded down: all is done only when it is. */
export function formatShare(intl: IntlShape, share: number): string {
  return formatPercent(intl, Math.floor(share * 100));
}
