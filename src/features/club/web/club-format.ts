import type { IntlShape } from 'react-intl';
import { formatMoney, type Money } from '#platform/web/i18n/format-money.ts';
import type { Price } from '#features/club/shared/contract.ts';

/** UTC keeps a day the same in every time zone. */
const timeZone = 'UTC';

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

export function toTotal({ totalMinor: minor, currency }: Price): Money {
  return { minor, currency };
}

/** A price of zero is shown as free. */
export function formatPrice(intl: IntlShape, price: Money): string {
  return price.minor === 0 ? intl.formatMessage({ id: 'club.free' }) : formatMoney(intl, price);
}
