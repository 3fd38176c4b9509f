import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { BoatDrawing } from '#ui/drawings/boat-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageColumns, PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { Basket } from '#features/shop/shared/contract.ts';
import { usePendingAdditions, useOutboxNotifications } from './add-to-basket.ts';
import { BasketCodes } from './basket-codes.tsx';
import { BasketRow } from './basket-row.tsx';
import { BasketSummary } from './basket-summary.tsx';
import { sumQuantity } from './use-product-lines.ts';
import { useBasket } from '#features/shop/web/queries.ts';
import { BackToShopLink } from '#features/shop/web/back-to-shop-link.tsx';
import { PendingRow } from './pending-row.tsx';

export function BasketScreen() {
  const { data: basket } = useBasket();
  const { additions } = usePendingAdditions();
  useOutboxNotifications();
  const count = sumQuantity([...(basket?.lines ?? []), ...additions]);
  return (
    <>
      <PageHead
        back={<BackToShopLink />}
        title={<FormattedMessage id="shop.basket.title" />}
        text={count > 0 && <FormattedMessage id="shop.basket.count" values={{ count }} />}
      />
      <BasketBody />
    </>
  );
}

function BasketBody() {
  const { additions } = usePendingAdditions();
  return (
    <QueryView
      query={useBasket()}
      skeleton={<BasketSkeleton />}
      renderFrame={(state) => (
        <>
          {additions.length > 0 && <Lines basket={null} />}
          {state}
        </>
      )}
      isEmpty={({ lines }) => lines.length === 0 && additions.length === 0}
      empty={<EmptyBasket />}
    >
      {(basket) => <BasketContents basket={basket} />}
    </QueryView>
  );
}

function BasketContents({ basket }: { basket: Basket }) {
  return (
    <PageColumns isTight className="mt-6">
      <Lines basket={basket} />
      <aside className="grid gap-5">
        <BasketCodes basket={basket} />
        <BasketSummary basket={basket} />
      </aside>
    </PageColumns>
  );
}

function Lines({ basket }: { basket: Basket | null }) {
  const intl = useIntl();
  const { additions, isLate } = usePendingAdditions();
  return (
    <ul className="card" aria-label={intl.formatMessage({ id: 'shop.basket.lines' })}>
      {basket?.lines.map((line) => (
        <BasketRow key={line.lineId} line={line} currency={basket.currency} />
      ))}
      {additions.map((addition) => (
        <PendingRow key={addition.lineId} addition={addition} isLate={isLate} />
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
    <SkeletonGroup label={intl.formatMessage({ id: 'shop.basket.loading' })}>
      <PageColumns isTight className="mt-6">
        <Skeleton height={240} />
        <Skeleton height={240} />
      </PageColumns>
    </SkeletonGroup>
  );
}
