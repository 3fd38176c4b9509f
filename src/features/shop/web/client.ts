import { createClient } from '../../../platform/web/client.ts';
import type { paymentCalls } from '../shared/payment-contract.ts';

export const payments = createClient<typeof paymentCalls>('/api/shop');
