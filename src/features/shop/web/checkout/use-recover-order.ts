import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Checkout } from '#features/shop/shared/contract.ts';
import { deleteCheckoutDraft, clearOrderRequest, readPendingOrderRequest } from './checkout-draft.ts';
import { shopClient } from '#features/shop/web/client.ts';
import { shopKey } from '#features/shop/web/queries.ts';
import { isOutcomeUnknown } from './use-place-order.ts';

/**
 * Recovers an order whose response was lost. An order empties its basket, so an empty basket with a pending request
 * means the order was probably placed: repeating the request finds it by its key and cannot create another.
 */
export function useRecoverOrder({ basket }: Checkout) {
  const [sent] = useState(readPendingOrderRequest);
  const { data = null, isFetching } = useQuery({
    queryKey: [...shopKey, 'lost', sent?.key],
    queryFn: async () => {
      if (sent === null) return null;
      try {
        const { orderId } = await shopClient('POST checkout', { body: sent });
        deleteCheckoutDraft();
        return orderId;
      } catch (error) {
        if (isOutcomeUnknown(error)) throw error;
        clearOrderRequest();
        return null;
      }
    },
    enabled: sent !== null && basket.lines.length === 0,
    gcTime: 0,
  });
  return { isSought: isFetching, orderId: data };
}
