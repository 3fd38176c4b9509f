import type { IntlShape } from 'react-intl';
import { toMajorUnits, joinMoneyParts, type Money } from '#platform/shared/money.ts';

export type { Money } from '#platform/shared/money.ts';

export function formatMoney(intl: IntlShape, money: Money): string {
  const { currency } = money;
  const parts = intl.formatNumberToParts(toMajorUnits(money), { style: 'currency', currency });
  return joinMoneyParts(parts, /^(ar|he)\b/.test(intl.locale));
}
