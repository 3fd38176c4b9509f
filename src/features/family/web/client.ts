import { createClient } from '#platform/web/client/client.ts';
import type { familyEndpoints } from '#features/family/shared/contract.ts';

export const familyClient = createClient<typeof familyEndpoints>('/api/family');
