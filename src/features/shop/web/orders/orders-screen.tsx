import { ChevronRight, ReceiptText } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { BackLink } from '#ui/layout/back-link.tsx';
import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { LetterDrawing } from '#ui/drawings/letter-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Disc, Rows, rowClass, rowText } from '#ui/lists/row.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import type { OrderSummary } from '#features/shop/shared/order-contract.ts';
import { OrderStateChip } from '#features/shop/web/order-state-chip.tsx';
import { formatDay } from '#platform/shared/format-day.ts';
import { orderPath, useOrders } from './queries.ts';
import { LoadMoreButton } from '#platform/web/client/load-more-button.tsx';
import { clsx } from 'clsx';

const namesShown = 3;

export function OrdersScreen() {
  const intl = useIntl();
  const query = useOrders();
  return (
    <>
      <PageHead
        back={
          <BackLink to="/training/shop">
            <FormattedMessage id="shop.orders.shop" />
          </BackLink>
        }
        title={<FormattedMessage id="shop.orders.title" />}
      />
      <div className="mt-6">
        <QueryView
          query={query}
          skeleton={
            <SkeletonGroup label={intl.formatMessage({ id: 'shop.orders.loading' })} className="grid gap-3">
              <SkeletonRows count={3} height={88} />
            </SkeletonGroup>
          }
        >
          {({ pages }) => <OrderList query={query} orders={pages.flatMap(({ items }) => items)} />}
        </QueryView>
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
      <LoadMoreButton query={query} label="shop.orders.more" />
    </>
  );
}

function OrderRow({ order }: { order: OrderSummary }) {
  const intl = useIntl();
  const { orderId, number, createdDate, names, itemCount, totalMinor: minor, currency } = order;
  // Bidirectional isolates keep the order of names in different scripts.
  const shown = names.slice(0, namesShown).map((name) => `\u2068${name}\u2069`);
  return (
    <Link className={clsx(rowClass, 'max-[480px]:flex-wrap')} to={orderPath(orderId)} data-part="order">
      <Disc {...(order.state === 'open' ? { tone: 'sand' } : order.state === 'paid' ? { tone: 'accent' } : {})}>
        <ReceiptText size={20} />
      </Disc>
      <span className={clsx(rowText, 'flex-1')}>
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
            values={{
              number: <bdi>{number}</bdi>,
              date: <bdi>{formatDay(intl, createdDate, 'long')}</bdi>,
              count: itemCount,
            }}
          />
        </span>
      </span>
      <span className="grid justify-items-end gap-1 flex-none max-[480px]:flex max-[480px]:flex-[1_0_100%] max-[480px]:flex-wrap max-[480px]:items-center max-[480px]:justify-between max-[480px]:ps-15">
        <b className="num whitespace-nowrap">{formatMoney(intl, { minor, currency })}</b>
        <OrderStateChip order={order} />
      </span>
      <ChevronRight size={20} className="flip max-[480px]:hidden" aria-hidden="true" />
    </Link>
  );
}
