import type { IntlShape } from 'react-intl';
import { amountOf, joinMoney, type Money } from '../shared/money.ts';

export type { Money } from '../shared/money.ts';

/** As the reader's language writes it. */
export function moneyText(intl: IntlShape, money: Money): string {
  const { currency } = money;
  const parts = intl.formatNumberToParts(amountOf(money), { style: 'currency', currency });
  return joinMoney(parts, /^(ar|he)\b/.test(intl.locale));
}
