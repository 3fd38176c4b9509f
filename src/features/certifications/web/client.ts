import { createClient } from '#platform/web/client/client.ts';
import type { profileEndpoints } from '#features/account/shared/profile-contract.ts';
import type { learningEndpoints } from '#features/learning/shared/contract.ts';
import type { eCardEndpoints } from '#features/certifications/shared/contract.ts';

export const eCardClient = createClient<typeof eCardEndpoints>('/api/ecards');
export const learningClient = createClient<typeof learningEndpoints>('/api/learning');
export const profileClient = createClient<typeof profileEndpoints>('/api/global');
