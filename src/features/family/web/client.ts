import { createClient } from '#platform/web/client/client.ts';
import type { familyCalls } from '#features/family/shared/contract.ts';

export const family = createClient<typeof familyCalls>('/api/family');
