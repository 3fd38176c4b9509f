import { createClient } from '#platform/web/client/client.ts';
import { withRetry } from '#platform/web/client/retry.ts';
import type { birthdateEndpoints } from '#features/account/shared/birthdate-contract.ts';
import type { factorEndpoints } from '#features/account/shared/factor-contract.ts';
import type { photoEndpoints } from '#features/account/shared/profile-contract.ts';
import type { applicationEndpoints } from '#features/applications/shared/contract.ts';
import type { eCardEndpoints } from '#features/certifications/shared/contract.ts';
import type { emailCorrectionEndpoints } from '#features/identity/shared/email-contract.ts';
import type { familyEndpoints } from '#features/family/shared/contract.ts';
import type { physicianEndpoints } from '#features/forms/shared/physician-contract.ts';
import type { deskEndpoints } from '#features/association/shared/contract.ts';

export const photoClient = createClient<typeof photoEndpoints>('/api/certifications');
export const eCardClient = createClient<typeof eCardEndpoints>('/api/ecards');
export const physicianClient = createClient<typeof physicianEndpoints>('/api/forms');
export const birthdateClient = createClient<typeof birthdateEndpoints>('/api/account');
export const familyClient = createClient<typeof familyEndpoints>('/api/family');
export const factorClient = createClient<typeof factorEndpoints>('/api/account');
export const emailCorrectionClient = createClient<typeof emailCorrectionEndpoints>('/api/account');
export const deskClient = createClient<typeof deskEndpoints>('/api/desk');

const sendOnce = createClient<typeof applicationEndpoints>('/api/applications');
/** Retries up to three times. The request includes its key, so a repeated decision is applied once. */
export const applicationClient = ((...request: Parameters<typeof sendOnce>) =>
  withRetry(() => sendOnce(...request))) as typeof sendOnce;
