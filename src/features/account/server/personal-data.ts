import type { Handlers } from '../../../platform/server/calls.ts';
import type { personalDataCalls } from '../shared/security-contract.ts';

const later = async (): Promise<never> => {
  throw new Error('later');
};

export const personalDataHandlers: Handlers<typeof personalDataCalls> = {
  'POST user/{affiliateId}/exports': later,
  'GET user/{affiliateId}/exports/{id}': later,
  'POST user/{affiliateId}/exports/{id}/link': later,
  'GET exports/{token}': later,
  'POST user/{affiliateId}/deletion': later,
  'DELETE user/{affiliateId}/deletion': later,
};
