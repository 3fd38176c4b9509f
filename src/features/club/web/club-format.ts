import type { IntlShape } from 'react-intl';
import { formatMoney, type Money } from '#platform/web/i18n/format-money.ts';
import type { Price } from '#features/club/shared/contract.ts';

/** A day is the same day wherever it is read. */
const timeZone = 'UTC';

export function formatDay(intl: IntlShape, day: string): string {
  return intl.formatDate(day, { day: 'numeric', month: 'long', year: 'numeric', timeZone });
}

/** Where the year is plain. */
export function formatShortDay(intl: IntlShape, day: string): string {
  return intl.formatDate(day, { day: 'numeric', month: 'short', timeZone });
}

export function formatMonth(intl: IntlShape, day: string): string {
  return intl.formatDate(day, { month: 'short', timeZone });
}

export function formatDateRange(intl: IntlShape, from: string, to: string): string {
  return intl.formatDateTimeRange(new Date(from), new Date(to), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone,
  });
}

/** What is paid, with tax. */
export function toTotal({ totalMinor: minor, currency }: Price): Money {
  return { minor, currency };
}

/** What cost nothing says so. */
export function formatPrice(intl: IntlShape, price: Money): string {
  return price.minor === 0 ? intl.formatMessage({ id: 'club.free' }) : formatMoney(intl, price);
}
