import { createClient } from '#platform/web/client/client.ts';
import { withRetry } from '#platform/web/client/retry.ts';
import type { birthdateCalls } from '#features/account/shared/birthdate-contract.ts';
import type { factorCalls } from '#features/account/shared/factor-contract.ts';
import type { photoCalls } from '#features/account/shared/profile-contract.ts';
import type { applicationCalls } from '#features/applications/shared/contract.ts';
import type { eCardCalls } from '#features/certifications/shared/contract.ts';
import type { emailCorrectionCalls } from '#features/identity/shared/email-contract.ts';
import type { familyCalls } from '#features/family/shared/contract.ts';
import type { physicianCalls } from '#features/forms/shared/physician-contract.ts';
import type { deskCalls } from '#features/association/shared/contract.ts';

export const photos = createClient<typeof photoCalls>('/api/certifications');
export const eCards = createClient<typeof eCardCalls>('/api/ecards');
export const physicians = createClient<typeof physicianCalls>('/api/forms');
export const birthdates = createClient<typeof birthdateCalls>('/api/account');
export const family = createClient<typeof familyCalls>('/api/family');
export const factors = createClient<typeof factorCalls>('/api/account');
export const emails = createClient<typeof emailCorrectionCalls>('/api/account');
export const desk = createClient<typeof deskCalls>('/api/desk');

const applicationCall = createClient<typeof applicationCalls>('/api/applications');
/** Retries up to three times. The request includes its key, so a repeated decision is applied once. */
export const applications = ((...request: Parameters<typeof applicationCall>) =>
  withRetry(() => applicationCall(...request))) as typeof applicationCall;
