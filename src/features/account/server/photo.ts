import type { Handlers } from '../../../platform/server/calls.ts';
import type { photoCalls } from '../shared/profile-contract.ts';

const later = async (): Promise<never> => {
  throw new Error('later');
};

export const photoHandlers: Handlers<typeof photoCalls> = {
  'POST certifications/photos/getphoto': later,
  'POST certifications/photos/upload': later,
  'DELETE certifications/photos/{affiliateId}': later,
  'GET certifications/photos/pending': later,
  'POST certifications/photos/{affiliateId}/decision': later,
};
