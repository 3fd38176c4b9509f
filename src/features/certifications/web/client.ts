import { createClient } from '../../../platform/web/client.ts';
import type { profileCalls } from '../../account/shared/profile-contract.ts';
import type { learningCalls } from '../../learning/shared/contract.ts';
import type { eCardCalls } from '../shared/contract.ts';

export const eCards = createClient<typeof eCardCalls>('/api/ecards');
export const learning = createClient<typeof learningCalls>('/api/learning');
export const profiles = createClient<typeof profileCalls>('/api/global');
