import { useMutation } from '@tanstack/react-query';
import { Download } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { Card } from '#ui/layout/card.tsx';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { downloadFile } from '#platform/web/files/download-file.ts';
import { Button } from '#ui/buttons/button.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { Order } from '#features/shop/shared/order-contract.ts';
import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import { formatAddressLine, formatCountryName } from '#features/shop/web/checkout/checkout-buyer.tsx';
import { RefundNotes } from './order-note.tsx';
import { fetchReceipt } from './queries.ts';
import { formatDay } from '#platform/shared/format-day.ts';
import { Totals } from '#features/shop/web/totals.tsx';

export function OrderFacts({ order }: { order: Order }) {
  const intl = useIntl();
  const { state, method, paymentHint, paidDate, codes, address, refunds, refundedMinor } = order;
  const card = method === 'card' && paymentHint !== null ? 'card_known' : method;
  return (
    <Card className="grid gap-4">
      <Totals sums={order} refundedMinor={refundedMinor} />
      {codes.length > 0 && (
        <p className="text-sm text-ink-2">
          <FormattedMessage
            id="shop.order.codes"
            values={{
              count: codes.length,
              codes: <bdi className="num">{codes.map(({ code }) => code).join(', ')}</bdi>,
            }}
          />
        </p>
      )}
      {paidDate !== null && (
        <p className="text-sm text-ink-2">
          <FormattedMessage
            id={`shop.order.paid_${card}`}
            values={{ date: formatDay(intl, paidDate, 'long'), hint: <bdi className="num">{paymentHint}</bdi> }}
          />
        </p>
      )}
      {address !== null && (
        <p className="text-sm text-ink-2">
          <FormattedMessage
            id="shop.order.sent_to"
            values={{
              address: <bdi>{joinFacts(formatAddressLine(address), formatCountryName(intl, address.country))}</bdi>,
            }}
          />
        </p>
      )}
      {order.recipient !== null && (
        <p className="text-sm text-ink-2">
          <FormattedMessage id="shop.order.recipient" values={{ name: <bdi>{order.recipient}</bdi> }} />
        </p>
      )}
      {refunds.length > 0 && <RefundNotes order={order} />}
      {state === 'paid' && <ReceiptButton order={order} />}
    </Card>
  );
}

function ReceiptButton({ order: { orderId, number } }: { order: Order }) {
  const intl = useIntl();
  const receipt = useMutation({
    mutationFn: () => fetchReceipt(orderId),
    // The file name uses Latin letters in every language, so all devices can store it.
    onSuccess: (file) => downloadFile(file, `receipt-${number}.pdf`),
    onError: (error) => showToast({ text: formatErrorMessage(intl, error) }),
  });
  return (
    <Button kind="outlined" isWide isBusy={receipt.isPending} onClick={() => receipt.mutate()}>
      <Download size={18} aria-hidden="true" />
      <FormattedMessage id="shop.order.receipt" />
    </Button>
  );
}
