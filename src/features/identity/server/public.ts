/** What the other areas may use of the account service. */
export { findCredentials, insertAccountWithHash, updateAccountLocale, updateAccountNames } from './accounts.ts';
export { findSessionUid, forgetAccount, forgetSession, isSessionOpen, purgeExpired, wayToPayloads } from './adapter.ts';
export { portalClient } from './clients.ts';
export { demoPeople, seedDemoAccounts } from './demo.ts';
export { countFailedTry, hashAddress } from './second-factor/events.ts';
export { findFactor, listUsedFactors, loadFactorState, removeFactor } from './second-factor/factors.ts';
export {
  addFactor,
  beginFactor,
  beginPasskeyProof,
  checkPasskeyProof,
  checkTotpProof,
} from './second-factor/proofs.ts';
export { replaceRecoveryCodes } from './second-factor/recovery-codes.ts';
export { findSubByEmail, resetFactors } from './second-factor/reset.ts';
export { currentDemoCode, seedDemoFactors } from './second-factor/demo.ts';
export { purgePending } from './second-factor/pending.ts';
export { checkCode, hasLiveCode } from './email-verification/codes.ts';
export { reservedFor, revertLifetimeS } from './email-verification/reserved.ts';
export { releaseEmail } from './email-verification/release.ts';
export { changeAccountEmail, restoreAccountEmail } from './email-verification/correction.ts';
export { proveEmail } from './email-verification/proof.ts';
export {
  assertMaySend as assertMaySendVerification,
  findLinkedAccount,
  sendVerification,
  spendLink as spendVerificationLink,
} from './email-verification/send.ts';
export { rememberDevice } from './known-device.ts';
export { addPasskey, beginPasskey, listPasskeys, removePasskey } from './passkeys.ts';
export { passwordResets } from './password-change.ts';
export { sessionsToEnd } from './signing-out.ts';
export { prepareTakeover, takeAccountOver } from './takeover.ts';
export {
  changePassword,
  clearPassword,
  demandPassword,
  prepareChange,
  removeCredentialsSince,
} from './password-change.ts';
