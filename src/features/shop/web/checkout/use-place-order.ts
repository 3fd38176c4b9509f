import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import type { Checkout } from '#features/shop/shared/contract.ts';
import { getCheckoutAddress, startOrderRequest, deleteCheckoutDraft, clearOrderRequest } from './checkout-draft.ts';
import type { PaymentMethod } from './payment-method-picker.tsx';
import { shopClient } from '#features/shop/web/client.ts';
import { orderPath } from '#features/shop/web/orders/queries.ts';
import { refreshShop } from '#features/shop/web/queries.ts';

/** The server may have processed the request, so a retry must send the same one. */
export const isOutcomeUnknown = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** Places the order and opens the payment page. On an error it shows the reason and reloads the checkout. */
export function usePlaceOrder(checkout: Checkout, reload: () => Promise<unknown>) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<MessageId | null>(null);
  const [errorCount, setErrorCount] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  // Back may restore this page from the browser's cache, where the redirect is no longer running.
  useEffect(() => {
    const wake = () => setIsBusy(false);
    addEventListener('pageshow', wake);
    return () => removeEventListener('pageshow', wake);
  }, []);
  const { basket } = checkout;
  async function place(method: PaymentMethod): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(null);
    const request = { basketVersion: basket.version, seenTotalMinor: basket.totalMinor, method };
    const key = startOrderRequest(request);
    try {
      const { orderId, payUrl } = await shopClient('POST checkout', {
        body: { ...request, key, address: getCheckoutAddress(checkout) },
      });
      deleteCheckoutDraft();
      // A purchase affects the whole portal, so the page is reloaded.
      if (payUrl === null) return location.replace(`${orderPath(orderId)}?payment=paid`);
      refreshShop();
      // Back from the payment page leads to the order instead of an empty basket.
      await navigate(orderPath(orderId), { replace: true });
      return location.assign(payUrl);
    } catch (error) {
      // An order with this key already exists, so the key must stay to find it.
      const isKnown = error instanceof ApiError && error.entries[0]?.path === 'key';
      if (!isOutcomeUnknown(error) && !isKnown) clearOrderRequest();
      const isChanged = error instanceof ApiError && error.code === 'shop.basket_changed';
      await reload();
      // Changes are listed in detail elsewhere.
      setProblem(isChanged ? null : error instanceof ApiError ? getErrorMessageId(error) : 'GeneralError');
      setErrorCount((count) => count + 1);
    }
    setIsBusy(false);
  }
  return { problem, errorCount, isBusy, place };
}
