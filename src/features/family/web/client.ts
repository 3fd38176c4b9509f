import { createClient } from '../../../platform/web/client.ts';
import type { familyCalls } from '../shared/contract.ts';

export const family = createClient<typeof familyCalls>('/api/family');
