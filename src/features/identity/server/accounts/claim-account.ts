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
 * Prepares the claim of an account that another person created: its owner sets their own address and password. Hashing
 * is slow, so it runs before the transaction that stores the hash. Returns null if the account has an address.
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

/** Stores the claim and ends every session of the account. The address has yet to be verified. */
export async function claimAccount(
  db: Db,
  services: Pick<Services, 'env' | 'mail'>,
  { sub, email, passwordHash }: AccountClaim,
): Promise<Account> {
  const claimed = await storeSignInCredentials(db, sub, email, passwordHash);
  if (claimed === null) throw fail('identity.email_taken', { path: 'email' });
  await signOutEverywhere(db, sub);
  await sendVerification(db, services, claimed.account);
  return claimed.account;
}
