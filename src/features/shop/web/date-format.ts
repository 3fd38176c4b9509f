import type { IntlShape } from 'react-intl';

export function formatDay(intl: IntlShape, at: string): string {
  return intl.formatDate(at, { day: 'numeric', month: 'long', year: 'numeric' });
}

export function formatDateTime(intl: IntlShape, at: string): string {
  return intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' });
}
