import { createClient } from '#platform/web/client/client.ts';
import type { shopEndpoints } from '#features/shop/shared/contract.ts';
import type { deskOrderEndpoints, orderEndpoints } from '#features/shop/shared/order-contract.ts';

export const shopClient = createClient<typeof shopEndpoints>('/api/shop');
export const orderClient = createClient<typeof orderEndpoints>('/api/shop');
export const deskOrderClient = createClient<typeof deskOrderEndpoints>('/api/shop');
