import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useParams } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageColumns, PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { BackToOrdersLink } from './back-to-orders-link.tsx';
import { OrderBody } from './order-body.tsx';
import type { RenderCodeAction } from './order-codes.tsx';
import { ordersPath, useOrder } from './queries.ts';

export function OrderScreen({ forCode }: { forCode: RenderCodeAction }) {
  const intl = useIntl();
  const { orderId = '' } = useParams();
  return (
    <QueryView
      query={useOrder(orderId)}
      skeleton={
        <SkeletonGroup label={intl.formatMessage({ id: 'shop.order.loading' })}>
          <PageColumns>
            <Skeleton height={320} />
            <Skeleton height={180} />
          </PageColumns>
        </SkeletonGroup>
      }
      renderError={(error) => error instanceof ApiError && [400, 404].includes(error.status) && <OrderNotFound />}
      renderFrame={(state) => (
        <>
          <PageHead back={<BackToOrdersLink />} title={<FormattedMessage id="shop.order.page" />} />
          <div className="mt-6">{state}</div>
        </>
      )}
    >
      {(order) => <OrderBody key={orderId} order={order} forCode={forCode} />}
    </QueryView>
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
