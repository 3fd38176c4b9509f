import type { IntlShape } from 'react-intl';
import { moneyText, type Money } from '../../../platform/web/money.ts';
import type { Price } from '../shared/contract.ts';

/** A day is the same day wherever it is read. */
const timeZone = 'UTC';

export function dayText(intl: IntlShape, day: string): string {
  return intl.formatDate(day, { day: 'numeric', month: 'long', year: 'numeric', timeZone });
}

/** Where the year is plain. */
export function shortDayText(intl: IntlShape, day: string): string {
  return intl.formatDate(day, { day: 'numeric', month: 'short', timeZone });
}

export function monthText(intl: IntlShape, day: string): string {
  return intl.formatDate(day, { month: 'short', timeZone });
}

export function spanText(intl: IntlShape, from: string, to: string): string {
  return intl.formatDateTimeRange(new Date(from), new Date(to), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone,
  });
}

/** What is paid, with tax. */
export function totalOf({ totalMinor: minor, currency }: Price): Money {
  return { minor, currency };
}

/** What cost nothing says so. */
export function priceText(intl: IntlShape, price: Money): string {
  return price.minor === 0 ? intl.formatMessage({ id: 'club.free' }) : moneyText(intl, price);
}
