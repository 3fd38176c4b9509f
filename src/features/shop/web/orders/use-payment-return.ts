import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePolling } from '#platform/web/hooks/use-polling.ts';
import type { Order } from '#features/shop/shared/order-contract.ts';
import { settlePayment } from './queries.ts';

/** `just` means the person has just returned from a completed payment. */
export type PaymentReturnState = 'just' | 'waiting' | 'slow' | 'left' | 'plain';

/**
 * People may return from the payment page before the webhook arrives, so the payment service is polled. Otherwise one
 * request is enough, for people who paid and closed the page.
 */
export function usePaymentReturn({ state, paymentId }: Order): PaymentReturnState {
  const [search, setSearch] = useSearchParams();
  const [outcome] = useState(() => search.get('payment'));
  const isPaid = outcome === 'paid';
  const { isSlow } = usePolling({
    about: state === 'open' ? paymentId : null,
    ask: () => settlePayment(paymentId ?? ''),
    isOnce: !isPaid,
  });
  // The URL parameter is removed once it was shown, unless the payment is still pending.
  const isHandled = search.size > 0 && !(isPaid && state === 'open');
  useEffect(() => {
    if (isHandled) setSearch({}, { replace: true, preventScrollReset: true });
  }, [isHandled, setSearch]);
  if (state === 'open') return isPaid ? (isSlow ? 'slow' : 'waiting') : outcome === 'left' ? 'left' : 'plain';
  return isPaid && state === 'paid' ? 'just' : 'plain';
}
