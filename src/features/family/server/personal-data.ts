import { sql } from 'kysely';
import type { PersonalDataRules } from '#platform/server/privacy/personal-data.ts';

export const familyPersonalData = {
  lookups: {
    // The invited and the inviting person are stored in the child's row.
    guardian_invite: (eb, { affiliateId, email }) =>
      eb.or([
        eb('affiliate_id', '=', affiliateId),
        eb('invited_by', '=', affiliateId),
        eb('accepted_by', '=', affiliateId),
        sql<boolean>`lower(email) = lower(${email}::text)`,
      ]),
    guardian_agreement: (eb, { affiliateId }) =>
      eb.or([eb('affiliate_id', '=', affiliateId), eb('guardian_id', '=', affiliateId)]),
    guardian_removal: (eb, { affiliateId }) =>
      eb.or([eb('affiliate_id', '=', affiliateId), eb('guardian_id', '=', affiliateId)]),
    former_guardian: (eb, { affiliateId }) =>
      eb.or([eb('affiliate_id', '=', affiliateId), eb('guardian_id', '=', affiliateId)]),
    guardian_link: (eb, { affiliateId }) =>
      eb.or([eb('affiliate_id', '=', affiliateId), eb('guardian_id', '=', affiliateId)]),
  },
} satisfies PersonalDataRules;
