import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { queries } from '../../../platform/web/query.ts';
import type { deskOrderCalls, Order } from '../shared/order-contract.ts';
import type { OutputOf } from '../../../platform/shared/contract.ts';
import { deskOrders } from './client.ts';

export const orderFilters = ['all', 'to_post', 'refunded'] as const;
export type OrderFilter = (typeof orderFilters)[number];
export type DeskOrder = OutputOf<(typeof deskOrderCalls)['calls']['GET desk/orders/{orderId}']>;
export type DeskOrderRow = OutputOf<(typeof deskOrderCalls)['calls']['GET desk/orders']>['items'][number];

const listKey = ['shop', 'desk', 'list'] as const;
const orderKey = (orderId: string) => ['shop', 'desk', 'order', orderId] as const;
/** Others buy, refund and post meanwhile. */
const refreshMs = 60_000;
const lookMs = 5_000;
const maxLooks = 12;

/** Page after page, as far down as somebody has gone. */
export function useDeskOrders(search: string, show: OrderFilter) {
  return useInfiniteQuery({
    queryKey: [...listKey, show, search],
    queryFn: ({ pageParam }) => deskOrders('GET desk/orders', { query: { search, show, page: pageParam } }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { items }) => sum + items.length, 0);
      return last.items.length > 0 && shown < last.total ? pages.length + 1 : undefined;
    },
    // While one types, what was found before stays.
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: refreshMs,
  });
}

export function useDeskOrder(orderId: string) {
  return useQuery({
    queryKey: orderKey(orderId),
    queryFn: () => deskOrders('GET desk/orders/{orderId}', { params: { orderId } }),
    // Each reading is written down, so it is not asked for without a reason: a refund that is on its way, for a minute.
    staleTime: refreshMs,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.refunds.some(({ state }) => state === 'open') && dataUpdateCount < maxLooks ? lookMs : false,
  });
}

/** What became of it, in the place of what was; who bought it has not changed. */
function keepOrder(order: Order): void {
  queries.setQueryData<DeskOrder>(orderKey(order.orderId), (before) => before && { ...before, ...order });
  void queries.invalidateQueries({ queryKey: listKey });
}

export interface Refund {
  key: string;
  lines: { lineId: string; amountMinor: number }[];
  reason: string;
}

export function useRefund(orderId: string, onDone: () => void) {
  return useMutation({
    mutationFn: (body: Refund) => deskOrders('POST desk/orders/{orderId}/refund', { params: { orderId }, body }),
    onSuccess: (order) => {
      keepOrder(order);
      onDone();
    },
    // Somebody else may have been faster, or the answer was lost: what is left is asked for again.
    onError: () => queries.invalidateQueries({ queryKey: orderKey(orderId) }),
  });
}

/** Once more, what came for an order that had been given up and was not taken back by the card. */
export function useReturn(orderId: string) {
  return useMutation({
    mutationFn: () => deskOrders('POST desk/orders/{orderId}/return', { params: { orderId } }),
    onSuccess: keepOrder,
    onError: () => queries.invalidateQueries({ queryKey: orderKey(orderId) }),
  });
}

export function usePosting(orderId: string, onDone: (lineId: string) => void) {
  return useMutation({
    mutationFn: (lineId: string) =>
      deskOrders('POST desk/orders/{orderId}/lines/{lineId}/posted', { params: { orderId, lineId } }),
    onSuccess: (order, lineId) => {
      keepOrder(order);
      onDone(lineId);
    },
    onError: () => queries.invalidateQueries({ queryKey: orderKey(orderId) }),
  });
}
