import { createClient } from '#platform/web/client/client.ts';
import type { dsdEndpoints } from '#features/dsd/shared/contract.ts';

/** Only types are imported, so the schemas stay on the server. */
export const dsdClient = createClient<typeof dsdEndpoints>('/api/dsd');
