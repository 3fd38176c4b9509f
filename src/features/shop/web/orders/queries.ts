import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createClient } from '#platform/web/client/client.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import type { paymentEndpoints } from '#features/payments/shared/contract.ts';
import type { Order } from '#features/shop/shared/order-contract.ts';
import { orderClient, shopClient } from '#features/shop/web/client.ts';
import { shopKey } from '#features/shop/web/queries.ts';

const paymentClient = createClient<typeof paymentEndpoints>('/api/shop');

export const checkoutPath = '/training/shop/checkout';
export const ordersPath = '/training/shop/orders';
export const orderPath = (orderId: string) => `${ordersPath}/${orderId}`;

/** Always refetched, because cached prices may be outdated. */
export function useCheckout() {
  return useQuery({
    queryKey: [...shopKey, 'checkout', currentLocale()],
    queryFn: () => shopClient('GET checkout'),
    staleTime: 0,
    gcTime: 0,
  });
}

export function useOrders() {
  return useInfiniteQuery({
    queryKey: [...shopKey, 'orders', currentLocale()],
    queryFn: ({ pageParam: page }) => orderClient('GET orders', { query: { page } }),
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

/** Polls while the order is unpaid or a refund is pending. */
export function useOrder(orderId: string) {
  return useQuery({
    queryKey: orderKey(orderId),
    queryFn: () => orderClient('GET orders/{orderId}', { params: { orderId } }),
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
  currentQueryClient().setQueryData(orderKey(order.orderId), order);
}

/** Asks the payment service for the payment's result. Returns true once the payment is no longer open. */
export async function settlePayment(paymentId: string): Promise<boolean> {
  const { state } = await paymentClient('POST payments/{paymentId}/settle', { params: { paymentId } });
  if (state === 'open') return false;
  // A purchase affects the whole portal.
  await currentQueryClient().invalidateQueries();
  return true;
}

export function payOrder(orderId: string) {
  return orderClient('POST orders/{orderId}/pay', { params: { orderId } });
}

export function cancelOrder(orderId: string) {
  return orderClient('POST orders/{orderId}/cancel', { params: { orderId } });
}

export async function fetchReceipt(orderId: string): Promise<Blob> {
  // The endpoint returns a file, which the contract's JSON output does not describe.
  return (await orderClient('GET orders/{orderId}/receipt', { params: { orderId } })) as unknown as Blob;
}
