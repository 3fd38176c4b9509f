import './totals.css';
import { FormattedMessage, useIntl } from 'react-intl';
import { moneyText } from '../../../platform/web/money.ts';
import type { Basket } from '../shared/contract.ts';
import type { Order } from '../shared/order-contract.ts';

type Sums = Pick<
  Basket | Order,
  'currency' | 'subtotalMinor' | 'discountMinor' | 'taxMinor' | 'isTaxIncluded' | 'totalMinor'
>;

/** What it comes to, the same in the basket, at the checkout and in the order. */
export function Totals({ sums, refundedMinor = 0 }: { sums: Sums; refundedMinor?: number }) {
  const intl = useIntl();
  const { currency, subtotalMinor, discountMinor, taxMinor, isTaxIncluded, totalMinor } = sums;
  const text = (minor: number) => moneyText(intl, { minor, currency });
  const isPlain = discountMinor === 0 && (taxMinor === 0 || isTaxIncluded);
  return (
    <dl className="totals num">
      {!isPlain && <Sum label="shop.totals.subtotal" amount={text(subtotalMinor)} />}
      {discountMinor > 0 && <Sum label="shop.totals.discount" amount={text(-discountMinor)} />}
      {taxMinor > 0 && !isTaxIncluded && <Sum label="shop.totals.tax" amount={text(taxMinor)} />}
      <Sum label="shop.totals.total" amount={text(totalMinor)} isTotal />
      {taxMinor > 0 && isTaxIncluded && <Sum label="shop.totals.tax_included" amount={text(taxMinor)} />}
      {refundedMinor > 0 && <Sum label="shop.totals.refunded" amount={text(-refundedMinor)} />}
    </dl>
  );
}

function Sum({ label, amount, isTotal = false }: { label: string; amount: string; isTotal?: boolean }) {
  return (
    <div className={isTotal ? 'total' : undefined}>
      <dt>
        <FormattedMessage id={label} />
      </dt>
      <dd>{amount}</dd>
    </div>
  );
}
