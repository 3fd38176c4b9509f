import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { fail } from '#features/identity/shared/contract.ts';
import { type Account, findCredentials, findCredentialsByEmail, storeSignInCredentials } from './accounts.ts';
import { assertPasswordPolicy } from './password-policy.ts';
import { sendVerification } from '#features/identity/server/email-verification/send-verification.ts';
import { hashPassword } from './passwords.ts';
import { signOutEverywhere } from './sign-out-everywhere.ts';

export interface AccountClaim {
  sub: string;
  email: string;
  passwordHash: string;
}

/**
 * Somebody whose account was made by another is to sign in with an address and a password of their own. The rules and
 * the hash, which takes its time: before the transaction that stores it. Null: the account has an address already.
 */
export async function prepareAccountClaim(
  db: Db,
  env: Services['env'],
  { sub, email, password }: { sub: string; email: string; password: string },
): Promise<AccountClaim | null> {
  const credentials = await findCredentials(db, sub);
  if (credentials === null || credentials.account.email !== null) return null;
  assertPasswordPolicy(env, password, { ...credentials.account, email });
  if ((await findCredentialsByEmail(db, email)) !== null) throw fail('identity.email_taken', { path: 'email' });
  return { sub, email, passwordHash: await hashPassword(password) };
}

/** Whoever was signed in to it, rightly or not, is signed out by this. The address is still to be proven. */
export async function claimAccount(
  db: Db,
  services: Pick<Services, 'env' | 'mail'>,
  { sub, email, passwordHash }: AccountClaim,
): Promise<Account> {
  const taken = await storeSignInCredentials(db, sub, email, passwordHash);
  if (taken === null) throw fail('identity.email_taken', { path: 'email' });
  await signOutEverywhere(db, sub);
  await sendVerification(db, services, taken.account);
  return taken.account;
}
