import type { Handlers } from '../../../platform/server/calls.ts';
import type { preferencesCalls } from '../shared/contract.ts';

const later = async (): Promise<never> => {
  throw new Error('later');
};

export const preferencesHandlers: Handlers<typeof preferencesCalls> = {
  'GET preference/{affiliateId}': later,
  'POST preference': later,
  'PUT preference/{id}': later,
  'GET unsubscribe/{global_uid}': later,
  'POST unsubscribe': later,
  'GET MarketingLanguage/{affiliateType}': later,
  'GET recipient': later,
  'POST recipient': later,
};
