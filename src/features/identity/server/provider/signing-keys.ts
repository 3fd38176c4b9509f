import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import type { JWK, JWKS } from 'oidc-provider';
import type { Database, Db } from '#platform/server/db/database.ts';
import type { Env } from '#platform/server/config/env.ts';
import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';
import { decrypt, encrypt } from '#platform/server/crypto/secrets.ts';
import * as queries from './queries.ts';

const purpose = 'oidc-signing-key';
export const encryptedSigningKeyColumn = { table: 'signing_key', column: 'sealed_jwk', purpose };
const contextOf = (kid: string) => EncryptionContext.ofRow(purpose, 'signing_key', 'sealed_jwk', { kid });
export const signingAlgorithm = 'ES256';
/** A new key is published for a day before it signs, longer than clients cache a key set. */
const publishedAheadS = 86_400;

type Keys = Pick<Env, 'SECRET_KEYS' | 'SESSION_MAX_HOURS'>;

/**
 * Returns the keys, with the signing key first. The first process creates it; the others wait for the lock and read it.
 */
export async function loadSigningKeys(database: Database, env: Keys): Promise<JWKS> {
  return database.inTransaction('signing-keys', async (db) => {
    await queries.lockSigningKeys(db);
    const keys = await decryptKeys(db, env);
    // A key is also added if the old secret was removed, because the stored keys can't be decrypted then.
    return { keys: keys.length > 0 ? keys : [await addKey(db, env, 0)] };
  });
}

/** Adds a key that signs from tomorrow, and deletes expired keys. Processes load it at their next start. */
export async function rotateSigningKey(database: Database, env: Keys): Promise<string> {
  return database.inTransaction('signing-keys', async (db) => {
    await queries.lockSigningKeys(db);
    await queries.deleteExpiredSigningKeys(db, { retainedHours: env.SESSION_MAX_HOURS + 24 });
    return (await addKey(db, env, publishedAheadS)).kid;
  });
}

async function decryptKeys(db: Db, env: Keys): Promise<JWK[]> {
  const rows = await queries.listSigningKeys(db);
  return rows.flatMap(({ kid, encryptedJwk }) => {
    try {
      return [JSON.parse(decrypt(env.SECRET_KEYS, contextOf(kid), encryptedJwk)) as JWK];
    } catch {
      return [];
    }
  });
}

async function addKey(db: Db, env: Keys, signsInS: number): Promise<JWK & { kid: string }> {
  const { privateKey } = await generateKeyPair(signingAlgorithm, { extractable: true });
  const exported = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(exported);
  const jwk = { ...exported, kid, alg: signingAlgorithm, use: 'sig' } as JWK & { kid: string };
  const encryptedJwk = encrypt(env.SECRET_KEYS, contextOf(kid), JSON.stringify(jwk));
  await queries.insertSigningKey(db, { kid, encryptedJwk, signsInS });
  return jwk;
}
