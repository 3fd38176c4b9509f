import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import type { deskOrderEndpoints, Order } from '#features/shop/shared/order-contract.ts';
import type { OutputOf } from '#platform/shared/contract.ts';
import { deskOrderClient } from '#features/shop/web/client.ts';

export const orderFilters = ['all', 'to_post', 'refunded'] as const;
export type OrderFilter = (typeof orderFilters)[number];
export type DeskOrder = OutputOf<(typeof deskOrderEndpoints)['endpoints']['GET desk/orders/{orderId}']>;
export type DeskOrderRow = OutputOf<(typeof deskOrderEndpoints)['endpoints']['GET desk/orders']>['items'][number];

const listKey = ['shop', 'desk', 'list'] as const;
const orderKey = (orderId: string) => ['shop', 'desk', 'order', orderId] as const;
/** Other staff work on the same list, so it is refreshed. */
const refreshMs = 60_000;
const pollMs = 5_000;
const maxPolls = 12;

export function useDeskOrders(search: string, show: OrderFilter) {
  return useInfiniteQuery({
    queryKey: [...listKey, show, search],
    queryFn: ({ pageParam }) => deskOrderClient('GET desk/orders', { query: { search, show, page: pageParam } }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { items }) => sum + items.length, 0);
      return last.items.length > 0 && (shown < last.total || last.hasMoreMatches) ? pages.length + 1 : undefined;
    },
    // The previous results stay visible while typing.
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: refreshMs,
  });
}

export function useDeskOrder(orderId: string) {
  return useQuery({
    queryKey: orderKey(orderId),
    queryFn: () => deskOrderClient('GET desk/orders/{orderId}', { params: { orderId } }),
    // Each read is audited, so the order is polled only while a refund is pending, for one minute.
    staleTime: refreshMs,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.refunds.some(({ state }) => state === 'open') && dataUpdateCount < maxPolls ? pollMs : false,
  });
}

/** Merges the updated order into the cached one, which also has the buyer. */
function cacheOrder(order: Order): void {
  currentQueryClient().setQueryData<DeskOrder>(orderKey(order.orderId), (before) => before && { ...before, ...order });
  void currentQueryClient().invalidateQueries({ queryKey: listKey });
}

export interface RefundInput {
  key: string;
  lines: { lineId: string; amountMinor: number }[];
  reason: string;
}

export function useRefund(orderId: string, onDone: () => void) {
  return useMutation({
    mutationFn: (body: RefundInput) =>
      deskOrderClient('POST desk/orders/{orderId}/refund', { params: { orderId }, body }),
    onSuccess: (order) => {
      cacheOrder(order);
      onDone();
    },
    // Another member of staff may have refunded already, or the response was lost, so the order is reloaded.
    onError: () => currentQueryClient().invalidateQueries({ queryKey: orderKey(orderId) }),
  });
}

/** Retries the return of a payment that arrived for a cancelled order. */
export function useRetryReturn(orderId: string) {
  return useMutation({
    mutationFn: () => deskOrderClient('POST desk/orders/{orderId}/return', { params: { orderId } }),
    onSuccess: cacheOrder,
    onError: () => currentQueryClient().invalidateQueries({ queryKey: orderKey(orderId) }),
  });
}

export function useMarkPosted(orderId: string, onDone: (lineId: string) => void) {
  return useMutation({
    mutationFn: (lineId: string) =>
      deskOrderClient('POST desk/orders/{orderId}/lines/{lineId}/posted', { params: { orderId, lineId } }),
    onSuccess: (order, lineId) => {
      cacheOrder(order);
      onDone(lineId);
    },
    onError: () => currentQueryClient().invalidateQueries({ queryKey: orderKey(orderId) }),
  });
}
