import type { Handlers } from '../../../platform/server/calls.ts';
import type { securityCalls } from '../shared/security-contract.ts';

const later = async (): Promise<never> => {
  throw new Error('later');
};

export const securityHandlers: Handlers<typeof securityCalls> = {
  'POST password/change': later,
  'POST legacy/password/change': later,
  'GET user/{affiliateId}/account': later,
  'DELETE user/{affiliateId}/sessions/{id}': later,
  'POST user/{affiliateId}/passkeys/options': later,
  'POST user/{affiliateId}/passkeys': later,
  'DELETE user/{affiliateId}/passkeys/{id}': later,
};
