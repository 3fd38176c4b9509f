import { statement, type Db } from '#platform/server/db/database.ts';
import { hashToken } from '#platform/server/crypto/secrets.ts';
import type { Env } from '#platform/server/config/env.ts';
import { pickLocale, type Locale } from '#platform/shared/locale.ts';
import { fail, type Gender } from '#features/identity/shared/contract.ts';
import { normalizeEmail } from '#features/identity/shared/rules.ts';
import { assertPasswordPolicy } from './password-policy.ts';
import { isEmailReserved } from '#features/identity/server/email-verification/reserved-emails.ts';
import { hashPassword, needsRehash, verifyPassword as verifyHash } from './passwords.ts';

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

interface AccountRow {
  sub: string;
  email: string | null;
  password_hash: string | null;
  given_name: string;
  middle_name: string;
  family_name: string;
  birthdate: string | null;
  gender: Gender | null;
  locale: string;
  affiliate_type_id: number;
  is_email_verified: boolean;
}

const columns = `sub, email, password_hash, given_name, middle_name, family_name, birthdate, gender, locale,
  affiliate_type_id, email_verified_at is not null as is_email_verified`;

const selectBySub = statement<AccountRow, [string]>(`select ${columns} from account where sub = $1`);
const selectByEmail = statement<AccountRow, [string]>(`select ${columns} from account where lower(email) = lower($1)`);
const insertAccount = statement<AccountRow, (string | number | null)[]>(`
  insert into account (sub, email, password_hash, given_name, middle_name, family_name, birthdate, gender, locale, affiliate_type_id)
  values (coalesce($1, gen_random_uuid()), $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict do nothing
  returning ${columns}`);
const updateHash = statement<AccountRow, [sub: string, hash: string, former: string | null]>(`
  update account set password_hash = $2, version = version + 1
  where sub = $1 and password_hash is not distinct from $3
  returning ${columns}`);
/** Updates nothing if the address is taken, or the account has an address by now. */
const updateSignIn = statement<AccountRow, [sub: string, email: string, hash: string]>(`
  update account set email = $2, password_hash = $3, email_verified_at = null,
    delete_unverified_at = null, version = version + 1
  where sub = $1 and email is null and not exists (select from account a where lower(a.email) = lower($2))
  returning ${columns}`);
const verifyEmail = statement<unknown, [string]>(`
  update account set email_verified_at = now(), version = version + 1 where sub = $1 and email_verified_at is null`);
const updateNames = statement<unknown, [string, string, string, string, string | null, string | null]>(`
  update account set given_name = $2, middle_name = $3, family_name = $4, birthdate = $5, gender = $6, version = version + 1
  where sub = $1`);

const updateLocale = statement<unknown, [sub: string, locale: string]>(
  'update account set locale = $2, version = version + 1 where sub = $1 and locale <> $2',
);

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
  return toCredentials(await selectBySub(db, sub));
}

export async function findCredentialsByEmail(db: Db, email: string): Promise<Credentials | null> {
  return toCredentials(await selectByEmail(db, normalizeEmail(email)));
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
  const rows = await insertAccount(
    db,
    account.sub ?? null,
    email,
    passwordHash,
    account.givenName,
    account.middleName ?? '',
    account.familyName,
    account.birthdate ?? null,
    account.gender ?? null,
    account.locale,
    account.affiliateTypeId ?? 1,
  );
  return toCredentials(rows)?.account ?? null;
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
  return toCredentials(await updateHash(db, sub, passwordHash, formerHash));
}

/** Stores the first address and password of an account. Returns null if it has them by now, or the address is taken. */
export async function storeSignInCredentials(
  db: Db,
  sub: string,
  email: string,
  passwordHash: string,
): Promise<Credentials | null> {
  if (await isEmailReserved(db, email.trim(), sub)) return null;
  return toCredentials(await updateSignIn(db, sub, email.trim(), passwordHash));
}

export async function markEmailVerified(db: Db, sub: string): Promise<void> {
  await verifyEmail(db, sub);
}

export type AccountNames = Pick<Account, 'givenName' | 'middleName' | 'familyName' | 'birthdate' | 'gender'>;

/** Copies the portal's names to the account; an account of another service isn't ours to change. */
export async function updateAccountNames(db: Db, sub: string, names: AccountNames): Promise<void> {
  if (!isLocalSub(sub)) return;
  await updateNames(db, sub, names.givenName, names.middleName, names.familyName, names.birthdate, names.gender);
}

/** Copies the portal's language to the account, for mails of the account service. */
export async function updateAccountLocale(db: Db, sub: string, locale: Locale): Promise<void> {
  if (isLocalSub(sub)) await updateLocale(db, sub, locale);
}

function toCredentials([row]: AccountRow[]): Credentials | null {
  if (row === undefined) return null;
  return {
    account: {
      sub: row.sub,
      email: row.email,
      isEmailVerified: row.is_email_verified,
      givenName: row.given_name,
      middleName: row.middle_name,
      familyName: row.family_name,
      birthdate: row.birthdate,
      gender: row.gender,
      locale: pickLocale([row.locale]),
      affiliateTypeId: row.affiliate_type_id,
    },
    passwordHash: row.password_hash,
  };
}

/** Identifies a password without revealing its hash, so links and pending sign-ins end when the password changes. */
export function fingerprintPassword({ passwordHash }: Credentials): string {
  return hashToken(passwordHash ?? '').slice(0, 16);
}
