import type { IntlShape } from 'react-intl';
import { moneyText } from '../../../platform/web/money.ts';
import type { Fee } from '../shared/application.ts';

export const feeText = (intl: IntlShape, { amountMinor, currency }: Fee) =>
  moneyText(intl, { minor: amountMinor, currency });
