import { createClient } from '../../../platform/web/client.ts';
import { tryAgain } from '../../../platform/web/try-again.ts';
import type { birthdateCalls } from '../../account/shared/birthdate-contract.ts';
import type { factorCalls } from '../../account/shared/factor-contract.ts';
import type { photoCalls } from '../../account/shared/profile-contract.ts';
import type { applicationCalls } from '../../applications/shared/contract.ts';
import type { eCardCalls } from '../../certifications/shared/contract.ts';
import type { emailCorrectionCalls } from '../../identity/shared/email-contract.ts';
import type { familyCalls } from '../../family/shared/contract.ts';
import type { physicianCalls } from '../../forms/shared/physician-contract.ts';
import type { deskCalls } from '../shared/contract.ts';

export const photos = createClient<typeof photoCalls>('/api/certifications');
export const eCards = createClient<typeof eCardCalls>('/api/ecards');
export const physicians = createClient<typeof physicianCalls>('/api/forms');
export const birthdates = createClient<typeof birthdateCalls>('/api/account');
export const family = createClient<typeof familyCalls>('/api/family');
export const factors = createClient<typeof factorCalls>('/api/account');
export const emails = createClient<typeof emailCorrectionCalls>('/api/account');
export const desk = createClient<typeof deskCalls>('/api/desk');

const applicationCall = createClient<typeof applicationCalls>('/api/applications');
/** Retried up to three times. What is sent is made once, with its key, so that a repeated decision is one decision. */
export const applications = ((...request: Parameters<typeof applicationCall>) =>
  tryAgain(() => applicationCall(...request))) as typeof applicationCall;
