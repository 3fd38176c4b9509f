import { createClient } from '../../../platform/web/client.ts';
import type { formCalls } from '../shared/contract.ts';
import type { physicianCalls } from '../shared/physician-contract.ts';

/** One for each contract of the service. Only types come here; the schemas stay on the server. */
export const forms = createClient<typeof formCalls>('/api/forms');
export const physicians = createClient<typeof physicianCalls>('/api/forms');
