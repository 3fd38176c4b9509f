import './order.css';
import { ChevronLeft, ChevronRight, ReceiptText } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { LetterDrawing } from '#ui/drawings/letter-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Disc, Rows } from '#ui/lists/row.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import type { OrderSummary } from '#features/shop/shared/order-contract.ts';
import { OrderStateChip } from '#features/shop/web/order-state-chip.tsx';
import { LoadFailure } from '#features/shop/web/load-failure.tsx';
import { formatDay } from '#features/shop/web/date-format.ts';
import { orderPath, useOrders } from './queries.ts';
import { MoreButton } from '#features/shop/web/more-button.tsx';

const namesShown = 3;

export function OrdersScreen() {
  const intl = useIntl();
  const query = useOrders();
  const { data, isError, isFetching, refetch } = query;
  return (
    <>
      <PageHead
        back={
          <Link className="back" to="/training/shop">
            <ChevronLeft className="flip" size={18} aria-hidden="true" />
            <FormattedMessage id="shop.orders.shop" />
          </Link>
        }
        title={<FormattedMessage id="shop.orders.title" />}
      />
      <div className="mt-6">
        {data !== undefined ? (
          <OrderList query={query} orders={data.pages.flatMap(({ items }) => items)} />
        ) : isError ? (
          <LoadFailure isBusy={isFetching} onRefresh={() => void refetch()} />
        ) : (
          <SkeletonGroup label={intl.formatMessage({ id: 'shop.orders.loading' })} className="grid gap-3">
            <Skeleton height={88} />
            <Skeleton height={88} />
            <Skeleton height={88} />
          </SkeletonGroup>
        )}
      </div>
    </>
  );
}

function OrderList({ query, orders }: { query: ReturnType<typeof useOrders>; orders: readonly OrderSummary[] }) {
  if (orders.length === 0)
    return (
      <EmptyState
        isCard
        drawing={<LetterDrawing />}
        title={<FormattedMessage id="shop.orders.none" />}
        text={<FormattedMessage id="shop.orders.none_text" />}
        action={
          <Link className={buttonClass()} to="/training/shop">
            <FormattedMessage id="shop.orders.to_shop" />
          </Link>
        }
      />
    );
  return (
    <>
      <Rows>
        {orders.map((order) => (
          <li key={order.orderId}>
            <OrderRow order={order} />
          </li>
        ))}
      </Rows>
      <MoreButton query={query} label="shop.orders.more" />
    </>
  );
}

function OrderRow({ order }: { order: OrderSummary }) {
  const intl = useIntl();
  const { orderId, number, createdDate, names, itemCount, totalMinor: minor, currency } = order;
  // Bidirectional isolates keep the order of names in different scripts.
  const shown = names.slice(0, namesShown).map((name) => `\u2068${name}\u2069`);
  return (
    <Link className="row placed-order" to={orderPath(orderId)}>
      <Disc {...(order.state === 'open' ? { tone: 'sand' } : order.state === 'paid' ? { tone: 'accent' } : {})}>
        <ReceiptText size={20} />
      </Disc>
      <span className="grow">
        <b>
          {names.length > shown.length ? (
            <FormattedMessage
              id="shop.orders.names_more"
              values={{ names: joinFacts(...shown), count: names.length - shown.length }}
            />
          ) : (
            intl.formatList(shown, { type: 'conjunction' })
          )}
        </b>
        <span className="num">
          <FormattedMessage
            id="shop.orders.facts"
            values={{ number: <bdi>{number}</bdi>, date: <bdi>{formatDay(intl, createdDate)}</bdi>, count: itemCount }}
          />
        </span>
      </span>
      <span className="order-end">
        <b className="num">{formatMoney(intl, { minor, currency })}</b>
        <OrderStateChip order={order} />
      </span>
      <ChevronRight size={20} className="flip" aria-hidden="true" />
    </Link>
  );
}
