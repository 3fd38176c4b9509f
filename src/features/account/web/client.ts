import { createClient } from '#platform/web/client/client.ts';
import type { birthdateCalls } from '#features/account/shared/birthdate-contract.ts';
import type { accountCalls } from '#features/account/shared/contract.ts';
import type { emailCalls } from '#features/identity/shared/email-contract.ts';
import type { photoCalls, profileCalls, userCalls } from '#features/account/shared/profile-contract.ts';
import type { factorCalls } from '#features/account/shared/factor-contract.ts';
import type { personalDataCalls, securityCalls } from '#features/account/shared/security-contract.ts';

/** One client for each contract. Only types are imported, because the schemas would add to the bundle. */
const base = '/api/account';
export const account = createClient<typeof accountCalls>(base);
export const user = createClient<typeof userCalls>(base);
export const birthdates = createClient<typeof birthdateCalls>(base);
export const security = createClient<typeof securityCalls>(base);
export const email = createClient<typeof emailCalls>(base);
export const factors = createClient<typeof factorCalls>(base);
export const personalData = createClient<typeof personalDataCalls>(base);
export const profiles = createClient<typeof profileCalls>('/api/global');
export const photos = createClient<typeof photoCalls>('/api/certifications');
