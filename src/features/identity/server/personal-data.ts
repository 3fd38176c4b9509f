import type { PersonalDataRules } from '#platform/server/privacy/personal-data.ts';

export const identityPersonalData = {
  lookups: { oidc_payload: (eb, { sub }) => eb('account_id', '=', sub) },
} satisfies PersonalDataRules;
