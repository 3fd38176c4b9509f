import type { PersonalDataRules } from '#platform/server/privacy/personal-data.ts';

export const familyPersonalData = {
  lookups: {
    // The invited and the inviting person are stored in the child's row.
    guardian_invite: '(affiliate_id = $1 or invited_by = $1 or accepted_by = $1 or lower(email) = lower($3))',
    guardian_agreement: '(affiliate_id = $1 or guardian_id = $1)',
    guardian_removal: '(affiliate_id = $1 or guardian_id = $1)',
    former_guardian: '(affiliate_id = $1 or guardian_id = $1)',
    guardian_link: '(affiliate_id = $1 or guardian_id = $1)',
  },
} satisfies PersonalDataRules;
