import { createClient } from '#platform/web/client/client.ts';
import type { paymentEndpoints } from '#features/payments/shared/contract.ts';

export const paymentClient = createClient<typeof paymentEndpoints>('/api/shop');
