import { createClient } from '#platform/web/client/client.ts';
import type { formEndpoints } from '#features/forms/shared/contract.ts';
import type { physicianEndpoints } from '#features/forms/shared/physician-contract.ts';

/** One client per contract. Only types are imported, so the schemas stay on the server. */
export const formClient = createClient<typeof formEndpoints>('/api/forms');
export const physicianClient = createClient<typeof physicianEndpoints>('/api/forms');
