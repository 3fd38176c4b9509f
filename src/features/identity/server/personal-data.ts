import type { PersonalDataRules } from '#platform/server/privacy/personal-data.ts';

export const identityPersonalData = { lookups: { oidc_payload: 'account_id = $2' } } satisfies PersonalDataRules;
