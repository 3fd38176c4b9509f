import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Checkout } from '../shared/contract.ts';
import { dropCheckout, endSending, readSent } from './checkout-draft.ts';
import { shop } from './client.ts';
import { shopKey } from './queries.ts';
import { isLost } from './use-place-order.ts';

/**
 * An order empties its basket. Where somebody finds it empty after an answer was lost, the order was probably made: the
 * same request, which makes nothing from an empty basket, finds it by its key.
 */
export function useLostOrder({ basket }: Checkout) {
  const [sent] = useState(readSent);
  const { data = null, isFetching } = useQuery({
    queryKey: [...shopKey, 'lost', sent?.key],
    queryFn: async () => {
      if (sent === null) return null;
      try {
        const { orderId } = await shop('POST checkout', { body: sent });
        dropCheckout();
        return orderId;
      } catch (error) {
        if (isLost(error)) throw error;
        endSending();
        return null;
      }
    },
    enabled: sent !== null && basket.lines.length === 0,
    gcTime: 0,
  });
  return { isSought: isFetching, orderId: data };
}
