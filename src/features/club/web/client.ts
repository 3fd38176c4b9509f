import { createClient } from '#platform/web/client/client.ts';
import type { paymentCalls } from '#features/payments/shared/contract.ts';
import type { clubCalls, redemptionCalls } from '#features/club/shared/contract.ts';

export const club = createClient<typeof clubCalls>('/api/shop');
export const redemption = createClient<typeof redemptionCalls>('/api/ecards');
export const payments = createClient<typeof paymentCalls>('/api/shop');
