import './desk-orders.css';
import { ChevronLeft } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useLocation, useParams } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { LifeRingDrawing } from '#ui/drawings/life-ring-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { DeskOrderSheet } from './desk-order-sheet.tsx';
import { useDeskOrder } from './queries.ts';
import { LoadFailure } from '#features/shop/web/load-failure.tsx';

export function DeskOrderScreen() {
  const { orderId = '' } = useParams();
  const { data: order, error, isFetching, refetch } = useDeskOrder(orderId);
  const backTo = (useLocation().state as { from?: string } | null)?.from ?? '/desk/orders';
  const back = (
    <Link className="back" to={backTo}>
      <ChevronLeft size={18} aria-hidden="true" className="flip" />
      <FormattedMessage id="shop.desk.back" />
    </Link>
  );
  if (order !== undefined) return <DeskOrderSheet key={order.orderId} order={order} back={back} backTo={backTo} />;
  if (error instanceof ApiError && [400, 404].includes(error.status))
    return (
      <EmptyState
        level={1}
        drawing={<LifeRingDrawing />}
        title={<FormattedMessage id="error.shop.no_order" />}
        action={back}
      />
    );
  // No headline while loading, because the focus goes to the first one that appears.
  if (error === null) return <OrderSkeleton />;
  return (
    <>
      <PageHead back={back} title={<FormattedMessage id="shop.order.page" />} />
      <LoadFailure isBusy={isFetching} onRefresh={() => void refetch()} />
    </>
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
