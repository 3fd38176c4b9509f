import { createClient } from '../../../platform/web/client.ts';
import type { deskOrderCalls, shopCalls } from '../shared/contract.ts';

export const shop = createClient<typeof shopCalls>('/api/shop');
export const deskOrders = createClient<typeof deskOrderCalls>('/api/shop');
