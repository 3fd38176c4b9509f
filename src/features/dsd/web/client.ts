import { createClient } from '../../../platform/web/client.ts';
import type { dsdCalls } from '../shared/contract.ts';

/** Only types come here; the schemas stay on the server. */
export const dsd = createClient<typeof dsdCalls>('/api/dsd');
