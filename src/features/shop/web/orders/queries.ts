import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createClient } from '#platform/web/client/client.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { queryClient } from '#platform/web/client/query-client.ts';
import type { paymentCalls } from '#features/payments/shared/contract.ts';
import type { Order } from '#features/shop/shared/order-contract.ts';
import { orders, shop } from '#features/shop/web/client.ts';
import { shopKey } from '#features/shop/web/queries.ts';

const payments = createClient<typeof paymentCalls>('/api/shop');

export const checkoutPath = '/training/shop/checkout';
export const ordersPath = '/training/shop/orders';
export const orderPath = (orderId: string) => `${ordersPath}/${orderId}`;

/** Asked for whenever it is opened: a price from before would be the wrong one to begin with. */
export function useCheckout() {
  return useQuery({
    queryKey: [...shopKey, 'checkout', currentLocale()],
    queryFn: () => shop('GET checkout'),
    staleTime: 0,
    gcTime: 0,
  });
}

export function useOrders() {
  return useInfiniteQuery({
    queryKey: [...shopKey, 'orders', currentLocale()],
    queryFn: ({ pageParam: page }) => orders('GET orders', { query: { page } }),
    initialPageParam: 1,
    getNextPageParam: ({ items, total }, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.items.length, 0);
      return items.length > 0 && shown < total ? pages.length + 1 : undefined;
    },
    staleTime: 0,
  });
}

const orderKey = (orderId: string) => [...shopKey, 'order', currentLocale(), orderId] as const;
const unpaidPollMs = 15_000;
const refundPollMs = 5_000;

/** What is still to happen to it is seen without a reload. */
export function useOrder(orderId: string) {
  return useQuery({
    queryKey: orderKey(orderId),
    queryFn: () => orders('GET orders/{orderId}', { params: { orderId } }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'open'
        ? unpaidPollMs
        : data?.refunds.some(({ state }) => state === 'open') === true
          ? refundPollMs
          : false,
  });
}

export function setCachedOrder(order: Order): void {
  queryClient.setQueryData(orderKey(order.orderId), order);
}

/** What became of a payment, asked of the payment service; true once it is over one way or the other. */
export async function settlePayment(paymentId: string): Promise<boolean> {
  const { state } = await payments('POST payments/{paymentId}/settle', { params: { paymentId } });
  if (state === 'open') return false;
  // What was bought is all over the portal.
  await queryClient.invalidateQueries();
  return true;
}

export function payOrder(orderId: string) {
  return orders('POST orders/{orderId}/pay', { params: { orderId } });
}

export function cancelOrder(orderId: string) {
  return orders('POST orders/{orderId}/cancel', { params: { orderId } });
}

export async function fetchReceipt(orderId: string): Promise<Blob> {
  // A file comes as what it is, whatever the contract of a call says of its JSON.
  return (await orders('GET orders/{orderId}/receipt', { params: { orderId } })) as unknown as Blob;
}
