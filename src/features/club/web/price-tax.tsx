import { FormattedMessage, useIntl } from 'react-intl';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import type { Price } from '#features/club/shared/contract.ts';

/** The tax of a price, shown before payment. */
export function PriceTax({ price: { taxMinor, isTaxIncluded, totalMinor, currency } }: { price: Price }) {
  const intl = useIntl();
  if (taxMinor === 0) return null;
  const text = (minor: number) => formatMoney(intl, { minor, currency });
  return (
    <p className="text-sm text-ink-2">
      <FormattedMessage
        id={isTaxIncluded ? 'club.offer.tax_included' : 'club.offer.tax_added'}
        values={{ tax: text(taxMinor), total: text(totalMinor) }}
      />
    </p>
  );
}
