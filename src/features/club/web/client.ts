import { createClient } from '#platform/web/client/client.ts';
import type { paymentEndpoints } from '#features/payments/shared/contract.ts';
import type { clubEndpoints, redemptionEndpoints } from '#features/club/shared/contract.ts';

export const clubClient = createClient<typeof clubEndpoints>('/api/shop');
export const redemptionClient = createClient<typeof redemptionEndpoints>('/api/ecards');
export const paymentClient = createClient<typeof paymentEndpoints>('/api/shop');
