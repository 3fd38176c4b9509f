import { createClient } from '#platform/web/client/client.ts';
import type { identityEndpoints } from '#features/identity/shared/contract.ts';

/** Imports only the contract's types, because its schemas would add to the bundle. */
export const identityClient = createClient<typeof identityEndpoints>('/sso');
