import { createClient } from '#platform/web/client/client.ts';
import type { identityCalls } from '#features/identity/shared/contract.ts';

/** Imports only the contract's types, because its schemas would add to the bundle. */
export const identity = createClient<typeof identityCalls>('/sso');
