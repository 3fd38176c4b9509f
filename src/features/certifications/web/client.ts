import { createClient } from '#platform/web/client/client.ts';
import type { profileCalls } from '#features/account/shared/profile-contract.ts';
import type { learningCalls } from '#features/learning/shared/contract.ts';
import type { eCardCalls } from '#features/certifications/shared/contract.ts';

export const eCards = createClient<typeof eCardCalls>('/api/ecards');
export const learning = createClient<typeof learningCalls>('/api/learning');
export const profiles = createClient<typeof profileCalls>('/api/global');
