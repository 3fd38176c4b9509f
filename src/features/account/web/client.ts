import { createClient } from '#platform/web/client/client.ts';
import type { birthdateEndpoints } from '#features/account/shared/birthdate-contract.ts';
import type { accountEndpoints } from '#features/account/shared/contract.ts';
import type { emailEndpoints } from '#features/identity/shared/email-contract.ts';
import type { photoEndpoints, profileEndpoints, userEndpoints } from '#features/account/shared/profile-contract.ts';
import type { factorEndpoints } from '#features/account/shared/factor-contract.ts';
import type { personalDataEndpoints, securityEndpoints } from '#features/account/shared/security-contract.ts';

/** One client for each contract. Only types are imported, because the schemas would add to the bundle. */
const base = '/api/account';
export const accountClient = createClient<typeof accountEndpoints>(base);
export const userClient = createClient<typeof userEndpoints>(base);
export const birthdateClient = createClient<typeof birthdateEndpoints>(base);
export const securityClient = createClient<typeof securityEndpoints>(base);
export const emailClient = createClient<typeof emailEndpoints>(base);
export const factorClient = createClient<typeof factorEndpoints>(base);
export const personalDataClient = createClient<typeof personalDataEndpoints>(base);
export const profileClient = createClient<typeof profileEndpoints>('/api/global');
export const photoClient = createClient<typeof photoEndpoints>('/api/certifications');
