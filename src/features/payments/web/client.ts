import { createClient } from '../../../platform/web/client.ts';
import type { paymentCalls } from '../shared/contract.ts';

export const payments = createClient<typeof paymentCalls>('/api/shop');
