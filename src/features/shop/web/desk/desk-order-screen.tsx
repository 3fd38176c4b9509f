import { ChevronLeft } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useLocation, useParams } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { LifeRingDrawing } from '#ui/drawings/life-ring-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead, backLink } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { DeskOrderSheet } from './desk-order-sheet.tsx';
import { useDeskOrder } from './queries.ts';

export function DeskOrderScreen() {
  const { orderId = '' } = useParams();
  const query = useDeskOrder(orderId);
  const backTo = (useLocation().state as { from?: string } | null)?.from ?? '/desk/orders';
  const back = (
    <Link className={backLink} to={backTo}>
      <ChevronLeft size={18} aria-hidden="true" className="flip" />
      <FormattedMessage id="shop.desk.back" />
    </Link>
  );
  return (
    <QueryView
      query={query}
      // No headline while loading, because the focus goes to the first one that appears.
      skeleton={<OrderSkeleton />}
      renderError={(error) =>
        error instanceof ApiError && [400, 404].includes(error.status) ? (
          <EmptyState
            level={1}
            drawing={<LifeRingDrawing />}
            title={<FormattedMessage id="error.shop.no_order" />}
            action={back}
          />
        ) : (
          <>
            <PageHead back={back} title={<FormattedMessage id="shop.order.page" />} />
            <LoadFailure query={query} />
          </>
        )
      }
    >
      {(order) => <DeskOrderSheet key={order.orderId} order={order} back={back} backTo={backTo} />}
    </QueryView>
  );
}

function OrderSkeleton() {
  const intl = useIntl();
  return (
    <SkeletonGroup label={intl.formatMessage({ id: 'shop.desk.loading' })} className="grid gap-4">
      <Skeleton height={72} width="50%" />
      <Skeleton height={160} />
      <Skeleton height={120} />
    </SkeletonGroup>
  );
}
