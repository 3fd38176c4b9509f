import { createClient } from '../../../platform/web/client.ts';
import type { shopCalls } from '../shared/contract.ts';
import type { deskOrderCalls, orderCalls } from '../shared/order-contract.ts';

export const shop = createClient<typeof shopCalls>('/api/shop');
export const orders = createClient<typeof orderCalls>('/api/shop');
export const deskOrders = createClient<typeof deskOrderCalls>('/api/shop');
