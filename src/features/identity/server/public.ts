/** The account service's exports for other features. */
export {
  findCredentials,
  insertAccountWithHash,
  updateAccountLocale,
  updateAccountNames,
} from './accounts/accounts.ts';
export { findSessionUid, isSessionOpen, purgeExpiredPayloads } from './provider/oidc-adapter.ts';
export { revokeAccountGrants, revokeSession } from './provider/queries.ts';
export { getPortalClient } from './provider/clients.ts';
export { demoPeople, seedDemoAccounts } from './demo.ts';
export { countFailedAttempt, hashAddress } from './second-factor/security-events.ts';
export { findFactor, listUsedFactors, loadFactorState, removeFactor } from './second-factor/factors.ts';
export {
  addFactor,
  startFactorEnrollment,
  startPasskeyProof,
  checkPasskeyProof,
  checkTotpProof,
} from './second-factor/proofs.ts';
export { replaceRecoveryCodes } from './second-factor/recovery-codes.ts';
export { deleteAccount, listExpiredAccounts, lockUnverifiedAccount } from './accounts/queries.ts';
export { findSubByEmail, resetFactors } from './second-factor/reset-factors.ts';
export { currentDemoCode, seedDemoFactors } from './second-factor/demo.ts';
export { deleteOldPendingSignIns } from './second-factor/queries.ts';
export { checkCode, hasActiveCode } from './email-verification/codes.ts';
export { isEmailReserved, revertLifetimeS } from './email-verification/reserved-emails.ts';
export { releaseEmail } from './email-verification/release-email.ts';
export { changeAccountEmail, restoreAccountEmail } from './email-verification/change-email.ts';
export { completeEmailVerification } from './email-verification/complete-verification.ts';
export {
  assertCanSendVerification as assertMaySendVerification,
  findLinkedAccount,
  sendVerification,
  consumeVerificationLink as spendVerificationLink,
} from './email-verification/send-verification.ts';
export { rememberDevice } from './accounts/known-device.ts';
export { addPasskey, startPasskeyRegistration, listPasskeys, removePasskey } from './passkeys/passkeys.ts';
export { passwordResetJob } from './accounts/password-change.ts';
export { endSessionsJob } from './accounts/sign-out-everywhere.ts';
export { prepareAccountClaim, claimAccount } from './accounts/claim-account.ts';
export {
  changePassword,
  clearPassword,
  requirePassword,
  preparePasswordChange,
  removeCredentialsSince,
} from './accounts/password-change.ts';
