import { createClient } from '#platform/web/client/client.ts';
import type { shopCalls } from '#features/shop/shared/contract.ts';
import type { deskOrderCalls, orderCalls } from '#features/shop/shared/order-contract.ts';

export const shop = createClient<typeof shopCalls>('/api/shop');
export const orders = createClient<typeof orderCalls>('/api/shop');
export const deskOrders = createClient<typeof deskOrderCalls>('/api/shop');
