import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAskAgain } from '../../../platform/web/ask-again.ts';
import type { Order } from '../shared/order-contract.ts';
import { settle } from './order-queries.ts';

/** Just: it was paid a moment ago, and whoever paid it has come back. */
export type Stand = 'just' | 'waiting' | 'slow' | 'left' | 'plain';

/**
 * Whoever comes back from the payment page may be here before the payment service has told us: it is asked, again and
 * again. Otherwise once is enough, for somebody who paid and closed the page.
 */
export function usePaymentReturn({ state, paymentId }: Order): Stand {
  const [search, setSearch] = useSearchParams();
  const [outcome] = useState(() => search.get('payment'));
  const isPaid = outcome === 'paid';
  const { isSlow } = useAskAgain({
    about: state === 'open' ? paymentId : null,
    ask: () => settle(paymentId ?? ''),
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
