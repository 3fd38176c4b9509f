import { FormattedMessage, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Chip, type ChipStatus } from '#ui/display/chip.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import { Rows, rowText } from '#ui/lists/row.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { Order } from '#features/shop/shared/order-contract.ts';
import { useRetryReturn } from './queries.ts';
import { clsx } from 'clsx';
import { FormattedDateTime } from '#platform/web/i18n/formatted-day.tsx';

type DeskRefundsProps = { order: Pick<Order, 'orderId' | 'state' | 'refunds' | 'currency'> };

export function DeskRefunds({ order: { orderId, state, refunds, currency } }: DeskRefundsProps) {
  // A paid order is refunded again with the dialog; a cancelled one is always returned in full.
  const isOwed = state === 'cancelled' && refunds.at(-1)?.state === 'refused';
  return (
    <PageSection title={<FormattedMessage id="shop.desk.refunds" />}>
      <Rows>
        {refunds.map((refund) => (
          <RefundRow key={refund.refundId} refund={refund} currency={currency} />
        ))}
      </Rows>
      {isOwed && <RetryReturn orderId={orderId} />}
    </PageSection>
  );
}

function RetryReturn({ orderId }: { orderId: string }) {
  const intl = useIntl();
  const { mutate, isPending } = useRetryReturn(orderId);
  return (
    <Button
      className="mt-4"
      kind="outlined"
      isBusy={isPending}
      onClick={() => mutate(undefined, { onError: (error) => showToast({ text: formatErrorMessage(intl, error) }) })}
    >
      <FormattedMessage id="shop.desk.return_again" />
    </Button>
  );
}

type Refund = Order['refunds'][number];
const chips: Record<Refund['state'], ChipStatus> = { open: 'pending', done: 'verified', refused: 'returned' };

function RefundRow({ refund, currency }: { refund: Refund; currency: string }) {
  const intl = useIntl();
  const { amountMinor: minor, reason, createdDate, state } = refund;
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2 py-4" data-part="refund">
      <span className={clsx(rowText, 'flex-[1_1_200px]')}>
        <b className="num">{formatMoney(intl, { minor, currency })}</b>
        <span>
          <bdi>{reason}</bdi>
        </span>
        <span>
          <FormattedDateTime value={createdDate} />
        </span>
      </span>
      <Chip status={chips[state]}>
        <FormattedMessage id={`shop.desk.refund_state.${state}`} />
      </Chip>
    </li>
  );
}
