import { lazy, Suspense, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { FormattedDateTime } from '#platform/web/i18n/formatted-day.tsx';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { isTextInput, usePageShortcuts } from '#platform/web/hooks/use-page-shortcuts.ts';
import { Button } from '#ui/buttons/button.tsx';
import { PageColumns, PageHead, PageSection } from '#ui/layout/page.tsx';
import { Rows } from '#ui/lists/row.tsx';
import { DeskShortcuts } from '#ui/lists/desk-table.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { DeskOrderFacts } from './desk-order-facts.tsx';
import { DeskOrderLine } from './desk-order-line.tsx';
import { useMarkPosted, type DeskOrder } from './queries.ts';
import { DeskRefunds } from './desk-refunds.tsx';
import { useOtherDecision, type LoadDecisionText } from './use-other-decision.ts';
import { OrderStateChip } from '#features/shop/web/order-state-chip.tsx';
import { Totals } from '#features/shop/web/totals.tsx';

const RefundDialog = lazy(async () => ({ default: (await import('./refund-dialog.tsx')).RefundDialog }));

interface DeskOrderSheetProps {
  order: DeskOrder;
  back: ReactNode;
  backTo: string;
  loadDecisionText: LoadDecisionText;
}

export function DeskOrderSheet({ order, back, backTo, loadDecisionText }: DeskOrderSheetProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const [isRefunding, setIsRefunding] = useState(false);
  const posting = useMarkPosted(order.orderId, (lineId) => {
    const name = order.lines.find((line) => line.lineId === lineId)?.name;
    showToast({ text: intl.formatMessage({ id: 'shop.desk.is_posted' }, { name }) });
  });
  const readOtherDecision = useOtherDecision(order, loadDecisionText);
  const showFailure = async (error: Error) => {
    const texts = [formatErrorMessage(intl, error), await readOtherDecision(error)];
    showToast({ text: texts.filter(Boolean).join(' ') });
  };
  const canRefund = order.state === 'paid' && order.refundedMinor < order.totalMinor;

  usePageShortcuts(({ key }, target) => {
    if (isTextInput(target)) return false;
    if (key === 'Escape') void navigate(backTo);
    else if (key.toLowerCase() === 'r' && canRefund) setIsRefunding(true);
    else return false;
    return true;
  });

  return (
    <>
      <PageHead
        back={back}
        title={<FormattedMessage id="shop.desk.order" values={{ number: <bdi className="num">{order.number}</bdi> }} />}
        text={
          <FormattedMessage
            id="shop.desk.ordered"
            values={{
              name: <bdi>{order.buyer}</bdi>,
              date: <FormattedDateTime value={order.createdDate} />,
            }}
          />
        }
        end={
          <>
            <OrderStateChip order={order} />
            {canRefund && (
              <Button kind="outlined" onClick={() => setIsRefunding(true)}>
                <FormattedMessage id="shop.desk.refund" />
                <kbd className="only-wide" aria-hidden="true">
                  R
                </kbd>
              </Button>
            )}
          </>
        }
      />
      <PageColumns className="mt-6">
        <div>
          <PageSection title={<FormattedMessage id="shop.desk.lines" />}>
            <Rows>
              {order.lines.map((line) => (
                <DeskOrderLine
                  key={line.lineId}
                  line={line}
                  currency={order.currency}
                  isBusy={posting.isPending}
                  onPosted={() => posting.mutate(line.lineId, { onError: (error) => void showFailure(error) })}
                />
              ))}
            </Rows>
            <div className="max-w-90 mt-5 ms-auto me-0 px-5">
              <Totals sums={order} refundedMinor={order.refundedMinor} />
            </div>
          </PageSection>
          {order.refunds.length > 0 && <DeskRefunds order={order} />}
        </div>
        <DeskOrderFacts order={order} />
      </PageColumns>
      <div className="only-wide mt-6">
        <DeskShortcuts
          keys={[
            ...(canRefund ? [{ keys: ['R'], text: <FormattedMessage id="shop.desk.key_refund" /> }] : []),
            { keys: ['Esc'], text: <FormattedMessage id="shop.desk.key_back" /> },
          ]}
        />
      </div>
      <Suspense>
        {isRefunding && (
          <RefundDialog order={order} readOtherDecision={readOtherDecision} onClose={() => setIsRefunding(false)} />
        )}
      </Suspense>
    </>
  );
}
