import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation, useParams } from 'react-router';
import { BackLink } from '#ui/layout/back-link.tsx';
import { ApiError } from '#platform/web/client/client.ts';
import { LoadFailure } from '#platform/web/client/load-failure.tsx';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { LifeRingDrawing } from '#ui/drawings/life-ring-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { DeskOrderSheet } from './desk-order-sheet.tsx';
import { useDeskOrder } from './queries.ts';
import type { LoadDecisionText } from './use-other-decision.ts';

export function DeskOrderScreen({ loadDecisionText }: { loadDecisionText: LoadDecisionText }) {
  const { orderId = '' } = useParams();
  const query = useDeskOrder(orderId);
  const backTo = (useLocation().state as { from?: string } | null)?.from ?? '/desk/orders';
  const back = (
    <BackLink to={backTo}>
      <FormattedMessage id="shop.desk.back" />
    </BackLink>
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
      {(order) => (
        <DeskOrderSheet
          key={order.orderId}
          order={order}
          back={back}
          backTo={backTo}
          loadDecisionText={loadDecisionText}
        />
      )}
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
