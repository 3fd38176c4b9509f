import { statement, type Db } from '../../../platform/server/db.ts';
import type { PubSub } from '../../../platform/server/pubsub.ts';
import { pickLocale, type Locale } from '../../../platform/shared/locale.ts';
import { fail, type Gender } from '../shared/contract.ts';
import { normaliseEmail } from '../shared/rules.ts';
import { forgetAccount } from './adapter.ts';
import { demandGoodPassword } from './common-passwords.ts';
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

interface Row {
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

const selectBySub = statement<Row, [string]>(`select ${columns} from account where sub = $1`);
const selectByEmail = statement<Row, [string]>(`select ${columns} from account where lower(email) = lower($1)`);
const insertAccount = statement<Row, (string | number | null)[]>(`
  insert into account (sub, email, password_hash, given_name, middle_name, family_name, birthdate, gender, locale, affiliate_type_id)
  values (coalesce($1, gen_random_uuid()), $2, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict do nothing
  returning ${columns}`);
const updateHash = statement<Row, [string, string]>(`
  update account set password_hash = $2, version = version + 1 where sub = $1 returning ${columns}`);
const replaceHash = statement<unknown, [string, string, string]>(`
  update account set password_hash = $3, version = version + 1 where sub = $1 and password_hash = $2`);
const verifyEmail = statement<unknown, [string]>(`
  update account set email_verified_at = now(), version = version + 1 where sub = $1 and email_verified_at is null`);

const uuidShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export async function findAccount(db: Db, sub: string): Promise<Account | null> {
  return (await findCredentials(db, sub))?.account ?? null;
}

export async function findCredentials(db: Db, sub: string): Promise<Credentials | null> {
  if (!uuidShape.test(sub)) return null;
  return toCredentials(await selectBySub(db, sub));
}

export async function findCredentialsByEmail(db: Db, email: string): Promise<Credentials | null> {
  return toCredentials(await selectByEmail(db, normaliseEmail(email)));
}

export async function createAccount(db: Db, given: NewAccount): Promise<Account> {
  if (given.password !== null) demandGoodPassword(given.password, given.email);
  const created = await insertAccountWithHash(
    db,
    given,
    given.password === null ? null : await hashPassword(given.password),
  );
  if (created === null) throw fail('identity.email_taken', { path: 'email' });
  return created;
}

/** Null when the e-mail or the sub is there already. */
export async function insertAccountWithHash(
  db: Db,
  given: Omit<NewAccount, 'password'>,
  passwordHash: string | null,
): Promise<Account | null> {
  const rows = await insertAccount(
    db,
    given.sub ?? null,
    given.email?.trim() ?? null,
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

/** For another area that asks somebody who is signed in for the password once more. */
export async function verifyPassword(db: Db, sub: string, password: string): Promise<boolean> {
  return checkPassword(db, await findCredentials(db, sub), password);
}

/** Whether the password is the account's; a hash made with older parameters is renewed on the way. */
export async function checkPassword(db: Db, credentials: Credentials | null, password: string): Promise<boolean> {
  const stored = credentials?.passwordHash ?? null;
  const isRight = await verifyHash(stored, password);
  if (isRight && credentials !== null && stored !== null && needsRehash(stored)) {
    await replaceHash(db, credentials.account.sub, stored, await hashPassword(password));
  }
  return isRight;
}

export interface PasswordChange {
  sub: string;
  oldPassword: string;
  newPassword: string;
}

/** For somebody who knows the old one. Ends every session of the account, as a reset does. */
export async function changePassword(
  db: Db,
  pubsub: PubSub,
  { sub, oldPassword, newPassword }: PasswordChange,
): Promise<void> {
  if (!(await verifyPassword(db, sub, oldPassword))) throw fail('identity.incorrect_password', { path: 'oldPassword' });
  await setPassword(db, pubsub, sub, newPassword, 'newPassword');
}

/** Whoever was signed in with the old password, rightly or not, is signed out by this. */
export async function setPassword(
  db: Db,
  pubsub: PubSub,
  sub: string,
  password: string,
  path = 'password',
): Promise<Credentials> {
  const before = await findCredentials(db, sub);
  demandGoodPassword(password, before?.account.email ?? null, path);
  const after = toCredentials(await updateHash(db, sub, await hashPassword(password)));
  if (after === null) throw fail('identity.link_expired');
  await forgetAccount(db, sub);
  await pubsub.publish(db, 'account.password-changed', { sub });
  return after;
}

export async function markEmailVerified(db: Db, sub: string): Promise<void> {
  await verifyEmail(db, sub);
}

function toCredentials([row]: Row[]): Credentials | null {
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
