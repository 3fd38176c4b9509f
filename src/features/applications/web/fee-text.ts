import type { IntlShape } from 'react-intl';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import type { Fee } from '#features/applications/shared/application.ts';

export const formatFee = (intl: IntlShape, { amountMinor, currency }: Fee) =>
  formatMoney(intl, { minor: amountMinor, currency });
