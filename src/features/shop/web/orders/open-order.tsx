import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Button } from '#ui/buttons/button.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { Order } from '#features/shop/shared/order-contract.ts';
import { cancelOrder, payOrder, setCachedOrder } from './queries.ts';
import { formatDateTime } from '#features/shop/web/date-format.ts';
import { refreshShop } from '#features/shop/web/queries.ts';

/** An order that waits for its payment: it can be paid, or given up. What was in it goes back to the basket then. */
export function OpenOrder({ order }: { order: Order }) {
  const intl = useIntl();
  const { orderId, totalMinor: minor, currency, expiresDate } = order;
  const onError = (error: Error) => {
    showToast({ text: formatErrorMessage(intl, error) });
    // Paid or given up elsewhere: the page says which.
    refreshShop();
  };
  const pay = useMutation({
    mutationFn: () => payOrder(orderId),
    onSuccess: ({ payUrl }) => {
      // Paid a moment ago, in another window.
      if (payUrl === null) refreshShop();
      else location.assign(payUrl);
    },
    onError,
  });
  const cancel = useMutation({
    mutationFn: () => cancelOrder(orderId),
    onSuccess: (cancelled) => {
      setCachedOrder(cancelled);
      refreshShop();
      showToast({ text: intl.formatMessage({ id: 'shop.order.cancelled' }) });
    },
    onError,
  });
  // A page that the browser kept is shown again by Back: it is no longer on its way anywhere.
  const { reset } = pay;
  useEffect(() => {
    addEventListener('pageshow', reset);
    return () => removeEventListener('pageshow', reset);
  }, [reset]);
  const isBusy = pay.isPending || cancel.isPending;
  return (
    <div className="card pad grid gap-3">
      <p className="text-sm text-ink-2">
        <FormattedMessage id="shop.order.until" values={{ date: formatDateTime(intl, expiresDate) }} />
      </p>
      <Button isWide isBusy={isBusy || pay.isSuccess} onClick={() => pay.mutate()}>
        <FormattedMessage id="shop.checkout.pay_amount" values={{ amount: formatMoney(intl, { minor, currency }) }} />
      </Button>
      <Button isWide kind="quiet" isBusy={isBusy} onClick={() => cancel.mutate()}>
        <FormattedMessage id="shop.order.cancel" />
      </Button>
    </div>
  );
}
