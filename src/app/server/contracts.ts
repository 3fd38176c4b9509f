import type { GraphqlField, GraphqlContract, RestContract } from '#platform/shared/contract.ts';
import { fail } from '#platform/shared/errors.ts';
import { telemetryEndpoints } from '#platform/shared/telemetry.ts';
import {
  accountEndpoints,
  fail as failAccount,
  globalEndpoints,
  sessionApi,
  settingsApi,
} from '#features/account/shared/contract.ts';
import { emailEndpoints, emailCorrectionEndpoints } from '#features/identity/shared/email-contract.ts';
import { birthdateEndpoints } from '#features/account/shared/birthdate-contract.ts';
import { photoEndpoints, profileEndpoints, userEndpoints } from '#features/account/shared/profile-contract.ts';
import { factorEndpoints } from '#features/account/shared/factor-contract.ts';
import { personalDataEndpoints, securityEndpoints } from '#features/account/shared/security-contract.ts';
import { applicationEndpoints, fail as failApplications } from '#features/applications/shared/contract.ts';
import { deskEndpoints, fail as failAssociation } from '#features/association/shared/contract.ts';
import {
  certificationEndpoints,
  eCardEndpoints,
  fail as failCertifications,
} from '#features/certifications/shared/contract.ts';
import { clubEndpoints, fail as failClub, redemptionEndpoints } from '#features/club/shared/contract.ts';
import { dsdEndpoints, fail as failDsd } from '#features/dsd/shared/contract.ts';
import { fail as failFamily, familyEndpoints } from '#features/family/shared/contract.ts';
import { formEndpoints } from '#features/forms/shared/contract.ts';
import { fail as failForms } from '#features/forms/shared/error-contract.ts';
import { physicianEndpoints } from '#features/forms/shared/physician-contract.ts';
import { exchangeEndpoints, fail as failIdentity, identityEndpoints } from '#features/identity/shared/contract.ts';
import { catalogueEndpoints, codeEndpoints, failCode } from '#features/learning/shared/codes-contract.ts';
import { fail as failLearning, learningEndpoints } from '#features/learning/shared/contract.ts';
import { deskApi } from '#features/association/shared/desk-api.ts';
import { formsApi } from '#features/forms/shared/forms-api.ts';
import { learningApi } from '#features/learning/shared/learning-api.ts';
import { boardEndpoints } from '#features/learning/shared/board-contract.ts';
import { recordEndpoints } from '#features/learning/shared/record-contract.ts';
import { failScorm, scormEndpoints } from '#features/learning/shared/scorm-contract.ts';
import { fail as failLogbook } from '#features/logbook/shared/contract.ts';
import { imageEndpoints } from '#features/logbook/shared/image-contract.ts';
import { exportEndpoints } from '#features/logbook/shared/export-contract.ts';
import { importEndpoints } from '#features/logbook/shared/import-contract.ts';
import { logbookApi } from '#features/logbook/shared/logbook-api.ts';
import { fail as failNotifications, notificationsApi } from '#features/notifications/shared/contract.ts';
import {
  fail as failPreferences,
  mailChoiceEndpoints,
  preferencesEndpoints,
} from '#features/preferences/shared/contract.ts';
import { professionalsApi } from '#features/professionals/shared/contract.ts';
import { failPayment, webhookEndpoints, paymentEndpoints } from '#features/payments/shared/contract.ts';
import { fail as failShop, shopEndpoints } from '#features/shop/shared/contract.ts';
import { deskOrderEndpoints, orderEndpoints } from '#features/shop/shared/order-contract.ts';
import { paymentRequestEndpoints } from '#features/shop/shared/payment-request-contract.ts';

/** All REST endpoints. Endpoints missing here are not served; the access tests iterate over this list. */
export const restContracts: readonly RestContract[] = [
  telemetryEndpoints,
  accountEndpoints,
  globalEndpoints,
  profileEndpoints,
  userEndpoints,
  birthdateEndpoints,
  photoEndpoints,
  securityEndpoints,
  emailEndpoints,
  emailCorrectionEndpoints,
  factorEndpoints,
  personalDataEndpoints,
  preferencesEndpoints,
  mailChoiceEndpoints,
  dsdEndpoints,
  familyEndpoints,
  formEndpoints,
  physicianEndpoints,
  imageEndpoints,
  importEndpoints,
  exportEndpoints,
  learningEndpoints,
  recordEndpoints,
  boardEndpoints,
  codeEndpoints,
  catalogueEndpoints,
  scormEndpoints,
  eCardEndpoints,
  certificationEndpoints,
  clubEndpoints,
  redemptionEndpoints,
  paymentEndpoints,
  webhookEndpoints,
  shopEndpoints,
  orderEndpoints,
  paymentRequestEndpoints,
  deskOrderEndpoints,
  exchangeEndpoints,
  identityEndpoints,
  applicationEndpoints,
  deskEndpoints,
];

export const graphqlContracts: readonly GraphqlContract<
  Record<string, GraphqlField>,
  Record<string, GraphqlField>,
  Record<string, GraphqlField>
>[] = [sessionApi, settingsApi, notificationsApi, logbookApi, learningApi, formsApi, professionalsApi, deskApi];

/** All error codes with their HTTP status. */
export const errorCodes: Readonly<Record<string, number>> = {
  ...fail.codes,
  ...failAccount.codes,
  ...failIdentity.codes,
  ...failLearning.codes,
  ...failCode.codes,
  ...failScorm.codes,
  ...failLogbook.codes,
  ...failNotifications.codes,
  ...failPreferences.codes,
  ...failCertifications.codes,
  ...failClub.codes,
  ...failPayment.codes,
  ...failShop.codes,
  ...failDsd.codes,
  ...failFamily.codes,
  ...failForms.codes,
  ...failApplications.codes,
  ...failAssociation.codes,
};
