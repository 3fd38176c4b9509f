import './order.css';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useParams } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { buttonClass } from '#ui/buttons/button.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageColumns, PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { LoadFailure } from '#features/shop/web/load-failure.tsx';
import { BackToOrders } from './back-to-orders.tsx';
import { OrderBody } from './order-body.tsx';
import type { RenderCodeAction } from './order-codes.tsx';
import { ordersPath, useOrder } from './queries.ts';

export function OrderScreen({ forCode }: { forCode: RenderCodeAction }) {
  const intl = useIntl();
  const { orderId = '' } = useParams();
  const { data, error, isFetching, refetch } = useOrder(orderId);
  if (data !== undefined) return <OrderBody key={orderId} order={data} forCode={forCode} />;
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <OrderNotFound />;
  return (
    <>
      <PageHead back={<BackToOrders />} title={<FormattedMessage id="shop.order.page" />} />
      <div className="mt-6">
        {error !== null ? (
          <LoadFailure isBusy={isFetching} onRefresh={() => void refetch()} />
        ) : (
          <SkeletonGroup label={intl.formatMessage({ id: 'shop.order.loading' })}>
            <PageColumns>
              <Skeleton height={320} />
              <Skeleton height={180} />
            </PageColumns>
          </SkeletonGroup>
        )}
      </div>
    </>
  );
}

function OrderNotFound() {
  return (
    <EmptyState
      level={1}
      drawing={<CompassDrawing />}
      title={<FormattedMessage id="error.shop.no_order" />}
      text={<FormattedMessage id="shop.order.none_text" />}
      action={
        <Link className={buttonClass({ kind: 'outlined' })} to={ordersPath}>
          <FormattedMessage id="shop.order.all" />
        </Link>
      }
    />
  );
}
