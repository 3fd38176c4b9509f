import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { useIsOnline } from '#platform/web/hooks/use-is-online.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import type { Basket } from '#features/shop/shared/contract.ts';
import { useIsBasketChanging } from './basket-mutations.ts';
import { usePendingAdditions } from './add-to-basket.ts';
import { Totals } from '#features/shop/web/totals.tsx';

/** The totals and the checkout button, which is disabled while a line has a problem or changes are pending. */
export function BasketSummary({ basket }: { basket: Basket }) {
  const intl = useIntl();
  const isChanging = useIsBasketChanging();
  const isOnline = useIsOnline();
  const { additions } = usePendingAdditions();
  const problems = basket.lines.filter(({ problem }) => problem !== null).length;
  const isHeld = problems > 0 || isChanging || !isOnline || additions.length > 0 || basket.lines.length === 0;
  const total = formatMoney(intl, { minor: basket.totalMinor, currency: basket.currency });
  return (
    <section className="card pad basket-sum" aria-labelledby="sum" aria-busy={isChanging}>
      <h2 id="sum">
        <FormattedMessage id="shop.basket.summary" />
      </h2>
      <Totals sums={basket} />
      <div aria-live="polite">
        {problems > 0 && (
          <Callout kind="alert">
            <FormattedMessage id="shop.basket.problem" values={{ count: problems }} />
          </Callout>
        )}
      </div>
      <div className="basket-go">
        <span className="num only-phone">
          <b>{total}</b>
        </span>
        <Link
          className={buttonClass({ size: 'tall' })}
          to="/training/shop/checkout"
          aria-disabled={isHeld || undefined}
          onClick={(event) => isHeld && event.preventDefault()}
        >
          <FormattedMessage id="shop.basket.checkout" />
        </Link>
      </div>
    </section>
  );
}
