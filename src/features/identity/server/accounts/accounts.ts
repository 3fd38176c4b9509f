import type { Db } from '#platform/server/db/database.ts';
import { hashToken } from '#platform/server/crypto/secrets.ts';
import type { Env } from '#platform/server/config/env.ts';
import { affiliateType } from '#domain/roles.ts';
import { pickLocale, type Locale } from '#platform/shared/locale.ts';
import { fail, type Gender } from '#features/identity/shared/contract.ts';
import { normalizeEmail } from '#features/identity/shared/rules.ts';
import { assertPasswordPolicy } from './password-policy.ts';
import { isEmailReserved } from '#features/identity/server/email-verification/reserved-emails.ts';
import { hashPassword, needsRehash, verifyPassword as verifyHash } from './passwords.ts';
import * as queries from './queries.ts';

export interface Account {
  sub: string;
  email: string | null;
  isEmailVerified: boolean;
  givenName: string;
  middleName: string;
  familyName: string;
  birthdate: string | null;
  gender: Gender | null;
  locale: Locale;
  affiliateTypeId: number;
}

/** An account with its password hash; never leaves this feature. */
export interface Credentials {
  account: Account;
  passwordHash: string | null;
}

export interface NewAccount {
  sub?: string;
  email: string | null;
  password: string | null;
  givenName: string;
  middleName?: string;
  familyName: string;
  birthdate?: string | null;
  gender?: Gender | null;
  locale: Locale;
  affiliateTypeId?: number;
}

const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export async function findAccount(db: Db, sub: string): Promise<Account | null> {
  return (await findCredentials(db, sub))?.account ?? null;
}

/** Whether a subject can be one of our accounts; another issuer uses its own identifiers. */
export function isLocalSub(sub: string): boolean {
  return uuidPattern.test(sub);
}

export async function findCredentials(db: Db, sub: string): Promise<Credentials | null> {
  if (!isLocalSub(sub)) return null;
  return toCredentials(await queries.findAccountBySub.first(db, { sub }));
}

export async function findCredentialsByEmail(db: Db, email: string): Promise<Credentials | null> {
  return toCredentials(await queries.findAccountByEmail.first(db, { email: normalizeEmail(email) }));
}

export async function createAccount(db: Db, env: Pick<Env, 'BRAND_FILE'>, account: NewAccount): Promise<Account> {
  if (account.password !== null) assertPasswordPolicy(env, account.password, account);
  const created = await insertAccountWithHash(
    db,
    account,
    account.password === null ? null : await hashPassword(account.password),
  );
  if (created === null) throw fail('identity.email_taken', { path: 'email' });
  return created;
}

/** Returns null if the email or the sub exists, or the email is reserved for the account that had it. */
export async function insertAccountWithHash(
  db: Db,
  account: Omit<NewAccount, 'password'>,
  passwordHash: string | null,
): Promise<Account | null> {
  const email = account.email?.trim() ?? null;
  if (email !== null && (await isEmailReserved(db, email))) return null;
  const row = await queries.insertAccount.first(db, {
    sub: account.sub ?? null,
    email,
    passwordHash,
    givenName: account.givenName,
    middleName: account.middleName ?? '',
    familyName: account.familyName,
    birthdate: account.birthdate ?? null,
    gender: account.gender ?? null,
    locale: account.locale,
    affiliateTypeId: account.affiliateTypeId ?? affiliateType.diver,
  });
  return toCredentials(row)?.account ?? null;
}

/** Checks the account's password, and renews a hash that was made with older parameters. */
export async function checkPassword(db: Db, credentials: Credentials | null, password: string): Promise<boolean> {
  const stored = credentials?.passwordHash ?? null;
  const isRight = await verifyHash(stored, password);
  if (isRight && credentials !== null && stored !== null && needsRehash(stored)) {
    await storePasswordHash(db, credentials.account.sub, await hashPassword(password), stored);
  }
  return isRight;
}

/** Returns null if the password has changed since it was read, so only one of two parallel changes succeeds. */
export async function storePasswordHash(
  db: Db,
  sub: string,
  passwordHash: string,
  formerHash: string | null,
): Promise<Credentials | null> {
  return toCredentials(await queries.updatePasswordHash.first(db, { sub, passwordHash, formerHash }));
}

/** Stores the first address and password of an account. Returns null if it has them by now, or the address is taken. */
export async function storeSignInCredentials(
  db: Db,
  sub: string,
  email: string,
  passwordHash: string,
): Promise<Credentials | null> {
  if (await isEmailReserved(db, email.trim(), sub)) return null;
  return toCredentials(await queries.updateSignInCredentials.first(db, { sub, email: email.trim(), passwordHash }));
}

export type AccountNames = Pick<Account, 'givenName' | 'middleName' | 'familyName' | 'birthdate' | 'gender'>;

/** Copies the portal's names to the account; an account of another service isn't ours to change. */
export async function updateAccountNames(db: Db, sub: string, names: AccountNames): Promise<void> {
  if (isLocalSub(sub)) await queries.updateNames(db, { ...names, sub });
}

/** Copies the portal's language to the account, for mails of the account service. */
export async function updateAccountLocale(db: Db, sub: string, locale: Locale): Promise<void> {
  if (isLocalSub(sub)) await queries.updateLocale(db, { sub, locale });
}

function toCredentials(row: queries.AccountRow | undefined): Credentials | null {
  if (row === undefined) return null;
  const { passwordHash, ...account } = row;
  return { account: { ...account, locale: pickLocale([account.locale]) }, passwordHash };
}

/** Identifies a password without revealing its hash, so links and pending sign-ins end when the password changes. */
export function fingerprintPassword({ passwordHash }: Credentials): string {
  return hashToken(passwordHash ?? '').slice(0, 16);
}
