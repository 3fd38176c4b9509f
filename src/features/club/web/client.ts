import { createClient } from '../../../platform/web/client.ts';
import type { paymentCalls } from '../../payments/shared/contract.ts';
import type { clubCalls, redemptionCalls } from '../shared/contract.ts';

export const club = createClient<typeof clubCalls>('/api/shop');
export const redemption = createClient<typeof redemptionCalls>('/api/ecards');
export const payments = createClient<typeof paymentCalls>('/api/shop');
