import type { Services } from '../../../platform/server/context.ts';
import type { Db } from '../../../platform/server/db.ts';
import { fail } from '../shared/contract.ts';
import { type Account, findCredentials, findCredentialsByEmail, storeSignIn } from './accounts.ts';
import { demandGoodPassword } from './common-passwords.ts';
import { sendVerification } from './email-verification/send.ts';
import { hashPassword } from './passwords.ts';
import { signOutEverywhere } from './signing-out.ts';

export interface Takeover {
  sub: string;
  email: string;
  passwordHash: string;
}

/**
 * Somebody whose account was made by another is to sign in with an address and a password of their own. The rules and
 * the hash, which takes its time: before the transaction that stores it. Null: the account has an address already.
 */
export async function prepareTakeover(
  db: Db,
  env: Services['env'],
  { sub, email, password }: { sub: string; email: string; password: string },
): Promise<Takeover | null> {
  const credentials = await findCredentials(db, sub);
  if (credentials === null || credentials.account.email !== null) return null;
  demandGoodPassword(env, password, { ...credentials.account, email });
  if ((await findCredentialsByEmail(db, email)) !== null) throw fail('identity.email_taken', { path: 'email' });
  return { sub, email, passwordHash: await hashPassword(password) };
}

/** Whoever was signed in to it, rightly or not, is signed out by this. The address is still to be proven. */
export async function takeAccountOver(
  db: Db,
  services: Pick<Services, 'env' | 'mail'>,
  { sub, email, passwordHash }: Takeover,
): Promise<Account> {
  const taken = await storeSignIn(db, sub, email, passwordHash);
  if (taken === null) throw fail('identity.email_taken', { path: 'email' });
  await signOutEverywhere(db, sub);
  await sendVerification(db, services, taken.account);
  return taken.account;
}
