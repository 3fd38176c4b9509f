import * as z from 'zod';
import type { Context, Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { JobKind } from '#platform/server/jobs/jobs.ts';
import { intlTag } from '#platform/shared/locale.ts';
import type { Principal } from '#platform/server/auth/access-tokens.ts';
import { fail } from '#features/identity/shared/contract.ts';
import { findCredentials, storePasswordHash, type Account, type Credentials } from './accounts.ts';
import { assertPasswordPolicy } from './password-policy.ts';
import { listPasskeys } from '#features/identity/server/passkeys/passkeys.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { deleteCredentialsSince, removePassword } from './queries.ts';
import { countFailedAttempt } from '#features/identity/server/second-factor/security-events.ts';
import { signOutEverywhere } from './sign-out-everywhere.ts';
import { throttlePasswordProof } from './throttle.ts';

/** A password was reset by a mailed link. The portal, which knows families, notifies a minor's guardians. */
export const passwordResetJob: JobKind<{ sub: string }> = {
  name: 'account.password-reset',
  schema: z.object({ sub: z.string() }),
  retryLimit: 40,
};

type Ctx = Pick<Context<Principal | null>, 'request' | 'services'>;

export interface PasswordProof {
  sub: string;
  password: string;
  /** The field of the error for a wrong password. */
  path?: string;
}

/**
 * Asks a signed-in person for their password again. Attempts are limited, because a stolen session must not guess it,
 * and failures are counted as security events. Hashing is slow: don't call this inside a transaction.
 */
export async function requirePassword(ctx: Ctx, proof: PasswordProof): Promise<Credentials> {
  return checkPasswordProof(ctx.services, proof).catch(countFailedAttempt(ctx, 'identity.confirm_failed', proof.sub));
}

async function checkPasswordProof(
  { database }: Services,
  { sub, password, path = 'password' }: PasswordProof,
): Promise<Credentials> {
  const credentials = await findCredentials(database.db, sub);
  const forgive = await throttlePasswordProof(database.db, sub);
  const isRight = await verifyPassword(credentials?.passwordHash ?? null, password);
  if (!isRight || credentials === null) throw fail('identity.incorrect_password', { path });
  await forgive();
  return credentials;
}

export interface PasswordChange {
  /** The credentials that the change was authorized with. */
  subject: Credentials;
  newHash: string;
}

/** Checks the password policy and hashes the password. Hashing is slow, so it runs before the transaction. */
export async function preparePasswordChange(
  env: Services['env'],
  subject: Credentials,
  password: string,
  path?: string,
): Promise<PasswordChange> {
  assertPasswordPolicy(env, password, subject.account, path);
  return { subject, newHash: await hashPassword(password) };
}

/** Stores a new password. Open sessions stay; see `signOutEverywhere`. */
export async function changePassword(db: Db, { subject, newHash }: PasswordChange): Promise<Credentials> {
  const changed = await storePasswordHash(db, subject.account.sub, newHash, subject.passwordHash);
  // The password was changed by another request, so the old password that was checked is no longer valid.
  if (changed === null) throw fail('identity.incorrect_password', { path: 'oldPassword' });
  return changed;
}

/**
 * Stores a new password after a reset by mail, and ends every session, because a stranger may have known the old one.
 */
export async function resetPassword(db: Db, { subject, newHash }: PasswordChange): Promise<Credentials> {
  const { sub } = subject.account;
  const changed = await storePasswordHash(db, sub, newHash, subject.passwordHash);
  if (changed === null) throw fail('identity.link_expired');
  await signOutEverywhere(db, sub);
  return changed;
}

/** Clears a password that another person knows; the owner sets a new one by mail. Returns false if there was none. */
export async function clearPassword(db: Db, sub: string): Promise<boolean> {
  return (await removePassword.first(db, { sub })) !== undefined;
}

/** Removes passkeys and factors that were added while another person knew the password. */
export async function removeCredentialsSince(db: Db, sub: string, since: Date): Promise<number> {
  const removed = await deleteCredentialsSince.first(db, { sub, since });
  return (removed?.passkeys ?? 0) + (removed?.factors ?? 0);
}

/** Passkeys outlive a reset, so the mail lists them: the owner can remove one that a stranger added. */
export async function notifyPasswordReset(
  db: Db,
  { mail, env }: Pick<Services, 'mail' | 'env'>,
  { sub, email, locale, givenName }: Account,
): Promise<void> {
  if (email === null) return;
  const passkeys = (await listPasskeys(db, sub)).map(({ name }) => `“${name}”`);
  await mail.sendMail(db, {
    to: email,
    locale,
    template: 'identity.mail.password_reset',
    values: {
      name: givenName,
      count: passkeys.length,
      passkeys: new Intl.ListFormat(intlTag(locale)).format(passkeys),
      url: `${env.BASE_URL}/account`,
    },
  });
}
