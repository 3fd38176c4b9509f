import { createClient } from '#platform/web/client/client.ts';
import type { formCalls } from '#features/forms/shared/contract.ts';
import type { physicianCalls } from '#features/forms/shared/physician-contract.ts';

/** One client per contract. Only types are imported, so the schemas stay on the server. */
export const formsClient = createClient<typeof formCalls>('/api/forms');
export const physicianClient = createClient<typeof physicianCalls>('/api/forms');
