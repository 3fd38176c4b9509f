import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Card } from '#ui/layout/card.tsx';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Button } from '#ui/buttons/button.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { Order } from '#features/shop/shared/order-contract.ts';
import { cancelOrder, payOrder, setCachedOrder } from './queries.ts';
import { formatDateTime } from '#platform/shared/format-day.ts';
import { refreshShop } from '#features/shop/web/queries.ts';

/** An unpaid order, which can be paid or cancelled. Cancelling puts its items back into the basket. */
export function OpenOrder({ order }: { order: Order }) {
  const intl = useIntl();
  const { orderId, totalMinor: minor, currency, expiresDate } = order;
  const onError = (error: Error) => {
    showToast({ text: formatErrorMessage(intl, error) });
    // The order was paid or cancelled elsewhere, so it is reloaded.
    refreshShop();
  };
  const pay = useMutation({
    mutationFn: () => payOrder(orderId),
    onSuccess: ({ payUrl }) => {
      // Already paid in another window.
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
  // Back may restore this page from the browser's cache, where the redirect is no longer running.
  const { reset } = pay;
  useEffect(() => {
    addEventListener('pageshow', reset);
    return () => removeEventListener('pageshow', reset);
  }, [reset]);
  const isBusy = pay.isPending || cancel.isPending;
  return (
    <Card className="grid gap-3">
      <p className="text-sm text-ink-2">
        <FormattedMessage id="shop.order.until" values={{ date: formatDateTime(intl, expiresDate) }} />
      </p>
      <Button isWide isBusy={isBusy || pay.isSuccess} onClick={() => pay.mutate()}>
        <FormattedMessage id="shop.checkout.pay_amount" values={{ amount: formatMoney(intl, { minor, currency }) }} />
      </Button>
      <Button isWide kind="quiet" isBusy={isBusy} onClick={() => cancel.mutate()}>
        <FormattedMessage id="shop.order.cancel" />
      </Button>
    </Card>
  );
}
