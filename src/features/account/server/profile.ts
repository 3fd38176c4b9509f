import type { Handlers } from '../../../platform/server/calls.ts';
import type { profileCalls } from '../shared/profile-contract.ts';

const later = async (): Promise<never> => {
  throw new Error('later');
};

export const profileHandlers: Handlers<typeof profileCalls> = {
  'GET profiles/{affiliateId}': later,
  'POST profiles/{affiliateId}/MailingAddress': later,
  'GET Countries': later,
  'GET Countries/{id}/States': later,
};
