import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import * as z from 'zod';
import { loadBrand } from '#platform/server/config/brand.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Env } from '#platform/server/config/env.ts';
import { createLink, redeemLink } from '#platform/server/auth/single-use-links.ts';
import { formatPersonName } from '#platform/shared/person-name.ts';
import { findAccount, isLocalSub, type Account } from '#features/identity/server/accounts/accounts.ts';
import { lockAccount } from '#features/identity/server/accounts/queries.ts';
import * as queries from './queries.ts';

const purpose = 'identity.passkey.add';
const lifetimeS = 300;
/** Ed25519, ES256 and RS256, which current devices create. Node's support for newer algorithms is experimental. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Input and output of the browser's WebAuthn functions. The library validates the shape and throws. */
export type Ceremony = Record<string, unknown>;

export async function listPasskeys(db: Db, sub: string): Promise<queries.Passkey[]> {
  return isLocalSub(sub) ? queries.listPasskeys(db, { sub }) : [];
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
  if (known.length >= queries.passkeyLimit) return 'full';
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
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
): Promise<queries.Passkey | null> {
  // Outside the transaction, because a challenge must not be reused after a wrong response.
  const link = await redeemLink(database.db, ticket, purpose);
  if (link === null || link['sub'] !== sub) return null;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
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
  const account = await lockAccount.first(db, { sub });
  // The address was verified while this waited for the lock, which has ended the calling session.
  if (account === undefined || (account.isEmailVerified && !isEmailVerified)) return null;
  const { id, publicKey, counter } = credential;
  return (await queries.insertPasskey.first(db, { sub, id, publicKey, counter, transports, name, isSynced })) ?? null;
}

/** Returns the removed passkey, or null if it isn't this account's. */
export async function removePasskey(db: Db, sub: string, id: string): Promise<queries.Passkey | null> {
  if (!isLocalSub(sub)) return null;
  return (await queries.deletePasskey.first(db, { sub, id })) ?? null;
}

/** Transports are only a hint, and the only part of the response that isn't signed. */
const Transports = z.array(z.string().max(32)).max(10).catch([]);

function formatAccountName({ givenName, familyName, locale }: Account): string {
  return formatPersonName({ givenName, familyName }, locale);
}
