import { createClient } from '#platform/web/client/client.ts';
import type { emailCalls, emailCorrectionCalls } from '#features/identity/shared/email-contract.ts';

export const verification = createClient<typeof emailCalls>('/api/account');
export const correction = createClient<typeof emailCorrectionCalls>('/api/account');
