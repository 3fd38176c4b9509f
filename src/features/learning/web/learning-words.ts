import type { IntlShape } from 'react-intl';

/** `about 3 hours`, `25 min`: long ones are rounded, because nobody learns by the clock. */
export function durationText(intl: IntlShape, minutes: number): string {
  if (minutes < 60) return intl.formatMessage({ id: 'learning.minutes' }, { count: minutes });
  return intl.formatMessage({ id: 'learning.hours' }, { count: Math.round(minutes / 60) });
}

/** Time that was spent, to the minute. */
export function spentText(intl: IntlShape, seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return intl.formatMessage({ id: 'learning.minutes' }, { count: minutes });
  return intl.formatMessage({ id: 'learning.spent' }, { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

export function dateText(intl: IntlShape, moment: string): string {
  return intl.formatDate(moment, { day: 'numeric', month: 'long', year: 'numeric' });
}

export function percentText(intl: IntlShape, percent: number): string {
  return intl.formatNumber(percent / 100, { style: 'percent' });
}

/** Rounded down: all is done only when it is. */
export function shareText(intl: IntlShape, share: number): string {
  return percentText(intl, Math.floor(share * 100));
}
