import type { PersonalDataRules } from '#platform/server/privacy/personal-data.ts';

export const learningPersonalData = {
  lookups: {
    // A code that was given away belongs to its receiver, for whom it still opens a course.
    access_code: (eb, { affiliateId }) =>
      eb.or([eb('holder_affiliate_id', '=', affiliateId), eb('redeemed_by', '=', affiliateId)]),
  },
} satisfies PersonalDataRules;
