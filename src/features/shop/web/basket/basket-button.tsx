import { ShoppingBag } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { usePendingAdditions } from './add-to-basket.ts';
import { sumQuantity } from './use-product-lines.ts';
import { useBasket } from '#features/shop/web/queries.ts';
import { basketPath } from '#features/shop/web/catalogue/product-query.ts';

/** The number of items and the total, including additions that are not sent yet. */
export function BasketButton() {
  const intl = useIntl();
  const { data: basket } = useBasket();
  const { additions } = usePendingAdditions();
  const count = sumQuantity([...(basket?.lines ?? []), ...additions]);
  const currency = basket?.currency ?? additions[0]?.currency;
  const minor = additions.reduce((sum, { unitMinor, quantity }) => sum + unitMinor * quantity, basket?.totalMinor ?? 0);
  const total = count > 0 && currency !== undefined ? formatMoney(intl, { minor, currency }) : null;
  return (
    <Link className={buttonClass({ kind: 'outlined' })} to={basketPath}>
      <ShoppingBag size={20} aria-hidden="true" />
      {/* Phones only have room for the numbers; the label stays available to screen readers. */}
      <span className={total === null ? undefined : 'max-lg:sr-only'}>
        <FormattedMessage id="shop.basket.title" />
      </span>
      {total !== null && (
        <span className="num">
          {intl.formatNumber(count)} · {total}
        </span>
      )}
    </Link>
  );
}
