import { createClient } from '#platform/web/client/client.ts';
import type { emailEndpoints, emailCorrectionEndpoints } from '#features/identity/shared/email-contract.ts';

export const emailClient = createClient<typeof emailEndpoints>('/api/account');
export const emailCorrectionClient = createClient<typeof emailCorrectionEndpoints>('/api/account');
