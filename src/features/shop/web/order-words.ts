import type { IntlShape } from 'react-intl';

export function dayText(intl: IntlShape, at: string): string {
  return intl.formatDate(at, { day: 'numeric', month: 'long', year: 'numeric' });
}

export function momentText(intl: IntlShape, at: string): string {
  return intl.formatDate(at, { dateStyle: 'medium', timeStyle: 'short' });
}
