import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import * as z from 'zod';
import { loadBrand } from '#platform/server/config/brand.ts';
import { statement, type Db } from '#platform/server/db/database.ts';
import type { Env } from '#platform/server/config/env.ts';
import { createLink, redeemLink } from '#platform/server/auth/single-use-links.ts';
import { formatPersonName } from '#platform/shared/person-name.ts';
import { findAccount, isLocalSub, type Account } from '#features/identity/server/accounts/accounts.ts';

/** More devices than any person has. */
const passkeyLimit = 20;
const purpose = 'identity.passkey.add';
const lifetimeS = 300;
/** Ed25519, ES256 and RS256, which current devices create. Node's support for newer algorithms is experimental. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Input and output of the browser's WebAuthn functions. The library validates the shape and throws. */
export type Ceremony = Record<string, unknown>;

export interface Passkey {
  id: string;
  name: string;
  isSynced: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

const columns = 'id, name, is_synced as "isSynced", created_at as "createdAt", last_used_at as "lastUsedAt"';
const selectPasskeys = statement<Passkey, [sub: string]>(
  `select ${columns} from passkey where sub = $1 order by created_at, id`,
);
export const lockAccount = statement<{ is_email_verified: boolean }, [sub: string]>(
  'select email_verified_at is not null as is_email_verified from account where sub = $1 for update',
);
const insertPasskey = statement<
  Passkey,
  [
    sub: string,
    id: string,
    publicKey: Uint8Array,
    counter: number,
    transports: string[],
    name: string,
    isSynced: boolean,
    limit: number,
  ]
>(`
  insert into passkey (sub, id, public_key, counter, transports, name, is_synced)
  select $1::uuid, $2, $3, $4, $5, $6, $7 where (select count(*) from passkey where sub = $1::uuid) < $8::integer
  on conflict do nothing
  returning ${columns}`);
const deletePasskey = statement<Passkey, [sub: string, id: string]>(
  `delete from passkey where sub = $1 and id = $2 returning ${columns}`,
);

export async function listPasskeys(db: Db, sub: string): Promise<Passkey[]> {
  return isLocalSub(sub) ? selectPasskeys(db, sub) : [];
}

/** Returns `full` if the account has the maximum number of passkeys. */
export async function startPasskeyRegistration(
  db: Db,
  env: Pick<Env, 'BASE_URL' | 'BRAND_FILE'>,
  sub: string,
): Promise<{ ticket: string; options: Ceremony } | 'full' | null> {
  const account = await findAccount(db, sub);
  if (account === null) return null;
  const known = await listPasskeys(db, sub);
  if (known.length >= passkeyLimit) return 'full';
  const options = await generateRegistrationOptions({
    rpName: loadBrand(env.BRAND_FILE).name,
    rpID: new URL(env.BASE_URL).hostname,
    userID: Uint8Array.from(Buffer.from(sub)),
    userName: account.email ?? formatAccountName(account),
    userDisplayName: formatAccountName(account),
    timeout: lifetimeS * 1_000,
    // A resident key needs no email address, and user verification replaces the second factor.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ id }) => ({ id })),
    supportedAlgorithmIDs,
  });
  const ticket = await createLink(db, { purpose, data: { sub, challenge: options.challenge }, lifetimeS });
  return { ticket, options: { ...options } };
}

export interface NewPasskey {
  /** Whether the calling session knew the address as verified. */
  isEmailVerified: boolean;
  ticket: string;
  name: string;
  response: Ceremony;
}

/** Returns null if the response doesn't match the challenge, or another account has the passkey. */
export async function addPasskey(
  db: Db,
  { database, env }: { database: { db: Db }; env: Pick<Env, 'BASE_URL'> },
  sub: string,
  { isEmailVerified, ticket, name, response }: NewPasskey,
): Promise<Passkey | null> {
  // Outside the transaction, because a challenge must not be reused after a wrong response.
  const link = await redeemLink(database.db, ticket, purpose);
  if (link === null || link['sub'] !== sub) return null;
  const made = await verifyRegistrationResponse({
    response: response as unknown as RegistrationResponseJSON,
    expectedChallenge: String(link['challenge']),
    expectedOrigin: env.BASE_URL,
    expectedRPID: new URL(env.BASE_URL).hostname,
    supportedAlgorithmIDs,
  }).catch(() => null);
  if (!made?.verified) return null;
  const { credential, credentialBackedUp: isSynced } = made.registrationInfo;
  const transports = Transports.parse(credential.transports);
  const [account] = await lockAccount(db, sub);
  // The address was verified while this waited for the lock, which has ended the calling session.
  if (account === undefined || (account.is_email_verified && !isEmailVerified)) return null;
  const [added] = await insertPasskey(
    db,
    sub,
    credential.id,
    credential.publicKey,
    credential.counter,
    transports,
    name,
    isSynced,
    passkeyLimit,
  );
  return added ?? null;
}

/** Returns the removed passkey, or null if it isn't this account's. */
export async function removePasskey(db: Db, sub: string, id: string): Promise<Passkey | null> {
  const [removed] = isLocalSub(sub) ? await deletePasskey(db, sub, id) : [];
  return removed ?? null;
}

/** Transports are only a hint, and the only part of the response that isn't signed. */
const Transports = z.array(z.string().max(32)).max(10).catch([]);

function formatAccountName({ givenName, familyName, locale }: Account): string {
  return formatPersonName({ givenName, familyName }, locale);
}
