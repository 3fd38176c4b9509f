import { accountPersonalData } from '#features/account/server/personal-data/erasure-rules.ts';
import { applicationPersonalData } from '#features/applications/server/personal-data.ts';
import { familyPersonalData } from '#features/family/server/personal-data.ts';
import { identityPersonalData } from '#features/identity/server/personal-data.ts';
import { learningPersonalData } from '#features/learning/server/personal-data.ts';
import { logbookPersonalData } from '#features/logbook/server/personal-data.ts';
import { paymentPersonalData } from '#features/payments/server/personal-data.ts';
import { shopPersonalData } from '#features/shop/server/personal-data.ts';
import { mergePersonalDataRules } from '#platform/server/privacy/personal-data.ts';

/** The features' rules for exports, erasures and changed names. */
export const personalData = mergePersonalDataRules([
  accountPersonalData,
  applicationPersonalData,
  familyPersonalData,
  identityPersonalData,
  learningPersonalData,
  logbookPersonalData,
  paymentPersonalData,
  shopPersonalData,
]);
