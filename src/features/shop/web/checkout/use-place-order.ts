import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { getErrorMessageId } from '#platform/web/client/api-errors.ts';
import type { Checkout } from '#features/shop/shared/contract.ts';
import { getCheckoutAddress, startOrderRequest, deleteCheckoutDraft, clearOrderRequest } from './checkout-draft.ts';
import type { PaymentMethod } from './payment-method-picker.tsx';
import { shop } from '#features/shop/web/client.ts';
import { orderPath } from '#features/shop/web/orders/queries.ts';
import { refreshShop } from '#features/shop/web/queries.ts';

/** Nobody knows whether it was done: the next try must be the same one. */
export const isOutcomeUnknown = (error: unknown) =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** Makes the order and goes to where it is paid. Refused, it says why, and what is there now is looked at again. */
export function usePlaceOrder(checkout: Checkout, lookAgain: () => Promise<unknown>) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  // A page that the browser kept is shown again by Back: it is no longer on its way anywhere.
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
    const wish = { basketVersion: basket.version, seenTotalMinor: basket.totalMinor, method };
    const key = startOrderRequest(wish);
    try {
      const { orderId, payUrl } = await shop('POST checkout', {
        body: { ...wish, key, address: getCheckoutAddress(checkout) },
      });
      deleteCheckoutDraft();
      // All that was bought at once is all over the portal, so the page is loaded anew.
      if (payUrl === null) return location.replace(`${orderPath(orderId)}?payment=paid`);
      refreshShop();
      // Back from the payment page leads to the order, not to a basket that is empty now.
      await navigate(orderPath(orderId), { replace: true });
      return location.assign(payUrl);
    } catch (error) {
      // An order was made under this key, as it was first sent: it is still to be found by it.
      const isKnown = error instanceof ApiError && error.entries[0]?.path === 'key';
      if (!isOutcomeUnknown(error) && !isKnown) clearOrderRequest();
      const isChanged = error instanceof ApiError && error.code === 'shop.basket_changed';
      await lookAgain();
      // What has changed is said in detail.
      setProblem(isChanged ? null : error instanceof ApiError ? getErrorMessageId(error) : 'GeneralError');
      setRefusals((count) => count + 1);
    }
    setIsBusy(false);
  }
  return { problem, refusals, isBusy, place };
}
