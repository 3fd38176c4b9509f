import { loadBrand } from '#platform/server/config/brand.ts';
import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import type { Env } from '#platform/server/config/env.ts';
import { createLink, peekLink, redeemLink } from '#platform/server/auth/single-use-links.ts';
import { findAccount } from '#features/identity/server/accounts/accounts.ts';
import { lockAccount } from '#features/identity/server/accounts/queries.ts';
import { verifyPasskey } from '#features/identity/server/passkeys/passkey-sign-in.ts';
import { listPasskeys, type Ceremony } from '#features/identity/server/passkeys/passkeys.ts';
import { throttlePasswordProof } from '#features/identity/server/accounts/throttle.ts';
import { decrypt, encrypt } from '#platform/server/crypto/secrets.ts';
import { secretContexts, normalizeCode, saveFactor, redeemTotpCode } from './factors.ts';
import { createSecret, findStep, buildKeyUri } from './totp.ts';

const proofPurpose = 'identity.passkey.proof';
const enrollPurpose = 'identity.factor.add';
const lifetimeS = 600;

/** Starts a passkey confirmation for a signed-in person. Returns null if they have no passkeys. */
export async function startPasskeyProof(
  db: Db,
  env: Pick<Env, 'BASE_URL'>,
  sub: string,
): Promise<{ ticket: string; options: Ceremony } | null> {
  const passkeys = await listPasskeys(db, sub);
  if (passkeys.length === 0) return null;
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: new URL(env.BASE_URL).hostname,
    userVerification: 'required',
    timeout: lifetimeS * 1_000,
    allowCredentials: passkeys.map(({ id }) => ({ id })),
  });
  const data = { sub, challenge: options.challenge };
  return { ticket: await createLink(db, { purpose: proofPurpose, data, lifetimeS }), options: { ...options } };
}

/** Checks the response of the person's own passkey. A challenge is used once, even if the response was wrong. */
export async function checkPasskeyProof(
  { database, env }: Pick<Services, 'database' | 'env'>,
  sub: string,
  { ticket, response }: { ticket: string; response: Ceremony },
): Promise<boolean> {
  const forgive = await throttlePasswordProof(database.db, sub);
  const link = await redeemLink(database.db, ticket, proofPurpose);
  if (link === null || link['sub'] !== sub) return false;
  const used = await database.inTransaction('passkey-proof', (db) =>
    verifyPasskey(db, env, String(link['challenge']), response),
  );
  if (used?.sub !== sub) return false;
  await forgive();
  return true;
}

/** Checks an app code of a signed-in person. Attempts are limited, because a stolen session must not guess it. */
export async function checkTotpProof(
  { database, env }: Pick<Services, 'database' | 'env'>,
  sub: string,
  code: string,
  now: Date,
): Promise<'accepted' | 'used' | 'wrong'> {
  const forgive = await throttlePasswordProof(database.db, sub);
  const outcome = await redeemTotpCode(database.db, env.SECRET_KEYS, sub, code, now);
  if (outcome === 'accepted') await forgive();
  return outcome;
}

/** Creates a new secret for a signed-in person; it is stored once a code proves that the app has it. */
export async function startFactorEnrollment(
  db: Db,
  env: Pick<Env, 'SECRET_KEYS' | 'BRAND_FILE'>,
  sub: string,
): Promise<{ ticket: string; secret: string; uri: string } | null> {
  const account = await findAccount(db, sub);
  if (account === null) return null;
  const secret = createSecret();
  const data = { sub, secret: encrypt(env.SECRET_KEYS, secretContexts.ticket(sub), secret) };
  const ticket = await createLink(db, { purpose: enrollPurpose, data, lifetimeS });
  const names = { issuer: loadBrand(env.BRAND_FILE).shortName, label: account.email ?? account.givenName };
  return { ticket, secret, uri: buildKeyUri(secret, names) };
}

/** Returns the recovery codes. The ticket allows further attempts until a code is correct. */
export async function addFactor(
  db: Db,
  { database, env }: Pick<Services, 'database' | 'env'>,
  sub: string,
  { ticket, code, isEmailVerified }: { ticket: string; code: string; isEmailVerified: boolean },
  now: Date,
): Promise<string[] | 'expired' | 'wrong'> {
  const forgive = await throttlePasswordProof(database.db, sub);
  const link = await peekLink(db, ticket, enrollPurpose);
  if (link === null || link['sub'] !== sub) return 'expired';
  const secret = decrypt(env.SECRET_KEYS, secretContexts.ticket(sub), String(link['secret']));
  const step = findStep(secret, normalizeCode(code), now);
  if (step === null) return 'wrong';
  if ((await redeemLink(db, ticket, enrollPurpose)) === null) return 'expired';
  const account = await lockAccount.first(db, { sub });
  // The address was verified while this waited for the lock, which has ended the calling session.
  if (account === undefined || (account.isEmailVerified && !isEmailVerified)) return 'expired';
  await forgive();
  return saveFactor(db, env.SECRET_KEYS, sub, secret, step);
}
