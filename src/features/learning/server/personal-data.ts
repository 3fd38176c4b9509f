import type { PersonalDataRules } from '#platform/server/privacy/personal-data.ts';

export const learningPersonalData = {
  lookups: {
    // A code that was given away belongs to its receiver, for whom it still opens a course.
    access_code: '(holder_affiliate_id = $1 or redeemed_by = $1)',
  },
} satisfies PersonalDataRules;
