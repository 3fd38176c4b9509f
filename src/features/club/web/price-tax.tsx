import { FormattedMessage, useIntl } from 'react-intl';
import { moneyText } from '../../../platform/web/money.ts';
import type { Price } from '../shared/contract.ts';

/** The tax of a price, before anything is paid. */
export function PriceTax({ price: { taxMinor, isTaxIncluded, totalMinor, currency } }: { price: Price }) {
  const intl = useIntl();
  if (taxMinor === 0) return null;
  const text = (minor: number) => moneyText(intl, { minor, currency });
  return (
    <p className="text-sm text-ink-2">
      <FormattedMessage
        id={isTaxIncluded ? 'club.offer.tax_included' : 'club.offer.tax_added'}
        values={{ tax: text(taxMinor), total: text(totalMinor) }}
      />
    </p>
  );
}
