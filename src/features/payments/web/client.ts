import { createClient } from '#platform/web/client/client.ts';
import type { paymentCalls } from '#features/payments/shared/contract.ts';

export const payments = createClient<typeof paymentCalls>('/api/shop');
