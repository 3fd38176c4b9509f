import { FormattedMessage, useIntl } from 'react-intl';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import type { BasketLine } from '#features/shop/shared/contract.ts';
import type { OrderLine } from '#features/shop/shared/order-contract.ts';

type Line = Pick<BasketLine | OrderLine, 'name' | 'kind' | 'quantity' | 'isGift' | 'unitMinor' | 'discountMinor'>;

interface LineTextProps {
  line: Line;
  currency: string;
  /** The recipient, when it is not the reader. */
  recipient?: string | null;
}

/** A line's name, recipient and quantity, and its price before tax. */
export function LineText({ line, currency, recipient = null }: LineTextProps) {
  const intl = useIntl();
  const { name, kind, quantity, isGift, unitMinor, discountMinor } = line;
  const money = (minor: number) => formatMoney(intl, { minor, currency });
  return (
    <>
      <span className="min-w-0 flex-[1_1_160px]">
        <b className="block wrap-anywhere">
          <bdi>{name}</bdi>
        </b>
        {kind === 'course' && (
          <span className="block text-sm text-ink-2">
            {recipient !== null && !isGift ? (
              <FormattedMessage id="shop.line.recipient" values={{ name: <bdi>{recipient}</bdi> }} />
            ) : (
              <FormattedMessage id={isGift ? 'shop.line.gift' : 'shop.line.self'} values={{ count: quantity }} />
            )}
          </span>
        )}
        {quantity > 1 && (
          <span className="num block text-sm text-ink-2">
            <FormattedMessage id="shop.line.each" values={{ count: quantity, price: money(unitMinor) }} />
          </span>
        )}
      </span>
      <span className="num grid justify-items-end flex-none whitespace-nowrap">
        {money(unitMinor * quantity)}
        {discountMinor > 0 && <small className="text-sm text-accent-text">{money(-discountMinor)}</small>}
      </span>
    </>
  );
}
