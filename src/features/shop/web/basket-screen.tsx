import './shop.css';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { BoatDrawing } from '../../../ui/drawings/boat-drawing.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageColumns, PageHead } from '../../../ui/page.tsx';
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton.tsx';
import type { Basket } from '../shared/contract.ts';
import { useAdditions, useAdditionsWatch } from './additions.ts';
import { BasketCodes } from './basket-codes.tsx';
import { BasketRow } from './basket-row.tsx';
import { BasketSummary } from './basket-summary.tsx';
import { countOf } from './in-basket.ts';
import { LoadFailure } from './load-failure.tsx';
import { useBasket } from './queries.ts';
import { ShopLink } from './shop-link.tsx';
import { WaitingRow } from './waiting-row.tsx';

/** What is about to be bought: as much as wanted, with every code, to the cent. */
export function BasketScreen() {
  const { data: basket } = useBasket();
  const { additions } = useAdditions();
  useAdditionsWatch();
  const count = countOf([...(basket?.lines ?? []), ...additions]);
  return (
    <>
      <PageHead
        back={<ShopLink />}
        title={<FormattedMessage id="shop.basket.title" />}
        text={count > 0 && <FormattedMessage id="shop.basket.count" values={{ count }} />}
      />
      <BasketBody />
    </>
  );
}

function BasketBody() {
  const { data: basket, isError, isFetching, refetch } = useBasket();
  const { additions } = useAdditions();
  if (basket !== undefined) {
    const isEmpty = basket.lines.length === 0 && additions.length === 0;
    return isEmpty ? <EmptyBasket /> : <FullBasket basket={basket} />;
  }
  return (
    <>
      {additions.length > 0 && <Lines basket={null} />}
      {isError ? <LoadFailure isBusy={isFetching} onRefresh={() => void refetch()} /> : <BasketSkeleton />}
    </>
  );
}

function FullBasket({ basket }: { basket: Basket }) {
  return (
    <PageColumns className="basket">
      <Lines basket={basket} />
      <aside className="basket-side">
        <BasketCodes basket={basket} />
        <BasketSummary basket={basket} />
      </aside>
    </PageColumns>
  );
}

function Lines({ basket }: { basket: Basket | null }) {
  const intl = useIntl();
  const { additions, isLate } = useAdditions();
  return (
    <ul className="card basket-lines" aria-label={intl.formatMessage({ id: 'shop.basket.lines' })}>
      {basket?.lines.map((line) => (
        <BasketRow key={line.lineId} line={line} currency={basket.currency} />
      ))}
      {additions.map((addition) => (
        <WaitingRow key={addition.lineId} addition={addition} isLate={isLate} />
      ))}
    </ul>
  );
}

function EmptyBasket() {
  return (
    <EmptyState
      drawing={<BoatDrawing />}
      title={<FormattedMessage id="shop.basket.empty_title" />}
      text={<FormattedMessage id="shop.basket.empty_text" />}
      action={
        <Link className={buttonClass()} to="/training/shop">
          <FormattedMessage id="shop.basket.empty_action" />
        </Link>
      }
    />
  );
}

function BasketSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'shop.basket.loading' })} className="basket cols">
      <Skeleton height={240} />
      <Skeleton height={240} />
    </SkeletonGroup>
  );
}
