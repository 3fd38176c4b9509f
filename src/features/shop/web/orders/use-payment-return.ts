import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePolling } from '#platform/web/hooks/use-polling.ts';
import type { Order } from '#features/shop/shared/order-contract.ts';
import { settlePayment } from './queries.ts';

/** Just: it was paid a moment ago, and whoever paid it has come back. */
export type PaymentReturnState = 'just' | 'waiting' | 'slow' | 'left' | 'plain';

/**
 * Whoever comes back from the payment page may be here before the payment service has told us: it is asked, again and
 * again. Otherwise once is enough, for somebody who paid and closed the page.
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
  // Said once: not again when the page is loaded anew, unless it is still to be waited for.
  const isSaid = search.size > 0 && !(isPaid && state === 'open');
  useEffect(() => {
    if (isSaid) setSearch({}, { replace: true, preventScrollReset: true });
  }, [isSaid, setSearch]);
  if (state === 'open') return isPaid ? (isSlow ? 'slow' : 'waiting') : outcome === 'left' ? 'left' : 'plain';
  return isPaid && state === 'paid' ? 'just' : 'plain';
}
