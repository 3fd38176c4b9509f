import { clsx } from 'clsx';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import type { Basket } from '#features/shop/shared/contract.ts';
import type { Order } from '#features/shop/shared/order-contract.ts';

type TotalAmounts = Pick<
  Basket | Order,
  'currency' | 'subtotalMinor' | 'discountMinor' | 'taxMinor' | 'isTaxIncluded' | 'totalMinor'
>;

type TotalsProps = { sums: TotalAmounts; refundedMinor?: number; className?: string };

/** The totals, shared by basket, checkout and order. */
export function Totals({ sums, refundedMinor = 0, className }: TotalsProps) {
  const intl = useIntl();
  const { currency, subtotalMinor, discountMinor, taxMinor, isTaxIncluded, totalMinor } = sums;
  const text = (minor: number) => formatMoney(intl, { minor, currency });
  const isPlain = discountMinor === 0 && (taxMinor === 0 || isTaxIncluded);
  return (
    <dl className={clsx('num grid gap-2 text-sm text-ink-2', className)}>
      {!isPlain && <TotalRow label="shop.totals.subtotal" amount={text(subtotalMinor)} />}
      {discountMinor > 0 && <TotalRow label="shop.totals.discount" amount={text(-discountMinor)} />}
      {taxMinor > 0 && !isTaxIncluded && <TotalRow label="shop.totals.tax" amount={text(taxMinor)} />}
      <TotalRow label="shop.totals.total" amount={text(totalMinor)} isTotal />
      {taxMinor > 0 && isTaxIncluded && <TotalRow label="shop.totals.tax_included" amount={text(taxMinor)} />}
      {refundedMinor > 0 && <TotalRow label="shop.totals.refunded" amount={text(-refundedMinor)} />}
    </dl>
  );
}

function TotalRow({ label, amount, isTotal = false }: { label: MessageId; amount: string; isTotal?: boolean }) {
  return (
    <div
      {...(isTotal && { 'data-part': 'total' })}
      className={clsx(
        'flex items-baseline justify-between gap-4',
        isTotal && 'border-line text-lg font-strong text-ink not-first:border-t not-first:pt-3',
      )}
    >
      <dt>
        <FormattedMessage id={label} />
      </dt>
      <dd className="whitespace-nowrap">{amount}</dd>
    </div>
  );
}
