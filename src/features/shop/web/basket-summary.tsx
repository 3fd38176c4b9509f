import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { moneyText } from '../../../platform/web/money.ts';
import { useIsOnline } from '../../../platform/web/network.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import type { Basket } from '../shared/contract.ts';
import { useIsBasketChanging } from './basket-changes.ts';
import { useAdditions } from './additions.ts';
import { Totals } from './totals.tsx';

/** What it comes to, and the way on once nothing stands in it. */
export function BasketSummary({ basket }: { basket: Basket }) {
  const intl = useIntl();
  const isChanging = useIsBasketChanging();
  const isOnline = useIsOnline();
  const { additions } = useAdditions();
  const problems = basket.lines.filter(({ problem }) => problem !== null).length;
  const isHeld = problems > 0 || isChanging || !isOnline || additions.length > 0 || basket.lines.length === 0;
  const total = moneyText(intl, { minor: basket.totalMinor, currency: basket.currency });
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
