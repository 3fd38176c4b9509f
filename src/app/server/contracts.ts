import type { GraphqlField, GraphqlContract, RestContract } from '#platform/shared/contract.ts';
import { fail } from '#platform/shared/errors.ts';
import { telemetryEndpoints } from '#platform/shared/telemetry.ts';
import {
  accountCalls,
  fail as failAccount,
  globalCalls,
  sessionApi,
  settingsApi,
} from '#features/account/shared/contract.ts';
import { emailCalls, emailCorrectionCalls } from '#features/identity/shared/email-contract.ts';
import { birthdateCalls } from '#features/account/shared/birthdate-contract.ts';
import { photoCalls, profileCalls, userCalls } from '#features/account/shared/profile-contract.ts';
import { factorCalls } from '#features/account/shared/factor-contract.ts';
import { personalDataCalls, securityCalls } from '#features/account/shared/security-contract.ts';
import { applicationCalls, fail as failApplications } from '#features/applications/shared/contract.ts';
import { deskCalls, fail as failAssociation } from '#features/association/shared/contract.ts';
import {
  certificationCalls,
  eCardCalls,
  fail as failCertifications,
} from '#features/certifications/shared/contract.ts';
import { clubCalls, fail as failClub, redemptionCalls } from '#features/club/shared/contract.ts';
import { dsdCalls, fail as failDsd } from '#features/dsd/shared/contract.ts';
import { fail as failFamily, familyCalls } from '#features/family/shared/contract.ts';
import { formCalls } from '#features/forms/shared/contract.ts';
import { fail as failForms } from '#features/forms/shared/error-contract.ts';
import { physicianCalls } from '#features/forms/shared/physician-contract.ts';
import { exchangeCalls, fail as failIdentity, identityCalls } from '#features/identity/shared/contract.ts';
import { catalogueCalls, codeCalls, failCode } from '#features/learning/shared/codes-contract.ts';
import { fail as failLearning, learningCalls } from '#features/learning/shared/contract.ts';
import { learningApi } from '#features/learning/shared/learning-api.ts';
import { boardCalls } from '#features/learning/shared/board-contract.ts';
import { recordCalls } from '#features/learning/shared/record-contract.ts';
import { failScorm, scormCalls } from '#features/learning/shared/scorm-contract.ts';
import { fail as failLogbook } from '#features/logbook/shared/contract.ts';
import { imageCalls } from '#features/logbook/shared/image-contract.ts';
import { logbookApi } from '#features/logbook/shared/logbook-api.ts';
import { fail as failNotifications, notificationsApi } from '#features/notifications/shared/contract.ts';
import { fail as failPreferences, mailChoiceCalls, preferencesCalls } from '#features/preferences/shared/contract.ts';
import { professionalsApi } from '#features/professionals/shared/contract.ts';
import { failPayment, webhookCalls, paymentCalls } from '#features/payments/shared/contract.ts';
import { fail as failShop, shopCalls } from '#features/shop/shared/contract.ts';
import { deskOrderCalls, orderCalls } from '#features/shop/shared/order-contract.ts';
import { requestCalls } from '#features/shop/shared/payment-request-contract.ts';

/** All REST endpoints. Endpoints missing here are not served; the access tests iterate over this list. */
export const restContracts: readonly RestContract[] = [
  telemetryEndpoints,
  accountCalls,
  globalCalls,
  profileCalls,
  userCalls,
  birthdateCalls,
  photoCalls,
  securityCalls,
  emailCalls,
  emailCorrectionCalls,
  factorCalls,
  personalDataCalls,
  preferencesCalls,
  mailChoiceCalls,
  dsdCalls,
  familyCalls,
  formCalls,
  physicianCalls,
  imageCalls,
  learningCalls,
  recordCalls,
  boardCalls,
  codeCalls,
  catalogueCalls,
  scormCalls,
  eCardCalls,
  certificationCalls,
  clubCalls,
  redemptionCalls,
  paymentCalls,
  webhookCalls,
  shopCalls,
  orderCalls,
  requestCalls,
  deskOrderCalls,
  exchangeCalls,
  identityCalls,
  applicationCalls,
  deskCalls,
];

export const graphqlContracts: readonly GraphqlContract<
  Record<string, GraphqlField>,
  Record<string, GraphqlField>,
  Record<string, GraphqlField>
>[] = [sessionApi, settingsApi, notificationsApi, logbookApi, learningApi, professionalsApi];

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
