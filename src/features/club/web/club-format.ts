import type { IntlShape } from 'react-intl';
import { formatMoney, type Money } from '#platform/web/i18n/format-money.ts';
import type { Price } from '#features/club/shared/contract.ts';

export function toTotal({ totalMinor: minor, currency }: Price): Money {
  return { minor, currency };
}

/** A price of zero is shown as free. */
export function formatPrice(intl: IntlShape, price: Money): string {
  return price.minor === 0 ? intl.formatMessage({ id: 'club.free' }) : formatMoney(intl, price);
}
