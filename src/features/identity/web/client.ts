import { createClient } from '#platform/web/client/client.ts';
import type { identityCalls } from '#features/identity/shared/contract.ts';

/** The pages' own calls. Only the contract's types come here; its schemas stay on the server. */
export const identity = createClient<typeof identityCalls>('/sso');
