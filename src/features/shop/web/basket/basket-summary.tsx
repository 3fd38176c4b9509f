import { clsx } from 'clsx';
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
  const isBlocked = problems > 0 || isChanging || !isOnline || additions.length > 0 || basket.lines.length === 0;
  const total = formatMoney(intl, { minor: basket.totalMinor, currency: basket.currency });
  return (
    <section className="group card p-5 lg:p-6 grid gap-4" aria-labelledby="sum" aria-busy={isChanging}>
      <h2 id="sum">
        <FormattedMessage id="shop.basket.summary" />
      </h2>
      <Totals className="group-aria-busy:opacity-60" sums={basket} />
      <div className="empty:hidden" aria-live="polite">
        {problems > 0 && (
          <Callout kind="alert">
            <FormattedMessage id="shop.basket.problem" values={{ count: problems }} />
          </Callout>
        )}
      </div>
      <div
        className="flex items-center gap-4 border-line max-lg:fixed max-lg:inset-x-0 max-lg:bottom-thumb max-lg:z-sticky max-lg:border-t max-lg:bg-surface max-lg:px-gutter max-lg:py-3"
        data-bottom-bar=""
      >
        <span className="num only-phone">
          <b className="text-lg font-strong">{total}</b>
        </span>
        <Link
          className={clsx('flex-1', buttonClass({ size: 'lg' }))}
          to="/training/shop/checkout"
          aria-disabled={isBlocked || undefined}
          onClick={(event) => isBlocked && event.preventDefault()}
        >
          <FormattedMessage id="shop.basket.checkout" />
        </Link>
      </div>
    </section>
  );
}
