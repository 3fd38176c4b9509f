import { statement, type Db } from '#platform/server/db/database.ts';
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

/** An account with what proves it; never leaves this area. */
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
/** Nothing where somebody else has the address, or the account has one of its own by now. */
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

/** Whether it can be the name of an account of ours; another issuer names people as it likes. */
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

export async function createAccount(db: Db, env: Pick<Env, 'BRAND_FILE'>, given: NewAccount): Promise<Account> {
  if (given.password !== null) assertPasswordPolicy(env, given.password, given);
  const created = await insertAccountWithHash(
    db,
    given,
    given.password === null ? null : await hashPassword(given.password),
  );
  if (created === null) throw fail('identity.email_taken', { path: 'email' });
  return created;
}

/** Null when the e-mail or the sub is there already, or the e-mail is reserved for the account that had it. */
export async function insertAccountWithHash(
  db: Db,
  given: Omit<NewAccount, 'password'>,
  passwordHash: string | null,
): Promise<Account | null> {
  const email = given.email?.trim() ?? null;
  if (email !== null && (await isEmailReserved(db, email))) return null;
  const rows = await insertAccount(
    db,
    given.sub ?? null,
    email,
    passwordHash,
    given.givenName,
    given.middleName ?? '',
    given.familyName,
    given.birthdate ?? null,
    given.gender ?? null,
    given.locale,
    given.affiliateTypeId ?? 1,
  );
  return toCredentials(rows)?.account ?? null;
}

/** Whether the password is the account's; a hash made with older parameters is renewed on the way. */
export async function checkPassword(db: Db, credentials: Credentials | null, password: string): Promise<boolean> {
  const stored = credentials?.passwordHash ?? null;
  const isRight = await verifyHash(stored, password);
  if (isRight && credentials !== null && stored !== null && needsRehash(stored)) {
    await storePasswordHash(db, credentials.account.sub, await hashPassword(password), stored);
  }
  return isRight;
}

/** Null when the password is no longer the one that was looked at: of two who change it at one moment, one does. */
export async function storePasswordHash(
  db: Db,
  sub: string,
  passwordHash: string,
  formerHash: string | null,
): Promise<Credentials | null> {
  return toCredentials(await updateHash(db, sub, passwordHash, formerHash));
}

/** The first address and password of an account that had none. Null when somebody was faster, here or with the address. */
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

/** Keeps our copy in step with the portal's; an account of another service is not ours to change. */
export async function updateAccountNames(db: Db, sub: string, names: AccountNames): Promise<void> {
  if (!isLocalSub(sub)) return;
  await updateNames(db, sub, names.givenName, names.middleName, names.familyName, names.birthdate, names.gender);
}

/** The language in which the account service writes to them, in step with the portal's as well. */
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
